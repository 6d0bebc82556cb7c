// The walk of an administrator, by the commands as openapi/docs prints them: a lost password is replaced (accounts.md), and the model
// moves to a second service (model-as-code.md).
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect } from '../../../core/store/connection/connect.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';
import { PASSWORD } from '../../support/service.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const newDatabase = (): string => {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
  return uri.href;
};
const [FIRST, SECOND] = [newDatabase(), newDatabase()];

let folder: string;
const services: ServiceProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-administrator-'));
  for (const name of ['first', 'second', 'commands']) await mkdir(path.join(folder, name));
});
afterAll(async () => {
  for (const service of services) await service.stop();
  for (const uri of [FIRST, SECOND]) {
    const { client, db } = await connect(uri);
    await db.dropDatabase();
    await client.close();
  }
  await rm(folder, { recursive: true, force: true });
});

/** The block of commands of a page that has this line. */
async function printed(page: string, line: string): Promise<string> {
  const text = await readFile(path.join(root, 'openapi/docs', page), 'utf8');
  const blocks = [...text.matchAll(/^```(?:sh|text)\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  return blocks.find((block) => block.includes(line)) ?? expect.fail(`${page} has no ${line}`);
}

async function run(commands: string, settings: Record<string, string>): Promise<string> {
  const PATH = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter);
  const env = { PATH, HOME: os.homedir(), DATA_DIR: path.join(folder, 'commands'), ...settings };
  const { stdout } = await promisify(execFile)('sh', ['-e', '-u', '-c', commands], { cwd: root, env });
  return stdout;
}

const send = (url: string, target: string, token?: string, body?: object): Promise<Response> =>
  fetch(url + target, {
    method: body ? 'POST' : 'GET',
    headers: {
      'Content-Type': target === '/auth' ? 'application/json' : 'application/vnd.api+json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

it(
  'an administrator replaces a lost password, and moves the model to a second service',
  { timeout: 300_000 },
  async () => {
    const first = await startServiceProcess(FIRST, { DATA_DIR: path.join(folder, 'first') });
    services.push(first);
    const create = async (type: string, attributes: object): Promise<void> => {
      const made = await send(first.url, `/model/${type}`, first.token, { data: { type, attributes } });
      expect(made.status, await made.text()).toBe(201);
    };
    await create('object_types', { name: 'recipes', singular: 'recipe' });
    await create('properties', { name: 'servings', property_type_name: 'integer', object_type_name: 'recipes' });

    // A lost password: the service goes on, the sessions of the user end.
    const lost = (await printed('accounts.md', 'npm run password -- admin')).split('\n').at(-2) ?? '';
    expect(lost).toBe('npm run password -- admin');
    const said = await run(`${lost} --generate`, { MONGODB_URI: FIRST });
    const [, password = ''] = /^the password is (\S+)/m.exec(said) ?? [];
    expect((await send(first.url, '/auth/user', first.token)).status).toBe(401);
    const statusWith = async (each: string): Promise<number> =>
      (await send(first.url, '/auth', undefined, { username: 'admin', password: each })).status;
    expect([await statusWith(PASSWORD), await statusWith(password)]).toEqual([401, 200]);

    // The model, to a service that runs already.
    const second = await startServiceProcess(SECOND, { DATA_DIR: path.join(folder, 'second') });
    services.push(second);
    const move = (await printed('model-as-code.md', 'MONGODB_URI=$OTHER npm run model')).replaceAll(
      '--folder copy',
      `--folder ${path.join(folder, 'copy')}`,
    );
    const moved = await run(move, { MONGODB_URI: FIRST, OTHER: SECOND });
    expect(moved).toMatch(/^\+ object_types\.recipes$/m);
    const recipe = await send(second.url, '/recipes', second.token, {
      data: { type: 'recipes', attributes: { title: 'Rice', servings: 4 } },
    });
    expect([recipe.status, await recipe.json()]).toMatchObject([201, { data: { attributes: { servings: 4 } } }]);
  },
);

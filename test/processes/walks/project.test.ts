// A project's own code in a separate folder, set up according to openapi/docs/extensions.md: it compiles in strict
// settings, its types are narrow, and the service runs it.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../../../core/store/connection/connect.ts';
import { startServiceProcess } from '../../support/processes/service-processes.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Above both folders. */
let above: string;
const own = (...names: string[]): string => path.join(above, 'own', ...names);

/** Output of a command that must not fail. */
async function run(command: string, args: string[], folder: string): Promise<string> {
  // A reader does not have the settings of vitest's processes.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV|NODE_OPTIONS|npm_)/.test(name)),
  );
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: folder, env: { ...env, NO_COLOR: '1' } });
  return stdout + stderr;
}

/** The errors of the compiler, one line each. @param settings stricter ones than on the page */
async function compile(...settings: string[]): Promise<string[]> {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const output = await run(process.execPath, [compiler, '--pretty', 'false', ...settings], own()).catch(
    ({ stdout }: { stdout: string }) => stdout,
  );
  return output.split('\n').filter((line) => line !== '');
}

beforeAll(async () => {
  above = await mkdtemp(path.join(os.tmpdir(), 'colophon-own-'));
  await symlink(root, path.join(above, 'colophon'));
  await mkdir(path.join(above, 'data'));
  const section = await readFile(path.join(root, 'openapi/docs/extensions.md'), 'utf8');
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code = '']) => ({
    language,
    code,
  }));
  expect(blocks.map(({ language }) => language).join(' ')).toBe('ts sh yaml json sh sh ts ts ts');
  const [example, prepare, description, settings, types, , jobs, begin, schedules] = blocks.map(({ code }) => code);
  await run('sh', ['-e', '-c', prepare ?? 'false'], above);
  await writeFile(own('extensions/greetings.ts'), example ?? '');
  await writeFile(own('extensions/greetings.yaml'), description ?? '');
  const reminders = `import { defineExtension } from 'colophon/extension';
export default defineExtension({
  name: 'reminders',
  ${jobs ?? ''}
  ${schedules ?? ''}
  after: {
    createTypedObject: async (_input, { operations, serviceContext }) => {
      ${begin ?? ''}
    },
  },
});
`;
  await writeFile(own('extensions/reminders.ts'), reminders);
  await writeFile(own('tsconfig.json'), settings ?? '');
  await run('sh', ['-e', '-c', types ?? 'false'], above);
});
afterAll(() => rm(above, { recursive: true, force: true }));

describe('code in a separate folder', () => {
  it('compiles with the types of the service and of its own operations', async () => {
    const careful = [
      ...['--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--noPropertyAccessFromIndexSignature'],
      ...['--noUnusedLocals', '--noUnusedParameters', '--verbatimModuleSyntax', '--isolatedModules'],
    ];
    expect(await compile(...careful)).toEqual([]);
  });

  it('does not compile with names that the service does not have', async () => {
    const wrong = `import { defineExtension, type ExtensionHandler } from 'colophon/extension';
import type { operations } from './api.d.ts';
export const list: ExtensionHandler<operations['listGreetings']> = () => ({ status: 200, body: { data: [{ type: 'greetings', id: 1 }] } });
export default defineExtension({
  name: 'wrong',
  errors: { known: { status: 409, title: 'Known' } },
  before: {
    object: ({ wombat }) => void wombat,
    updateTypedObject: ({ params }, { refuse }) => { throw refuse('unknown', params.object_id); },
  },
});
`;
    await writeFile(own('extensions/wrong.ts'), wrong);
    const found = await compile();
    await rm(own('extensions/wrong.ts'));
    const lines = found.flatMap((line) => /^extensions\/wrong\.ts\((\d+),/.exec(line)?.[1] ?? []);
    expect([...new Set(lines)], found.join('\n')).toEqual(['3', '8', '9']);
  });

  it.each(['module', 'commonjs'])('is run by the service, in a package of type %s', async (type) => {
    await run('npm', ['pkg', 'set', `type=${type}`], own());
    const uri = new URL(inject('mongodbUri'));
    uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
    const settings = { DATA_DIR: path.join(above, 'data'), EXTENSIONS_DIR: own('extensions'), PROCESS_ROLE: 'api' };
    const service = await startServiceProcess(uri.href, settings);
    const answer = await fetch(`${service.url}/greetings?lang=it`);
    const news = { data: { type: 'news', attributes: { status: 'on' } } };
    const refused = await fetch(`${service.url}/news`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/vnd.api+json', Authorization: `Bearer ${service.token}` },
      body: JSON.stringify(news),
    });
    const said = [await answer.json(), ((await refused.json()) as { error: { code: string } }).error.code];
    await service.stop();
    const { client, db } = await connect(uri.href);
    await db.dropDatabase();
    await client.close();
    expect(said).toMatchObject([{ data: [{ id: 'it', attributes: { text: 'Benvenuti' } }] }, 'text_missing']);
  });
});

// The commands of README.md and of the pages in openapi/docs, run by a shell against a service with the European countries of the demo.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../../../core/store/connection/connect.ts';
import { commandFile } from '../../support/processes/command-file.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';
import { PASSWORD } from '../../support/service.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'colophon-pages-'));

/** Commands that do not run here. Each matches one of these patterns, and the named test runs it. */
const RUN_ELSEWHERE: readonly [command: RegExp, where: string][] = [
  [/npm (start|test|run demo)$/m, 'the set-up of this test'],
  [/npm run (sdk|build:client)\b/, 'test/sdk'],
  [/npm run (export|import)\b/, 'test/behaviour/commands/transfer.test.ts'],
  [/npm run contract\b/, 'test/contract'],
  [/npm run mock\b/, 'test/contract/description/mock.test.ts'],
  [/npm run (backup|restore)\b/, 'test/behaviour/commands/backup.test.ts'],
  [/npm run model\b/, 'test/behaviour/model/model-files.test.ts'],
  [/npm run verify\b/, 'test/behaviour/commands/verify.test.ts'],
  [/npm run tool -- person\b/, 'test/behaviour/accounts/person.test.ts'],
  [/npm run tool -- migrate\b/, 'test/behaviour/commands/migrations.test.ts'],
  [/npm run tool -- build:service\b|npx colophon/, 'npm run tool -- smallest'],
  [/npm run tool -- build:contract\b/, 'test/contract/responses/recorded.test.ts'],
  [/npm create colophon/, 'test/processes/walks/create-project.test.ts'],
  [/docker|kubectl|systemctl/, 'test/deploy'],
  [/npm (init|run tool -- extension:types|--prefix)|npx tsc/, 'test/processes/walks/project.test.ts'],
  [/text\/event-stream/, 'test/behaviour/events/feed.test.ts'],
  [/mongosh/, 'the tools of MongoDB, which are no part of the project'],
  [/direct_uploads/, 'test/behaviour/files/direct-uploads.test.ts'],
  [/"auth_provider": "company"/, 'test/behaviour/accounts/openid-connect.test.ts'],
];

interface Example {
  commands: string;
  /** The response of the first request, shortened, where the page shows it below the commands. */
  shown?: string | undefined;
}

const examplesOf = (file: string): Example[] =>
  [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(
      /^```sh\n([\s\S]*?)^```$(?:\n\n^```json\n([\s\S]*?)^```$)?/gm,
    ),
  ].map(([, commands = '', shown]) => ({ commands, shown }));

const isRunHere = ({ commands }: Example): boolean => !RUN_ELSEWHERE.some(([command]) => command.test(commands));

const files = ['README.md', ...readdirSync(path.join(root, 'openapi/docs')).map((name) => `openapi/docs/${name}`)];
const pages = files
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, examples: examplesOf(file).filter(isRunHere) }))
  .filter(({ examples }) => examples.length > 0);

let service: ServiceProcess;
let mongodbUri: string;
/** Variables that the pages leave to their reader. */
let variables: Record<string, string | undefined>;

/** Id of the resource in the response. */
async function post(address: string, body: unknown): Promise<string | undefined> {
  const response = await fetch(service.url + address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.api+json', Authorization: `Bearer ${service.token}` },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`POST ${address}: ${answer}`);
  return answer === '' ? undefined : (JSON.parse(answer) as { data?: { id?: string } }).data?.id;
}

async function upload(): Promise<string> {
  const response = await fetch(`${service.url}/streams/upload/film.mp4`, {
    method: 'POST',
    headers: { 'Content-Type': 'video/mp4', Authorization: `Bearer ${service.token}` },
    body: readFileSync(path.join(folder, 'film.mp4')),
  });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

beforeAll(async () => {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
  mongodbUri = uri.href;
  mkdirSync(path.join(folder, '.data'));
  for (const name of ['film.mp4', 'film.mov'])
    copyFileSync(path.join(root, 'test/fixtures', name), path.join(folder, name));
  writeFileSync(path.join(folder, 'notes.txt'), 'Some notes.\n');
  writeFileSync(path.join(folder, 'curl'), CURL, { mode: 0o755 });
  // The service runs in its data folder.
  const dataDir = path.join(folder, '.data');
  service = await startServiceProcess(mongodbUri, { DATA_DIR: dataDir });
  const resource = (type: string, attributes: object) => post(`/${type}`, { data: { type, attributes } });
  // The page about the legacy envelope uses object 10, which is in the publication, object 2.
  for (let id: string | undefined; id !== '10';) id = await resource('documents', { title: 'Older', status: 'on' });
  await post('/folders/2/relationships/children', { data: [{ type: 'documents', id: '10' }] });
  const demo = [commandFile('demo'), '--url', service.url, '--password', PASSWORD];
  const choice = ['--languages', 'it', '--region', 'Europe'];
  await promisify(execFile)(process.execPath, [...demo, ...choice], { cwd: folder });
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const mail = { to: 'ada@example.org', subject: 'A test', text: 'It works.' };
  const job = { service: 'mail', payload: mail, max_attempts: 1, scheduled_from: later };
  variables = {
    TOKEN: service.token,
    STREAM: await upload(),
    VIDEO: await resource('videos', { title: 'A film' }),
    JOB: await post('/admin/async_jobs', { data: { type: 'async_jobs', attributes: job } }),
  };
});
afterAll(async () => {
  await service.stop();
  const { client, db } = await connect(mongodbUri);
  await db.dropDatabase();
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The tests do not need curl. Ends with 22 for an error response, like `curl --fail-with-body`. */
const CURL = `#!/usr/bin/env node
const words = process.argv.slice(2);
const headers = {};
let address, method, body, isHeadShown = false;
while (words.length > 0) {
  const word = words.shift();
  if (word === '-X') method = words.shift();
  else if (word === '-d') body = words.shift();
  else if (word === '-T') body = require('node:fs').readFileSync(words.shift());
  else if (word === '-H') {
    const [, name, value] = /^([^:]+): *(.*)$/.exec(words.shift());
    headers[name] = value;
  } else if (word === '-i') isHeadShown = true;
  else if (!/^-[gs]$/.test(word)) address = word;
}
fetch(address, { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body }).then(async (response) => {
  if (isHeadShown) console.log('HTTP/1.1 ' + response.status);
  console.log(await response.text());
  if (!response.ok) process.exitCode = 22;
});
`;

/** A mail is written shortly after the response that announces it. */
const waitForMails = (count: number): string =>
  `n=0; until [ $(cat .data/mail/*.eml 2>/dev/null | grep -c 'uuid=3D') -ge ${count} ] || [ $n -ge 600 ]; do sleep 0.1; n=$((n + 1)); done\n`;

/** Mails with a link that are files already. */
function sentMails(): number {
  const mails = path.join(folder, '.data/mail');
  const files = existsSync(mails) ? readdirSync(mails).filter((name) => name.endsWith('.eml')) : [];
  return files.filter((name) => readFileSync(path.join(mails, name), 'utf8').includes('uuid=3D')).length;
}

/** Between the outputs of two examples. */
const NEXT = '-- the next example --';

/** The output of each example. @throws Error with the failed command, the last one, and its response */
async function run(examples: readonly Example[]): Promise<string[]> {
  const wait = waitForMails(sentMails() + 1);
  const isMailed = examples.some(({ commands }) => commands.includes('/signup'));
  const commands = [
    ...examples.map(({ commands: each }) => (each.includes('.data/mail') ? wait + each : each)),
    // The next page must not take it for its own.
    ...(isMailed ? [wait] : []),
  ].join(`\necho '${NEXT}'\n`);
  const script = commands.replaceAll('http://127.0.0.1:3000', service.url).replaceAll('open sesame 2026', PASSWORD);
  const env = {
    PATH: [folder, path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
    ...variables,
  };
  const options = { cwd: folder, env, maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)('sh', ['-e', '-u', '-x', '-c', script], options).catch(
    ({ stdout: answers, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${stderr.slice(-1_500)}\n${answers.slice(-1_500)}`);
    },
  );
  return stdout.split(`${NEXT}\n`);
}

/** What a page shows: `…` stands for anything, or for the rest of a text; members and items may be left out. */
function shortened(shown: unknown): unknown {
  if (shown === '…') return expect.anything();
  if (typeof shown === 'string') return shown.endsWith('…') ? expect.stringContaining(shown.slice(0, -1)) : shown;
  if (Array.isArray(shown)) return expect.arrayContaining(shown.map(shortened));
  if (typeof shown !== 'object' || shown === null) return shown;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, shortened(value)])),
  );
}

/** Guides whose first request has a response that clients read. */
const SHOWN = ['tour', 'objects', 'querying', 'relations', 'tree', 'files', 'accounts', 'access', 'events', 'webhooks'];

it('the demo of a region has its countries, folders, flags and translations, and no others', async () => {
  const count = async (address: string): Promise<unknown> => {
    const { meta } = (await (await fetch(service.url + address)).json()) as { meta: { pagination: { count: number } } };
    return meta.pagination.count;
  };
  const counts = ['/countries', '/countries?filter[ancestor]=europe', '/images', '/translations'].map(count);
  expect(await Promise.all(counts)).toEqual([53, 53, 53, 53]);
  const regions = await fetch(`${service.url}/folders/world/children?fields=uname`);
  expect(await regions.json()).toMatchObject({ data: [{ attributes: { uname: 'europe' } }] });
});

describe('the commands of', () => {
  it('the pages are found, also those that other tests run', () => {
    expect(pages.length).toBeGreaterThan(0);
    const all = files.filter((file) => file.endsWith('.md')).flatMap(examplesOf);
    for (const [command] of RUN_ELSEWHERE)
      expect(
        all.some(({ commands }) => command.test(commands)),
        String(command),
      ).toBe(true);
    for (const [, where] of RUN_ELSEWHERE)
      if (where.startsWith('test/')) expect([where, existsSync(path.join(root, where))]).toEqual([where, true]);
  });

  it('guides for clients show a response', () => {
    const showing = pages.filter(({ examples }) => examples.some(({ shown }) => shown !== undefined));
    expect(showing.map(({ file }) => path.basename(file, '.md'))).toEqual(expect.arrayContaining(SHOWN));
  });

  it.each(pages)('$file succeed, with the responses that it shows', async ({ examples }) => {
    const outputs = await run(examples);
    expect(outputs.join('')).not.toBe('');
    for (const [index, { shown }] of examples.entries()) {
      if (shown === undefined) continue;
      const response = outputs[index]?.split('\n').find((line) => line.startsWith('{')) ?? '{}';
      expect(JSON.parse(response)).toEqual(shortened(JSON.parse(shown)));
    }
  });
});

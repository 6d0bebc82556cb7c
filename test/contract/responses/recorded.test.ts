// `npm run contract -- --har`: recorded traffic of a service is checked against its description, of a file or of the service.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baselineOf } from '../../../scripts/contract/report/baseline.ts';
import type { Report } from '../../../scripts/contract/report/report.ts';
import { readOptions } from '../../../scripts/contract/options.ts';
import { runContract } from '../../../scripts/contract/run.ts';
import { commandFile } from '../../support/processes/command-file.ts';
import { openListeningService, type ListeningService } from '../../support/clients/listening-service.ts';
import { PASSWORD } from '../../support/service.ts';

interface Entry {
  request: {
    method: string;
    url: string;
    headers: { name: string; value: string }[];
    postData?: { mimeType: string; text: string };
  };
  response: {
    status: number;
    headers: { name: string; value: string }[];
    content: { size: number; text?: string; encoding?: string };
  };
}

let service: ListeningService;
let folder: string;
let recording: Entry[];
let description: string;
let token: string;

const JSON_API = 'application/vnd.api+json';
const pairs = (headers: Iterable<[string, string]>) => [...headers].map(([name, value]) => ({ name, value }));

/** As a browser records it. */
async function record(method: string, target: string, body?: object): Promise<Entry> {
  const headers = new Headers({ accept: JSON_API, authorization: `Bearer ${token}` });
  if (body) headers.set('content-type', JSON_API);
  const sent = body && JSON.stringify(body);
  const answer = await fetch(`${service.url}${target}`, { method, headers, ...(sent && { body: sent }) });
  const text = await answer.text();
  return {
    request: {
      method,
      url: `${service.url}${target}`,
      headers: [{ name: ':authority', value: 'localhost' }, ...pairs(headers)],
      ...(sent && { postData: { mimeType: JSON_API, text: sent } }),
    },
    response: { status: answer.status, headers: pairs(answer.headers), content: { size: text.length, text } },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-recorded-'));
  service = await openListeningService();
  const signedIn = await fetch(`${service.url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  token = ((await signedIn.json()) as { meta: { jwt: string } }).meta.jwt;
  description = path.join(folder, 'description.json');
  await writeFile(description, await (await fetch(`${service.url}/openapi.json?side=all`)).text());
  const data = { type: 'documents', attributes: { title: 'Tea', status: 'on' } };
  const made = await record('POST', '/documents', { data });
  const { id } = (JSON.parse(made.response.content.text ?? '') as { data: { id: string } }).data;
  recording = [
    made,
    await record(
      'GET',
      `/documents?filter[title]=Tea&fields[documents]=title&page_size=5&page[total]=none&sort=-created`,
    ),
    await record('GET', `/documents/${id}`),
    await record('PATCH', `/documents/${id}`, { data: { type: 'documents', id, attributes: { title: 'More tea' } } }),
    await record('POST', '/documents', { data: { type: 'documents', attributes: { title: 7 } } }),
    await record('GET', '/documents/0'),
  ];
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

const change = (entry: Entry, alter: (copy: Entry) => void): Entry => {
  const copy = structuredClone(entry);
  alter(copy);
  return copy;
};

/** @param offline with the description of a file */
async function check(entries: unknown[], offline: boolean): Promise<Report> {
  const file = path.join(folder, 'traffic.har');
  // With the mark at its start that some programs write.
  await writeFile(file, `\ufeff${JSON.stringify({ log: { version: '1.2', entries } })}`);
  const args = ['--url', service.url, '--password', PASSWORD, '--har', file];
  return runContract(readOptions([...args, ...(offline ? ['--description', description] : [])], {}), () => undefined);
}

it('has no findings in the traffic of a service, and sends its reads again', async () => {
  const before = service.requests.length;
  const elsewhere = {
    request: { method: 'GET', url: 'https://fonts.example/a', headers: [] },
    response: { status: 200 },
  };
  const aborted = { request: { method: 'GET', url: `${service.url}/home`, headers: [] }, response: { status: 0 } };
  const report = await check([...recording, elsewhere, aborted], false);
  expect(baselineOf(report)).toEqual({});
  expect(report.totals()).toMatchObject({ failed: 0, passed: 12 });
  expect(service.requests.slice(before)).toContain(`GET ${recording[1]?.request.url.slice(service.url.length)}`);
  expect(service.requests.slice(before).filter((line) => !line.startsWith('GET '))).toEqual(['POST /auth']);
  expect(report.notes()).toContain('6 of 7 recorded requests are of the API; 2 of them were refused');
});

it('needs no service with a description, and finds each difference', async () => {
  const before = service.requests.length;
  const [made, list, one, patched] = recording as [Entry, Entry, Entry, Entry];
  const withUrl = (suffix: string) => change(list, ({ request }) => (request.url += suffix));
  const report = await check(
    [
      change(made, ({ request }) => (request.postData = { mimeType: JSON_API, text: '{"data":{"type":"news"}}' })),
      withUrl('&surprise=1'),
      withUrl('&page_size=many'),
      change(one, ({ response }) => (response.status = 226)),
      change(one, ({ response }) => (response.headers = response.headers.filter(({ name }) => name !== 'etag'))),
      change(one, ({ response }) => {
        const text = Buffer.from('{"data":{},"links":{}}').toString('base64');
        response.content = { size: 10, text, encoding: 'base64' };
      }),
      // A body that the browser has not kept is not judged.
      change(patched, ({ response }) => delete response.content.text),
    ],
    true,
  );
  const text = (pattern: RegExp): string => expect.stringMatching(pattern) as string;
  expect(baselineOf(report)).toEqual({
    createDocument: { recorded: [text(/accepted, and not as described: the body of POST \/documents: /)] },
    getDocument: {
      recorded: [
        text(/200: not as described: .*required property/),
        text(/header ETag is missing/),
        text(/226: the status is not described/),
      ],
    },
    listDocuments: {
      recorded: [text(/parameter page_size is not as described: "many"/), text(/parameter surprise is not described/)],
    },
  });
  expect(service.requests).toHaveLength(before);
});

it('finds a recorded read that succeeds no longer', async () => {
  const gone = change(recording[2] as Entry, ({ request }) => (request.url = `${service.url}/documents/999999`));
  const detail = /it is answered otherwise: GET \/documents\/\{id\} was answered 200 when .* 404 now/;
  expect(baselineOf(await check([gone], false))).toEqual({
    getDocument: { recorded: [expect.stringMatching(detail)] },
  });
});

it.each<[string, string[], RegExp]>([
  ['no HAR', ['--har', 'package.json'], /package.json is not a HAR file/],
  ['a missing file', ['--har', 'none.har'], /none.har cannot be read \(ENOENT\)/],
  ['a part beside it', ['--har', 'a.har', '--only', 'links'], /--only does not go with --har/],
  ['a description alone', ['--description', 'openapi.json'], /--description goes with --har/],
])('refuses %s', async (_what, args, message) => {
  const attempt = async () =>
    runContract(readOptions([...args, ...(args[2] ? [] : ['--description', description])], {}), () => undefined);
  if (args[0] === '--description') expect(() => readOptions(args, {})).toThrow(message);
  else await expect(attempt()).rejects.toThrow(message);
});

describe('the package of the run', () => {
  const root = path.join(import.meta.dirname, '../../..');
  const run = promisify(execFile);
  let installed: string;

  /** As npm installs it, without a registry: the packages that it depends on are those of this project. */
  beforeAll(async () => {
    installed = path.join(folder, 'node_modules/colophon-contract');
    await run(process.execPath, [commandFile('build:contract'), '--out', path.join(folder, 'package')], { cwd: root });
    await run('npm', ['pack', '--silent', './package'], { cwd: folder });
    await mkdir(installed, { recursive: true });
    const tarball = (await readdir(folder)).find((name) => /^colophon-contract-.*\.tgz$/.test(name)) ?? '';
    await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], { cwd: folder });
    const { dependencies } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(dependencies)).toEqual(['ajv', 'ajv-formats', 'junit-report-builder']);
    for (const name of Object.keys(dependencies))
      await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  });

  const start = async (...args: string[]) =>
    run(process.execPath, [path.join(installed, 'contract.mjs'), ...args], { cwd: folder });

  it('has its help, and the files that Schemathesis needs', async () => {
    expect((await start('--help')).stdout).toMatch(/^Usage: colophon-contract --url/);
    expect(await readFile(path.join(installed, 'README.md'), 'utf8')).toContain('--baseline FILE');
    const hooks = path.join(installed, 'scripts/contract/schemathesis/schemathesis_hooks.py');
    expect(await readFile(hooks, 'utf8')).toContain('RIGHT_REFUSALS');
  });

  it('checks recorded traffic, and writes its reports', async () => {
    await writeFile(path.join(folder, 'good.har'), JSON.stringify({ log: { entries: recording } }));
    const { stdout } = await start('--har', 'good.har', '--description', description, '--out', 'reports');
    expect(stdout).toMatch(/^6 passed, 0 failed, 0 skipped in \d+ s$/m);
    const reports = ['baseline.json', 'contract.html', 'contract.json', 'contract.xml'];
    expect((await readdir(path.join(folder, 'reports'))).sort()).toEqual(reports);
  });
});

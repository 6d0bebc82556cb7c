// The input of Schemathesis in a short run, and the use of its report; the run itself is `npm run contract`.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { METHODS, nodeAt, type Node, type OpenApiDocument } from '../../../core/description/openapi-document.ts';
import { operationsOf } from '../../../scripts/contract/operations.ts';
import { createReport, hideSecrets } from '../../../scripts/contract/report/report.ts';
import { runSchemathesis, type SchemathesisOutcome } from '../../../scripts/contract/schemathesis/schemathesis.ts';
import { runSchemathesisPart } from '../../../scripts/contract/schemathesis/schemathesis-part.ts';
import { VERSION } from '../../../scripts/contract/schemathesis/schemathesis-program.ts';
import { readResults } from '../../../scripts/contract/schemathesis/schemathesis-report.ts';
import { selectOperations } from '../../../scripts/contract/schemathesis/schemathesis-selection.ts';
import type { Answer, Session } from '../../../scripts/contract/session.ts';
import { bundle, operationIds } from '../../core/description/descriptions.ts';
import { operationOf } from '../../support/run/seen-statuses.ts';

let live: OpenApiDocument;
let folder: string;
beforeAll(async () => {
  live = JSON.parse(
    await readFile(new URL('../../../generated/openapi.expanded.json', import.meta.url), 'utf8'),
  ) as OpenApiDocument;
  // A type of the project.
  const paths = Object.entries(nodeAt(live, 'paths')).filter(([each]) => each.startsWith('/news'));
  const own = paths.map(([each, item]) => [each.replace('/news', '/recipes'), item]);
  live = { ...live, paths: { ...nodeAt(live, 'paths'), ...(Object.fromEntries(own) as Node) } };
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-schemathesis-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const isTypeName = (name: string): boolean =>
  ['images', 'documents', 'folders', 'media', 'recipes', 'files'].includes(name);
const requestsOf = (document: OpenApiDocument): { method: string; path: string; id: string }[] =>
  Object.entries(nodeAt(document, 'paths')).flatMap(([each, item]) =>
    METHODS.filter((method) => (item as Node)[method]).map((method) => ({
      method: method.toUpperCase(),
      path: each,
      id: String(((item as Node)[method] as Node)['operationId']),
    })),
  );

describe('a short run', () => {
  it('has every operation of the authored description, except those that would end the run or disturb others', async () => {
    const { document, excluded } = await selectOperations(live, { minutes: 5, readOnly: false });
    const tested = requestsOf(document).filter(({ id }) => !excluded.includes(id));
    const covered = new Set(
      tested.map(({ method, path: each }) => operationOf(method, each.replaceAll(/\{[^}]+\}/g, '1'), isTypeName)),
    );
    expect(operationIds(bundle).filter((id) => !covered.has(id))).toEqual([
      'createCredentialsChange',
      'deleteSessions',
      'signUp',
      'createEndpoint',
      'createEndpointPermission',
      'createConfigEntry',
    ]);
  });

  it('tests one shipped type and one of the project; a long run tests all', async () => {
    const types = async (minutes: number): Promise<string[]> => {
      const { document } = await selectOperations(live, { minutes, readOnly: false });
      const clones = Object.keys(nodeAt(document, 'paths')).filter((each) => each.endsWith('/actions/clone'));
      return clones.map((each) => each.split('/')[1] ?? '');
    };
    expect((await types(5)).sort()).toEqual(['folders', 'images', 'recipes']);
    expect(await types(60)).toEqual(expect.arrayContaining(['documents', 'events', 'recipes']));
  });

  it('that is read-only sends only GET', async () => {
    const { document, excluded, operations } = await selectOperations(live, { minutes: 5, readOnly: true });
    const tested = requestsOf(document).filter(({ id }) => !excluded.includes(id));
    expect(tested.length).toBe(operations);
    expect(new Set(tested.map(({ method }) => method))).toEqual(new Set(['GET']));
  });
});

describe('the report', () => {
  it('names each failure once, with the request and the response', async () => {
    const failure = { title: 'Server error', operation: 'GET /documents', message: 'No 5xx' };
    const check = { name: 'not_a_server_error', status: 'failure', failure_info: { failure } };
    const content = { $base64: Buffer.from('{"error":{}}').toString('base64') };
    const interaction = {
      request: { method: 'GET', uri: 'http://localhost/documents?q=a' },
      response: { status_code: 500, content },
    };
    const scenario = (id: string, label = 'GET /documents') => ({
      ScenarioFinished: {
        recorder: {
          label,
          checks: { [id]: [{ name: 'other', status: 'success' }, check] },
          interactions: { [id]: interaction },
        },
      },
    });
    const file = path.join(folder, 'events.ndjson');
    const events = [
      { Initialize: {} },
      scenario('a'),
      scenario('b'),
      // Of several operations, one after the other.
      scenario('c', 'Stateful tests'),
      { ScenarioFinished: { recorder: { label: 'x' } } },
    ];
    await writeFile(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const { tried, requests, failures } = await readResults(file, path.join(folder, 'none.ndjson'));
    expect([[...tried], requests]).toEqual([['GET /documents'], 3]);
    const detail = 'No 5xx\nGET http://localhost/documents?q=a\n500 {"error":{}}';
    expect(failures).toEqual([{ operation: 'GET /documents', title: 'Server error', detail }]);
  });

  it.each(['FlakyFailure', 'SystemError'])('has the record of a failure that did not recur (%s)', async (type) => {
    const file = path.join(folder, 'flaky.ndjson');
    const notes = path.join(folder, 'notes.ndjson');
    const value = { type, message: 'Inconsistent results' };
    await writeFile(file, JSON.stringify({ NonFatalError: { label: 'POST /clones', value } }));
    const note = (operation: string) => ({ operation, message: `No 5xx of ${operation}`, answer: '500 {}' });
    await writeFile(notes, ['POST /clones', 'GET /other'].map((each) => JSON.stringify(note(each))).join('\n'));
    const { failures } = await readResults(file, notes);
    expect(failures.map(({ operation }) => operation)).toEqual(['POST /clones']);
    expect(failures[0]?.detail.split('\n')).toEqual([JSON.stringify(value), 'No 5xx of POST /clones', '500 {}']);
    expect((await readResults(file, path.join(folder, 'none.ndjson'))).failures).toEqual([]);
  });

  it('has refusals that no schema explains as hints, once for each code, and not as failures', async () => {
    const file = path.join(folder, 'hints.ndjson');
    const notes = path.join(folder, 'hint-notes.ndjson');
    const value = { type: 'FlakyFailure', message: 'Inconsistent results' };
    await writeFile(file, JSON.stringify({ NonFatalError: { label: 'POST /notes', value } }));
    const hint = (code: string) => ({
      hint: true,
      operation: 'POST /notes',
      message: 'Schema-valid request rejected: Valid data\nExpected: 2xx',
      answer: `400 {"errors":[{"code":"${code}"}]}`,
    });
    const all = [hint('invalid_data'), hint('invalid_data'), hint('conflict')];
    await writeFile(notes, all.map((each) => JSON.stringify(each)).join('\n'));
    const { failures, hints } = await readResults(file, notes);
    expect(failures).toEqual([]);
    expect(hints.map(({ operation, detail }) => [operation, detail])).toEqual([
      ['POST /notes', '400 {"errors":[{"code":"invalid_data"}]}'],
      ['POST /notes', '400 {"errors":[{"code":"conflict"}]}'],
    ]);
  });
});

it.each([
  ['{"renew":"abc","name":"Ann"', '{"renew":"***","name":"Ann"'],
  [String.raw`"{\"jwt\": \"abc\", \"a\": 1}"`, String.raw`"{\"jwt\": \"***\", \"a\": 1}"`],
  ["{'password': 'two words'}", "{'password': '***'}"],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIi', 'Bearer ***'],
  ['/files/a?signature=abc&w=1', '/files/a?signature=***&w=1'],
  ['"secret_garden": "a book"', '"secret_garden": "a book"'],
])('secrets are hidden in %s', (text, shown) => {
  expect(hideSecrets(text)).toBe(shown);
});

describe('the program', () => {
  const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.c2lnbmF0dXJl';
  const RENEW = 'q7-opaque-refresh-token';
  const KEY = 'key-of-the-application';
  const run = (description: OpenApiDocument, out: string): Promise<SchemathesisOutcome> =>
    runSchemathesis({
      url: 'http://127.0.0.1:1',
      description,
      token: TOKEN,
      apiKey: KEY,
      minutes: 1,
      out,
      say: () => undefined,
    });
  afterEach(() => vi.unstubAllEnvs());

  /** A replacement for Schemathesis: it records its input, the responses and what it has `made`, and ends with `code`. */
  async function install(code: number, made: readonly string[] = []): Promise<string> {
    const bin = path.join(folder, 'colophon', `schemathesis-${VERSION}`, 'bin');
    await mkdir(bin, { recursive: true });
    const body = JSON.stringify({ meta: { jwt: TOKEN, renew: RENEW } });
    const check = {
      status: 'failure',
      failure_info: { failure: { title: 'Bad', operation: '', message: `'renew': '${RENEW}' is bad for ${KEY}` } },
    };
    const interaction = {
      request: { method: 'GET', uri: `http://localhost/?access_token=${TOKEN}` },
      response: { status_code: 200, content: { $base64: Buffer.from(body).toString('base64') } },
    };
    const recorder = { label: 'POST /auth', checks: { a: [check] }, interactions: { a: interaction } };
    await writeFile(path.join(bin, 'events'), `${JSON.stringify({ ScenarioFinished: { recorder } })}\n`);
    await writeFile(
      path.join(bin, 'schemathesis'),
      `#!/bin/sh
[ "$1" = --version ] && echo ${VERSION} && exit
for last; do :; done
echo "$last" > "$0.place"; ls -ld "$(dirname "$last")" >> "$0.place"
cp "$(dirname "$0")/events" "$last"
echo "$COLOPHON_TOKEN" > cached
printf '%s\\n' ${made.join(' ')} | grep . > "$COLOPHON_MADE"
echo "$COLOPHON_TOKEN $COLOPHON_API_KEY"; echo '${body}'
exit ${code}
`,
      { mode: 0o700 },
    );
    vi.stubEnv('XDG_CACHE_HOME', folder);
    return path.join(bin, 'schemathesis.place');
  }

  const secretsIn = (text: string): string[] => [TOKEN, RENEW, KEY].filter((secret) => text.includes(secret));

  it.each([1, 2])('that ends with %i leaves no secret in the folder, and keeps files of others', async (code) => {
    const place = await install(code);
    const out = await mkdtemp(path.join(folder, 'report-'));
    for (const name of ['mine.xml', 'mine.ndjson', 'schemathesis.log']) await writeFile(path.join(out, name), 'mine');
    const attempt = run(live, out);
    if (code === 1) {
      const { failures } = await attempt;
      const detail = `'renew': '***' is bad for ***\nGET http://localhost/?access_token=***\n200 {"meta":{"jwt":"***","renew":"***"}}`;
      expect(failures).toEqual([{ operation: 'POST /auth', title: 'Bad', detail }]);
    } else
      await expect(attempt).rejects.toThrow(`schemathesis ended with 2: see ${path.join(out, 'schemathesis.log')}`);
    const names = await readdir(out);
    expect(names).toEqual(expect.arrayContaining(['description.json', 'mine.ndjson', 'mine.xml', 'schemathesis.toml']));
    expect(names.includes('schemathesis.log')).toBe(code === 2);
    for (const name of names)
      expect([name, secretsIn(await readFile(path.join(out, name), 'utf8'))]).toEqual([name, []]);
    if (code === 2)
      expect(await readFile(path.join(out, 'schemathesis.log'), 'utf8')).toMatch(/^\*\*\* \*\*\*\n\{"meta"/);
    const [events = '', mode] = (await readFile(place, 'utf8')).split('\n');
    expect(mode).toMatch(/^drwx------/);
    await expect(readdir(path.dirname(events))).rejects.toThrow('ENOENT');
  });

  it('has a separate folder in that of the reports', async () => {
    await install(0);
    const out = await mkdtemp(path.join(folder, 'report-'));
    await writeFile(path.join(out, 'junit.xml'), 'mine');
    await runSchemathesisPart({
      session: { document: () => live, token: () => TOKEN, url: 'http://127.0.0.1:1' } as Session,
      report: createReport(['schemathesis']),
      deadline: performance.now() + 60_000,
      seed: 1,
      say: () => undefined,
      ...{ out, apiKey: undefined, readOnly: true, schemathesisMinutes: 1 },
    });
    expect((await readdir(out)).sort()).toEqual(['junit.xml', 'schemathesis']);
  });

  it.each([0, 2])('that ends with %i has what it has made removed, the latest first', async (code) => {
    const own = ['documents/7', 'objects/7/relations/2'].map((each) => `http://127.0.0.1:1/${each}`);
    await install(code, [...own, 'https://elsewhere.example/documents/1', '/roles/3']);
    const sent: string[] = [];
    const report = createReport(['schemathesis']);
    const session: Partial<Session> = {
      document: () => live,
      token: () => TOKEN,
      url: 'http://127.0.0.1:1',
      created: ['/tags/of-another-part'],
      operations: () => operationsOf(live),
      reload: () => Promise.resolve(),
      keepSignedIn() {
        sent.push('sign in');
        return Promise.resolve();
      },
      untilTheEnd: (act) => act(),
      send({ method, path: target }) {
        sent.push(`${method} ${target}`);
        const status = target.startsWith('/roles') ? 409 : 204;
        return Promise.resolve({ status, shown: { request: '', answer: '' } } as Answer);
      },
    };
    const part = runSchemathesisPart({
      session: session as Session,
      report,
      deadline: performance.now() + 60_000,
      seed: 1,
      say: () => undefined,
      ...{
        out: await mkdtemp(path.join(folder, 'report-')),
        apiKey: undefined,
        readOnly: false,
        schemathesisMinutes: 1,
      },
    });
    if (code === 0) await part;
    else await expect(part).rejects.toThrow('schemathesis ended with 2');
    const again = ['DELETE /roles/3', 'DELETE /roles/3'];
    // One of its requests may have ended the session.
    expect(sent).toEqual(['sign in', 'DELETE /roles/3', 'DELETE /documents/7', 'DELETE /trash/7', ...again]);
    expect(report.notes()).toEqual(['Schemathesis has made /roles/3, which cannot be removed']);
  });

  it('does not get a description with another server', async () => {
    const description = { paths: { '/documents': { $ref: 'file:///etc/passwd' } } };
    const out = path.join(folder, 'elsewhere');
    const { passed, failures } = await run(description, out);
    expect([passed, failures]).toEqual([
      0,
      [expect.objectContaining({ detail: 'it refers to "file:///etc/passwd", which is not in it' })],
    ]);
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  });
});

it('on a machine without Python it is skipped with the reason', async () => {
  const empty = await mkdtemp(path.join(folder, 'empty-'));
  vi.stubEnv('PATH', empty);
  vi.stubEnv('XDG_CACHE_HOME', empty);
  const outcome = await runSchemathesis({
    url: 'http://127.0.0.1:1',
    description: {},
    token: '',
    minutes: 1,
    out: folder,
    say: () => undefined,
  });
  vi.unstubAllEnvs();
  expect(outcome.skipped).toBe('python3 (3.10 or later, with venv) is not installed');
  expect(outcome.failures).toEqual([]);
});

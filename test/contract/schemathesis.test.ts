// What Schemathesis is given in a short run, and what comes of its report; the run itself is `npm run contract`.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { METHODS, nodeAt, type Node, type OpenApiDocument } from '../../core/model/openapi-document.ts';
import { runSchemathesis } from '../../scripts/contract/schemathesis.ts';
import { readResults } from '../../scripts/contract/schemathesis-report.ts';
import { selectOperations } from '../../scripts/contract/schemathesis-selection.ts';
import { bundle, operationIds } from '../core/descriptions.ts';
import { operationOf } from '../support/seen-statuses.ts';

let live: OpenApiDocument;
let folder: string;
beforeAll(async () => {
  live = JSON.parse(
    await readFile(new URL('../../generated/openapi.expanded.json', import.meta.url), 'utf8'),
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
  it('has every operation of the authored description, but those that would end it or trouble others', async () => {
    const { document, excluded } = await selectOperations(live, { minutes: 5, readOnly: false });
    const asked = requestsOf(document).filter(({ id }) => !excluded.includes(id));
    const covered = new Set(
      asked.map(({ method, path: each }) => operationOf(method, each.replaceAll(/\{[^}]+\}/g, '1'), isTypeName)),
    );
    expect(operationIds(bundle).filter((id) => !covered.has(id))).toEqual([
      'createCredentialsChange',
      'signUp',
      'createEndpoint',
      'createEndpointPermission',
      'createConfigEntry',
    ]);
  });

  it('looks at one shipped type and one of the project, a long one at all', async () => {
    const types = async (minutes: number): Promise<string[]> => {
      const { document } = await selectOperations(live, { minutes, readOnly: false });
      const clones = Object.keys(nodeAt(document, 'paths')).filter((each) => each.endsWith('/actions/clone'));
      return clones.map((each) => each.split('/')[1] ?? '');
    };
    expect((await types(5)).sort()).toEqual(['folders', 'images', 'recipes']);
    expect(await types(60)).toEqual(expect.arrayContaining(['documents', 'events', 'recipes']));
  });

  it('that may only read asks nothing else', async () => {
    const { document, excluded, operations } = await selectOperations(live, { minutes: 5, readOnly: true });
    const asked = requestsOf(document).filter(({ id }) => !excluded.includes(id));
    expect(asked.length).toBe(operations);
    expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
  });
});

describe('the report', () => {
  it('names each failure once, with the request and the answer', async () => {
    const failure = { title: 'Server error', operation: 'GET /documents', message: 'No 5xx' };
    const check = { name: 'not_a_server_error', status: 'failure', failure_info: { failure } };
    const content = { $base64: Buffer.from('{"error":{}}').toString('base64') };
    const interaction = {
      request: { method: 'GET', uri: 'http://localhost/documents?q=a' },
      response: { status_code: 500, content },
    };
    const scenario = (id: string) => ({
      ScenarioFinished: {
        recorder: {
          label: 'GET /documents',
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
      { ScenarioFinished: { recorder: { label: 'x' } } },
    ];
    await writeFile(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const { tried, requests, failures } = await readResults(file);
    expect([[...tried], requests]).toEqual([['GET /documents'], 2]);
    const detail = 'No 5xx\nGET http://localhost/documents?q=a\n500 {"error":{}}';
    expect(failures).toEqual([{ operation: 'GET /documents', title: 'Server error', detail }]);
  });
});

it('a machine without Python skips it, and says why', async () => {
  vi.stubEnv('PATH', folder);
  vi.stubEnv('XDG_CACHE_HOME', folder);
  const outcome = await runSchemathesis({
    url: 'http://127.0.0.1:1',
    description: path.join(folder, 'none.json'),
    token: '',
    minutes: 1,
    out: folder,
    say: () => undefined,
  });
  vi.unstubAllEnvs();
  expect(outcome.skipped).toBe('python3 (3.10 or later, with venv) is not installed');
  expect(outcome.failures).toEqual([]);
});

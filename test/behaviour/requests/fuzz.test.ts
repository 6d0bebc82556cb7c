// `npm run fuzz`: the same seed makes the same requests, and the faults that it finds in a faulty service. `npm
// run tool -- smallest` runs it on a service without faults.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../../scripts/fuzz/corpus.ts';
import { hostileFile } from '../../../scripts/fuzz/files.ts';
import { faultOf, repeatLine } from '../../../scripts/fuzz/judge.ts';
import { makeRequest, type MadeRequest } from '../../../scripts/fuzz/make-request.ts';
import { bytesOf, send } from '../../../scripts/fuzz/message.ts';
import { fuzz, type FuzzResult } from '../../../scripts/fuzz/run.ts';
import type { World } from '../../../scripts/fuzz/world.ts';
import { operationsOf, type Operation } from '../../../scripts/contract/operations.ts';
import { createRandom } from '../../../scripts/faults/random.ts';

const description = (paths: Record<string, unknown>) => ({
  openapi: '3.0.3',
  info: { title: 'x', version: '1' },
  paths,
});

const body = {
  content: {
    'application/vnd.api+json': {
      examples: { one: { value: { data: { type: 'things', attributes: { title: 'A' } } } } },
    },
  },
};
const described = description({
  '/things': {
    get: { operationId: 'listThings', responses: {} },
    post: { operationId: 'createThing', requestBody: body, responses: {} },
  },
  '/things/{thing_id}': { get: { operationId: 'getThing', responses: {} } },
});

const world = {
  url: new URL('http://127.0.0.1:1'),
  credentials: () => ({ Authorization: 'Bearer t' }),
  values: () => ['1'],
} as unknown as World;
const operations: Operation[] = operationsOf(described as never);
const make = (number: number, seed = 5): MadeRequest => makeRequest(number, seed, operations, world);

describe('hostile requests', () => {
  it('are the same for the same seed and number, and others for another seed', () => {
    const bytes = (seed: number): string[] =>
      Array.from({ length: 300 }, (_, number) => bytesOf(make(number, seed).message, 'host').toString('latin1'));
    expect(bytes(5)).toEqual(bytes(5));
    const others = bytes(6);
    expect(bytes(5).filter((text, at) => text === others[at]).length).toBeLessThan(60);
  });

  it('are of all kinds, to each operation, by each kind of caller', () => {
    const made = Array.from({ length: 600 }, (_, number) => make(number));
    const tried = new Set(made.map(({ category }) => category));
    // No operation here has a file as its body.
    expect(CATEGORIES.filter((category) => !tried.has(category))).toEqual([]);
    expect(new Set(made.map(({ operation }) => operation.operationId)).size).toBe(3);
    expect(new Set(made.map(({ kind }) => kind)).size).toBe(6);
    const all = made.map(({ message }) => bytesOf(message, 'host').toString('latin1')).join('\n');
    for (const each of [
      '$where',
      '__proto__',
      '%c0%af',
      'X-Forwarded-For',
      '[[[[[',
      '%2e%2e%2f',
      'Transfer-Encoding: xchunked',
    ])
      expect([each, all.includes(each)]).toEqual([each, true]);
  });

  it('have pictures that claim more pixels than they have', () => {
    const random = createRandom(1);
    const files = new Map(Array.from({ length: 300 }, () => hostileFile(random)).map((file) => [file.name, file]));
    const huge = files.get('huge.png');
    expect(files.size).toBeGreaterThan(15);
    expect([huge?.bytes.readUInt32BE(16), huge?.bytes.readUInt32BE(20), (huge?.bytes.length ?? 0) < 1_000]).toEqual([
      60_000,
      60_000,
      true,
    ]);
  });
});

describe('a response', () => {
  const of = (status: number, text = '', more = {}) => ({
    status,
    text,
    head: `HTTP/1.1 ${status} X`,
    milliseconds: 5,
    ...more,
  });
  const [made] = [make(0)];
  it.each([
    [of(200), undefined],
    [of(404, '{"error":{}}'), undefined],
    [of(500), 'status 500'],
    [of(503), 'status 503'],
    [of(400, 'MongoServerError: bad'), 'it reveals internals'],
    [of(400, '    at run (file:///srv/a.ts:1:1)'), 'it reveals internals'],
    [of(200, 'root:x:0:0:root:/root'), 'it shows a file or a secret of the machine'],
    [of(200, '', { head: 'HTTP/1.1 200 OK\r\nX-Injected: 1' }), 'a header was injected'],
    [of(200, '', { milliseconds: 9_000 }), 'slow: 9000 ms'],
    [of(0, '', { lost: 'no answer within 30000 ms' }), 'no answer within 30000 ms'],
  ])('%j is judged: %s', (answer, fault) => {
    expect(faultOf({ ...made, category: 'sizes' }, answer, 5_000)).toBe(fault);
  });

  it('of a fault has a line that repeats it, without the token', () => {
    const message = {
      method: 'GET',
      target: "/things?q='a",
      headers: [
        ['Authorization', 'Bearer secret'],
        ['X-A', "it's"],
      ] as const,
    };
    expect(repeatLine({ ...made, kind: 'admin', message }, 5)).toBe(
      `curl -gi --path-as-is -X GET -H "Authorization: Bearer $TOKEN" -H 'X-A: it'\\''s' "$URL"'/things?q='\\''a'   # or npm run fuzz -- --seed 5 --only 0`,
    );
    expect(repeatLine({ ...made, message: { ...message, raw: Buffer.from('x') } }, 5)).toBe(
      'npm run fuzz -- --seed 5 --only 0',
    );
  });
});

describe('a run against a service with faults', () => {
  let server: Server;
  let url = '';
  let metric = 100;
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end('{}');
  let serial = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      request.resume();
      const json = (status: number, value: unknown) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
      if (path === '/metrics') return response.end(`process_resident_memory_bytes ${metric * 2 ** 20}\n`);
      if (path === '/ready') return response.end('{}');
      if (path === '/openapi.json?side=all') return json(200, described);
      if (path === '/auth') return json(200, { meta: { jwt: 'token' } });
      const isSetUp = request.method === 'POST' && !path.startsWith('/things');
      return isSetUp
        ? json(201, { data: { id: String(++serial), meta: { api_key: 'key' } } })
        : answer(request, response);
    });
    server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const run = (more = {}): Promise<FuzzResult> =>
    fuzz({
      service: { url, username: 'admin', password: 'words' },
      metricsToken: 'token',
      seed: 3,
      minutes: 10,
      requests: 90,
      only: undefined,
      slow: 60_000,
      memory: 500,
      say: () => undefined,
      ...more,
    });

  it('reports none without faults', async () => {
    answer = (_request, response) => response.writeHead(404).end('{"error":{}}');
    const { faults, operations, rows } = await run();
    expect(faults).toEqual([]);
    expect(operations).toEqual({ requested: 3, all: 3 });
    expect([...rows.values()].reduce((sum, { requests }) => sum + requests, 0)).toBe(90);
  });

  it('reports each fault once, with the line that repeats it', async () => {
    answer = (request, response) =>
      response.writeHead(/__proto__|\$where/.test(request.url ?? '') ? 500 : 404).end('{}');
    const { faults } = await run({ requests: 400 });
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.map(({ operation, title }) => `${operation} ${title}`)).toEqual([
      ...new Set(faults.map(({ operation, title }) => `${operation} ${title}`)),
    ]);
    expect(faults[0]).toMatchObject({
      title: 'status 500',
      repeat: expect.stringMatching(/--seed 3 --only \d+$/) as string,
    });
    const only = Number(/--only (\d+)$/.exec(faults[0]?.repeat ?? '')?.[1]);
    expect((await run({ only })).faults).toMatchObject([{ title: 'status 500' }]);
  });

  it('finds what is slow twice, and too much memory', async () => {
    answer = (request, response) =>
      void setTimeout(() => response.writeHead(404).end('{}'), request.method === 'POST' ? 400 : 0);
    metric = 900;
    const { faults, memory } = await run({ requests: 24, slow: 300 });
    expect(faults.map(({ title }) => title.replace(/\d+/, 'N'))).toEqual(
      expect.arrayContaining(['slow: N ms', 'N MB of memory']),
    );
    expect(memory.most).toBe(900);
  });

  it('sends bytes that no client would send', async () => {
    const { hostname: host, port } = new URL(url);
    const raw = Buffer.from('GET / HTTP/1.1\r\nX-A\0: b\r\n\r\n');
    const got = await send({ method: 'GET', target: '/', headers: [], raw }, { host, port: Number(port) }, 2_000);
    expect(got.status).toBe(400);
  });
});

// No header, path, query or body needs more than linear time: twice the length is about twice the work.
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../../support/clients/raw-request.ts';
import { serviceForTests } from '../../support/service.ts';
import { storeObjectFile } from '../../support/files/uploads.ts';
import { processorTime } from '../../support/run/processor-time.ts';

/** Milliseconds of work that are too few to compare. */
const FLOOR = 25;
const LARGEST_GROWTH = 3;
const RUNS = 12;
/** Characters; twice as many are still below the limits of headers and URLs. */
const LINE = 7000;
const BODY = 200_000;

interface Sent {
  /** A session cookie is read only without a token; true unless given. */
  isSignedIn?: boolean;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const PIECES = ['"\\"', '\\"', '"', ',', ' ', ';a=', 'a', '(', '[a]', '%20', '-', '.', '/'];
/** `length` characters of a piece between two letters, so that no end is trimmed and no pattern ends with the run. */
const filled = (piece: string, length: number): string => `a${piece.repeat(Math.floor(length / piece.length))}a`;

const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'content-disposition',
  'content-encoding',
  'content-transfer-encoding',
  'content-type',
  'cookie',
  'expect',
  'host',
  'if-match',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'origin',
  'range',
  'sec-fetch-site',
  'x-api-key',
  'x-forwarded-for',
];

const test = serviceForTests({ env: { LEGACY_ROOT: '', TRUST_PROXY: '1' } });
let raw: RawClient;
let file: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  raw = await openRawClient(test);
  ({ path: file } = await storeObjectFile(test, {
    name: 'a.txt',
    content: Buffer.from('wombat'),
    mediaType: 'text/plain',
  }));
});
afterAll(async () => {
  agent.destroy();
  await raw.close();
});

/** @returns status of the response */
const send = ({ method = 'GET', path, headers = {}, body, isSignedIn = true }: Sent): Promise<number> =>
  new Promise((resolve, reject) => {
    const token = isSignedIn ? { authorization: `Bearer ${test.admin.token ?? ''}` } : {};
    request(raw.base, { agent, method, path, headers: { ...token, ...headers } })
      .on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)))
      .on('error', reject)
      .end(body);
  });

/** Milliseconds of the processor. */
async function workOf(sent: Sent): Promise<number> {
  const work = processorTime();
  const status = await send(sent);
  const ms = work();
  expect([status < 500, status], sent.path.slice(0, 60)).toEqual([true, status]);
  return ms;
}

/**
 * The minimum of several runs is used: other work of the machine makes a run slower, never faster.
 * @returns the inputs that grow too fast, as text
 */
async function tooFast(name: string, length: number, make: (length: number) => Sent): Promise<string[]> {
  let once = Infinity;
  let twice = Infinity;
  for (let run = 0; run < RUNS; run++) {
    twice = Math.min(twice, await workOf(make(2 * length)));
    if (twice <= FLOOR) return [];
    once = Math.min(once, await workOf(make(length)));
    if (run > 1 && twice <= LARGEST_GROWTH * once) return [];
  }
  return twice > LARGEST_GROWTH * once ? [`${name}: ${once.toFixed(1)} ms, twice as long ${twice.toFixed(1)} ms`] : [];
}

/** @param make request with a text in it */
async function faultsOf(name: string, length: number, make: (text: string) => Sent): Promise<string[]> {
  const faults: string[] = [];
  for (const piece of PIECES)
    faults.push(...(await tooFast(`${name} of ${piece}`, length, (size) => make(filled(piece, size)))));
  return faults;
}

const inUrl = (text: string): string =>
  text.replace(/[ "\\]/g, (one) => ({ ' ': '+', '"': "'", '\\': '|' })[one] ?? one);

describe('twice the length takes about twice the time', () => {
  it.each(HEADERS)('of the header %s', async (header) => {
    const places: Sent[] = [
      { path: '/documents?page_size=1' },
      { path: file },
      { method: 'OPTIONS', path: '/documents' },
      { method: 'POST', path: '/documents' },
      { method: 'POST', path: '/streams/upload/a.txt' },
    ];
    if (['cookie', 'host', 'origin', 'if-none-match'].includes(header))
      places.push({ path: '/documents', headers: { accept: 'text/html' }, isSignedIn: false });
    for (const place of places) {
      const name = `${header} of ${place.method ?? 'GET'} ${place.path}`;
      const make = (text: string): Sent => ({ ...place, headers: { ...place.headers, [header]: text } });
      expect(await faultsOf(name, LINE, make)).toEqual([]);
    }
  });

  it('of each query parameter of the description', async () => {
    const { paths } = (await test.admin.get('/openapi.json?side=all')).body as {
      paths: Record<string, Record<string, unknown>>;
    };
    const components = (await test.admin.get('/openapi.json?side=all')).body as {
      components: { parameters: Record<string, object> };
    };
    const places = new Map<string, string>();
    for (const [path, item] of Object.entries(paths)) {
      const { parameters = [] } = (item['get'] ?? {}) as { parameters?: { $ref?: string }[] };
      const own = (item['parameters'] ?? []) as { $ref?: string }[];
      for (const each of [...own, ...parameters]) {
        const known =
          each.$ref === undefined ? each : components.components.parameters[each.$ref.split('/').at(-1) ?? ''];
        const { name, in: where } = known as { name: string; in: string };
        const side = /^\/(?:objects|poster|thumb)/.test(path) ? 'legacy' : 'list';
        if (where === 'query' && !places.has(`${side} ${name}`))
          places.set(`${side} ${name}`, `${path.replace(/\{[^}]*\}/g, '1')}?${name}=`);
      }
    }
    expect(places.size).toBeGreaterThan(20);
    for (const place of places.values())
      expect(
        await faultsOf(place, LINE, (text) => ({ path: place + inUrl(text), headers: { accept: '*/*' } })),
      ).toEqual([]);
  });

  it.each(['/', '/documents/', '/objects/', '/auth/', '/documents?', '/documents?filter[title]=', '/documents?a'])(
    'of the text after %s',
    async (start) => {
      expect(await faultsOf(start, LINE, (text) => ({ path: start + inUrl(text) }))).toEqual([]);
    },
  );

  const JSON_API = { 'content-type': 'application/vnd.api+json' };
  it.each<[string, (text: string) => Sent]>([
    ['that is no JSON', (body) => ({ method: 'POST', path: '/documents', headers: JSON_API, body: `[${body}` })],
    ...['title', 'uname', 'lang', 'body', 'status', 'publish_start'].map((name): [string, (text: string) => Sent] => [
      `with a long ${name}`,
      (text) => ({
        method: 'POST',
        path: '/documents',
        headers: JSON_API,
        // One attribute that is refused, so that the checks run and no row is stored.
        body: JSON.stringify({ data: { type: 'documents', attributes: { [name]: text, wrong: 1 } } }),
      }),
    ]),
  ])('of a body %s', async (name, make) => {
    expect(await faultsOf(name, BODY, make)).toEqual([]);
  });

  /** Members or items that fill about `length` characters. */
  const names = (length: number): string[] =>
    Array.from({ length: Math.ceil(length / 16) }, (_, index) => `n_${index}`);
  const members = (length: number, value: unknown): Record<string, unknown> =>
    Object.fromEntries(names(length).map((name) => [name, value]));
  const nested = (length: number): unknown => {
    let value: unknown = 1;
    for (let depth = 0; depth < length / 8; depth++) value = { n: value };
    return value;
  };
  const resource = (path: string, attributes: object): Sent => ({
    method: 'POST',
    path,
    headers: JSON_API,
    body: JSON.stringify({ data: { type: path.split('/').at(-1), attributes } }),
  });
  const webhook = (given: object): Sent =>
    resource('/admin/webhooks', {
      name: 'w',
      url: 'https://example.org/w',
      events: ['colophon.object.updated'],
      ...given,
    });
  const config = (content: unknown): Sent =>
    resource('/admin/config', { name: 'Linear.time', context: 'core', content, wrong: 1 });
  const legacy = (custom_properties: unknown): Sent => ({
    method: 'POST',
    path: '/objects',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ data: { object_type: 'document', title: 'x', parents: [1], custom_properties } }),
  });

  it.each<[string, number, (length: number) => Sent]>([
    ['the filter of a webhook, with many members', BODY, (length) => webhook({ filter: members(length, 'a') })],
    [
      'the filter of a webhook, with many operators',
      BODY,
      (length) => webhook({ filter: { title: members(length, 'a') } }),
    ],
    [
      'the filter of a webhook, with a long list',
      BODY,
      (length) => webhook({ filter: { title: { in: names(length) } } }),
    ],
    [
      'the filter of a webhook, with a long value',
      BODY,
      (length) => webhook({ filter: { title: 'a,'.repeat(length / 2) } }),
    ],
    ['the filter of a webhook, deep', LINE, (length) => webhook({ filter: nested(length) })],
    ['the types of a webhook', BODY, (length) => webhook({ object_types: names(length) })],
    ['the fields of a webhook', BODY, (length) => webhook({ fields: names(length).join() })],
    ['an entry of the configuration', BODY, (length) => config(JSON.stringify(members(length, 'a')))],
    ['a list in the configuration', BODY, (length) => config(JSON.stringify(names(length)))],
    ['the name of an entry', BODY, (length) => resource('/admin/config', { name: 'a.'.repeat(length / 2) })],
    ['legacy custom properties', BODY, (length) => legacy(members(length, 'a'))],
    ['a legacy custom property with many members', BODY, (length) => legacy({ n: members(length, null) })],
    ['legacy custom properties that are null', BODY, (length) => legacy(members(length, null))],
  ])('of %s', async (name, length, make) => {
    expect(await tooFast(name, length, make)).toEqual([]);
  });
});

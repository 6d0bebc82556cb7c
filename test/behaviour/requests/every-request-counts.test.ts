// Every request passes the limits of its caller, and has a cost that follows from what it asks for (D720).
import { describe, expect, it } from 'vitest';
import supertest from 'supertest';
import { EVENT_STREAM } from '../../../core/network/event-stream.ts';
import { JSON_API as JSON_API_TYPE, negotiateFor } from '../../../core/http/request/media-types.ts';
import type { Operation } from '../../../core/http/routing/operation.ts';
import { costOf, type Cost } from '../../../core/http/limits/request-cost.ts';
import { type Client, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({
  env: { TRUST_PROXY: '1', CALLER_RATE: '5/10m', RATE_LIMIT: '1000/10m', CORS_ORIGINS: 'https://site.example' },
});

const ASSET = '/docs/assets/swagger-ui.css';
const html = { Accept: 'text/html' };
const preflight = { Origin: 'https://site.example', 'Access-Control-Request-Method': 'PATCH' };

/** Requests of every kind that is answered somewhere else in the code. */
const KINDS: readonly [string, 'get' | 'head' | 'post' | 'options' | 'put', Record<string, string>?][] = [
  ['/', 'get'],
  ['/docs', 'get'],
  ['/docs/', 'get'],
  ['/docs/start.js', 'get'],
  ['/docs/docs.css', 'get'],
  ['/docs/errors', 'head'],
  ['/docs/guide', 'get'],
  ['/docs/guide?q=filters', 'get'],
  ['/docs/limits', 'get'],
  ['/docs/nothing', 'get'],
  ['/docs/nothing', 'post'],
  [ASSET, 'get'],
  ['/docs/assets/nothing.css', 'get'],
  ['/home', 'get'],
  ['/home', 'get', html],
  ['/status', 'get'],
  ['/html', 'get'],
  ['/html/sign-in', 'get'],
  ['/html/sign-out', 'post'],
  ['/html/find/documents?field=title', 'get'],
  ['/html/nothing', 'get'],
  ['/nothing', 'get'],
  ['/nothing', 'get', html],
  ['/documents/1', 'put'],
  ['/documents', 'options'],
  ['/documents', 'options', preflight],
  ['/documents', 'get', { Accept: 'image/png' }],
  ['/documents', 'get', { Authorization: 'Bearer none' }],
  ['/documents', 'get', { 'X-Api-Key': 'none' }],
  ['/documents?page=none', 'get'],
  ['/openapi.json', 'get'],
  ['/openapi.yaml', 'head'],
  ['/streams/download/none', 'get'],
  ['/media/thumbs/1/none', 'get'],
  ['/posters/1', 'get'],
  ['/feed', 'get'],
  ['/feed', 'head', { Accept: EVENT_STREAM }],
  ['/metrics', 'get', { Authorization: 'Bearer none' }],
];

let last = 0;
const nextAddress = () => ({ 'X-Forwarded-For': `10.7.0.${++last}` });

/** Pages of the reference are no part of the description. */
const ask = (client: Client, [path, method, headers]: (typeof KINDS)[number], address: Record<string, string>) =>
  path.startsWith('/docs')
    ? supertest(test.service.app)
        [method](path)
        .set({ ...headers, ...address })
    : client.request(method, path, (sending) => sending.redirects(0).set({ ...headers, ...address }));

it.each(KINDS)('%s by %s counts for its address, and is refused with 429 beyond the limit', async (...kind) => {
  const address = nextAddress();
  for (let n = 0; n < 5; n++) await ask(test.anonymous, kind, address);
  expect((await test.anonymous.get('/home', address)).status).toBe(429);
  const refused = await ask(test.anonymous, kind, address);
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
});

it('probes count as well, and are always answered', async () => {
  for (const path of ['/health', '/ready']) {
    const address = nextAddress();
    for (let n = 0; n < 5; n++) await test.anonymous.get(path, address);
    expect((await test.anonymous.get('/home', address)).status).toBe(429);
    expect((await test.anonymous.get(path, address)).status).toBe(200);
  }
});

it('the rate limit over all processes counts what is answered without an operation', async () => {
  for (const kind of KINDS.filter(([, , headers]) => headers !== preflight)) {
    const address = nextAddress();
    const { headers } = await ask(test.anonymous, kind, address);
    expect([kind, headers['ratelimit']]).toEqual([kind, expect.stringMatching(/r=99\d;/)]);
  }
});

describe('the cost', () => {
  const asked = (operation: Operation, accept: string | undefined, query: Record<string, unknown> = {}): Cost =>
    costOf({ operation, query, mediaType: negotiateFor(operation, { accept }) });
  const operations = (): readonly Operation[] => test.service.services.routes().operations as readonly Operation[];

  it('of each operation and media type follows from what the request asks for', () => {
    const seen = operations().flatMap((operation) =>
      (operation.produces.length > 0 ? operation.produces : [JSON_API_TYPE]).map(
        (type) => [operation, type, asked(operation, type)] as const,
      ),
    );
    const of = (cost: Cost): string[] =>
      seen
        .filter(([operation, , given]) => given === cost && (cost !== 'write' || operation.method === 'get'))
        .map(([{ operationId }, type]) => `${operationId} ${type}`);
    expect(new Set(of('probe').map((each) => each.split(' ')[0]))).toEqual(
      new Set(['getHealth', 'getReady', 'getMetrics']),
    );
    expect(of('stream')).toEqual(['listFeedEvents text/event-stream']);
    expect(of('download')).toEqual(['downloadThumbnail */*', 'downloadStream */*']);
    expect(of('upload').map((each) => each.split(' ')[0])).toEqual(
      operations().flatMap(({ operationId, consumes, produces }) =>
        consumes.includes('*/*') ? produces.map(() => operationId) : [],
      ),
    );
    expect(new Set(of('expensive').map((each) => each.split(' ')[0]))).toEqual(
      new Set(
        'changeResources editObjects listFeedEvents getDescription getDescriptionYaml getProject listThumbnails getThumbnails getPoster listPosters getPosterAlias'.split(
          ' ',
        ),
      ),
    );
    // No read is a write, and no write is cheap.
    expect(of('write')).toEqual([]);
    expect(of('cheap').filter((each) => /^(?:create|update|delete|add|replace|remove|sign)/.test(each))).toEqual([]);
  });

  it('of each read with a filter, a search, an include or a sort is expensive', () => {
    const reads = operations().filter(({ method }) => method === 'get');
    for (const name of ['filter', 'q', 'include', 'sort', 'embed', 'count', 'compare', 'page[total]']) {
      const cheap = reads.filter((operation) => asked(operation, undefined, { [name]: 'x' }) === 'cheap');
      expect(cheap).toEqual([]);
    }
  });
});

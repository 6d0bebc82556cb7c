// Repetitions of colophon/client: which requests are repeated, after which wait, and what the caller gets in the end.
import { describe, expect, it, vi } from 'vitest';
import { createClient, type ClientOptions } from '../../core/client/index.ts';
import { openListeningService } from '../support/clients/listening-service.ts';

type Outcome = number | 'broken' | { status: number; after: string };

/** A client whose requests end like this, one after the other; then with 200. */
function clientWith(outcomes: readonly Outcome[], options: Partial<ClientOptions> = {}) {
  const sent: { method: string; key: string | null; body: string }[] = [];
  const client = createClient({
    url: 'http://127.0.0.1:1',
    async fetch(request) {
      sent.push({
        method: request.method,
        key: request.headers.get('idempotency-key'),
        body: await request.text(),
      });
      const outcome = outcomes[sent.length - 1] ?? 200;
      if (outcome === 'broken') throw new TypeError('fetch failed');
      const { status, after = '0' } = typeof outcome === 'number' ? { status: outcome } : outcome;
      const headers = { 'content-type': 'application/vnd.api+json', ...(status !== 200 && { 'retry-after': after }) };
      return new Response('{"data":[]}', { status, headers });
    },
    ...options,
  });
  return { client, sent };
}

const body = { data: { type: 'documents', attributes: { title: 'Once' } } };
const KEYED = { 'Idempotency-Key': 'b6b3c0a4' };

describe('a request that is refused for the moment', () => {
  it.each<[string, Outcome[]]>([
    ['429', [429, 429]],
    ['503', [503, 503]],
    ['a broken connection', ['broken', 'broken']],
  ])('is repeated if it reads: %s', async (_what, outcomes) => {
    const { client, sent } = clientWith(outcomes);
    expect(await client.get('/documents' as '/folders')).toEqual({ data: [] });
    expect(sent).toHaveLength(3);
  });

  it('is repeated with the same body and key if it has one', async () => {
    const { client, sent } = clientWith([503, 'broken']);
    await client.post('/{object_type_name}', { path: { object_type_name: 'documents' }, body, headers: KEYED });
    expect(sent).toEqual(Array(3).fill({ method: 'POST', key: 'b6b3c0a4', body: JSON.stringify(body) }));
  });

  it.each<[string, Outcome, number]>([
    ['503', 503, 1],
    ['a broken connection', 'broken', 1],
    ['429, of which nothing was done', 429, 3],
  ])('is sent once if it writes without a key, unless nothing was done: %s', async (_what, outcome, times) => {
    const { client, sent } = clientWith([outcome, outcome, outcome]);
    const write = client.post('/{object_type_name}', { path: { object_type_name: 'documents' }, body });
    await expect(write).rejects.toThrow();
    expect(sent).toHaveLength(times);
  });

  it('is not repeated when it is refused for another reason, when it is to wait long, and by a client without retries', async () => {
    for (const [outcome, options] of [
      [500, {}],
      [404, {}],
      [{ status: 429, after: '60' }, {}],
      [{ status: 429, after: '2' }, { longestWait: 1_000 }],
      [429, { retries: 0 }],
    ] as const) {
      const { client, sent } = clientWith([outcome], options);
      await expect(client.get('/folders')).rejects.toMatchObject({ name: 'ColophonError' });
      expect([outcome, sent.length]).toEqual([outcome, 1]);
    }
  });

  it('is no longer waited for when it is aborted', async () => {
    const controller = new AbortController();
    const { client, sent } = clientWith([{ status: 503, after: '10' }]);
    const read = client.get('/folders', { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toHaveLength(1);
  });

  it('gives the last refusal to its caller', async () => {
    const { client, sent } = clientWith([503, 503, 429]);
    await expect(client.get('/folders')).rejects.toMatchObject({ status: 429 });
    expect(sent).toHaveLength(3);
  });
});

it('a service that limits its callers gets a request again after the time that it has named', async () => {
  const listening = await openListeningService({ env: { CALLER_RATE: '3/5s' } });
  try {
    const client = createClient({ url: listening.url });
    for (let count = 0; count < 3; count++) await client.get('/home');
    const fourth = client.get('/home');
    await vi.waitFor(() => expect(listening.requests).toHaveLength(4), 20_000);
    listening.test.clock.advance(5_000);
    await fourth;
    expect(listening.requests).toHaveLength(5);
  } finally {
    await listening.close();
  }
});

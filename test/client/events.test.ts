// client.events(): changes as they happen, also when the stream is cut.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ColophonError, createClient, type Client, type FeedEvent } from '../../core/client/index.ts';
import { openListeningService, type ListeningService } from '../support/clients/listening-service.ts';
import { PASSWORD } from '../support/service.ts';

let listening: ListeningService;
let client: Client;
/** Ends the stream that is open, as a proxy or a restart does. */
let cut: () => void = () => undefined;
let connections = 0;

beforeAll(async () => {
  listening = await openListeningService();
  client = createClient({
    url: listening.url,
    async fetch(request) {
      if (!request.url.includes('/feed')) return fetch(request);
      connections += 1;
      const broken = new AbortController();
      cut = () => broken.abort();
      return fetch(request, { signal: AbortSignal.any([request.signal, broken.signal]) });
    },
  });
  await client.signIn({ username: 'admin', password: PASSWORD });
});
afterAll(() => listening.close());

const create = async (title: string): Promise<string> => {
  const body = { data: { type: 'documents', attributes: { title, status: 'draft' } } };
  return (await client.post('/{object_type_name}', { path: { object_type_name: 'documents' }, body })).data.id;
};
const until = (isSo: () => boolean) => expect.poll(isSo, { interval: 20 }).toBe(true);

it('yields each change once, in order, also after disconnections', async () => {
  const first = await create('Before');
  const { meta } = await client.get('/feed', { query: { page_size: 1, 'page[before]': '' } as never });
  const seen: FeedEvent[] = [];
  const stop = new AbortController();
  const filter = { type: 'documents', event: ['created'] };
  const { cursor } = meta as unknown as { cursor: string };
  const reading = (async () => {
    for await (const event of client.events({ after: cursor, filter, signal: stop.signal })) seen.push(event);
  })();
  const made: string[] = [];
  for (let round = 0; round < 4; round++) {
    made.push(await create(`Round ${round}`));
    const before = connections;
    if (round > 0) await until(() => seen.length >= round);
    cut();
    made.push(await create(`Cut ${round}`));
    await until(() => seen.length === made.length);
    expect(round === 0 || connections > before).toBe(true);
  }
  stop.abort();
  await reading;
  expect(seen.map(({ data }) => data.id)).toEqual(made);
  expect(made).not.toContain(first);
  expect(seen[0]).toMatchObject({
    specversion: '1.0',
    type: 'colophon.object.created',
    subject: `/documents/${made[0]}`,
  });
});

it('continues after an event, and ends with the loop', async () => {
  const [first, second] = [await create('One'), await create('Two')];
  const { meta } = await client.get('/feed', { query: { page_size: 1, 'page[before]': '' } as never });
  const { cursor } = meta as unknown as { cursor: string };
  const ids: string[] = [];
  for await (const { data } of client.events({ after: String(Number(cursor) - 2) })) {
    ids.push(data.id);
    if (ids.length === 2) break;
  }
  expect(ids).toEqual([first, second]);
});

it('throws permanent errors', async () => {
  const wait = async (request: Parameters<Client['events']>[0]): Promise<unknown> => {
    try {
      for await (const event of client.events(request)) return event;
    } catch (error) {
      return error;
    }
    return undefined;
  };
  const gone = await wait({ after: '999999999' });
  expect(gone).toBeInstanceOf(ColophonError);
  expect([(gone as ColophonError).status, (gone as ColophonError).code]).toEqual([410, 'cursor_expired']);
  expect(await wait({ filter: { event: 'exploded' } })).toMatchObject({ status: 400, code: 'invalid_filter' });
});

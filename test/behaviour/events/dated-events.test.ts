// Publication as events: by a change, and by a date that passes, once over all processes (D654).
import { expect, inject, it } from 'vitest';
import { openDatedEvents } from '../../../core/objects/writing/dated-events.ts';
import { connect } from '../../../core/store/connection/connect.ts';
import { EVENTS_ONLY } from '../../../core/store/recorded/event-rows.ts';
import { createStore } from '../../../core/store/store.ts';
import { allEvents } from '../../support/events/feed-events.ts';
import { openTestService, PASSWORD, serviceForTests, type TestService } from '../../support/service.ts';
import { startServiceProcess } from '../../support/processes/service-processes.ts';
import { temporaryFolder } from '../../support/files/storages.ts';

const SECOND = 1_000;

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });

const inSeconds = (seconds: number): string => new Date(test.clock.now().getTime() + seconds * SECOND).toISOString();
const make = async (attributes: object): Promise<string> =>
  (await test.editor.create('/documents', { status: 'on', ...attributes })).id;
async function change(id: string, attributes: object): Promise<void> {
  const { status, text } = await test.editor.patch(`/documents/${id}`, { data: { type: 'documents', id, attributes } });
  if (status !== 200) throw new Error(text);
}

/** The events of an object in their order. */
async function events(id: string): Promise<string[]> {
  await test.service.services.recordedEvents.numbering.settle();
  const recorded = await allEvents(test.service.services.objects);
  return recorded.flatMap(({ about, subject, event }) => (about === 'object' && subject === id ? [event] : []));
}
const look = (): Promise<void> => test.service.services.recordedEvents.reader.settle();

it('each passing date is one event, for objects that are on and not in the trash', async () => {
  const dates = { publish_start: inSeconds(10), publish_end: inSeconds(20) };
  const [id, draft, trashed] = [await make(dates), await make({ ...dates, status: 'draft' }), await make(dates)];
  await test.editor.delete(`/documents/${trashed}`);
  const user = { username: 'dated', password: PASSWORD, uname: 'dated', status: 'on', ...dates };
  const { id: userId } = await test.admin.create('/users', user);
  await look();
  expect(await events(id)).toEqual(['created']);
  for (let second = 0; second < 25; second++) {
    test.clock.advance(SECOND);
    await look();
    await look();
    const expected = ['created', ...(second >= 9 ? ['published'] : []), ...(second >= 20 ? ['unpublished'] : [])];
    expect([second, await events(id)]).toEqual([second, expected]);
  }
  expect(await events(draft)).toEqual(['created']);
  expect(await events(trashed)).toEqual(['created', 'deleted']);
  expect(await events(userId)).toEqual(['created']);
});

it('is shown to callers who see the object, and its end to callers who saw it', async () => {
  const id = await make({ publish_start: inSeconds(5), publish_end: inSeconds(10) });
  test.clock.advance(20 * SECOND);
  await look();
  await events(id);
  const seen = async (client: TestService['anonymous']): Promise<string[]> => {
    const { body } = await client.get('/feed?page[before]=&page_size=20');
    const { data } = body as { data: { attributes: { event: string; subject: string } }[] };
    return data.flatMap(({ attributes: { event, subject } }) => (subject === `/documents/${id}` ? [event] : []));
  };
  expect(await seen(test.anonymous)).toEqual(['colophon.object.unpublished']);
  expect(await seen(test.editor)).toEqual([
    'colophon.object.created',
    'colophon.object.published',
    'colophon.object.unpublished',
  ]);
});

it('a change right after the date is preceded by the event of the date, which is sent once', async () => {
  const [changed, ended, both] = [
    await make({ publish_start: inSeconds(1) }),
    await make({ publish_end: inSeconds(1) }),
    await make({ publish_start: inSeconds(1), publish_end: inSeconds(2) }),
  ];
  // The work has not seen the dates by then; it is not sure to be slower than this test.
  test.clock.advance(3 * SECOND);
  await change(changed, { title: 'Changed' });
  await change(ended, { status: 'draft' });
  await change(both, { title: 'Changed' });
  for (let round = 0; round < 2; round++) {
    expect(await events(changed)).toEqual(['created', 'published', 'updated']);
    expect(await events(ended)).toEqual(['created', 'published', 'unpublished', 'updated']);
    expect(await events(both)).toEqual(['created', 'published', 'unpublished', 'updated']);
    await look();
  }
});

it('a change that publishes has its own event, and none of the date', async () => {
  const id = await make({ publish_start: inSeconds(100) });
  await change(id, { publish_start: inSeconds(-1) });
  await look();
  expect(await events(id)).toEqual(['created', 'updated', 'published']);
  await change(id, { publish_end: inSeconds(-1) });
  await change(id, { publish_end: null, title: 'Again' });
  await look();
  expect((await events(id)).slice(3)).toEqual(['updated', 'unpublished', 'updated', 'published']);
  const past = await make({ publish_start: inSeconds(-30) });
  await look();
  expect(await events(past)).toEqual(['created', 'published']);
});

it('dates that passed while no process ran are sent once when several start', async () => {
  const first = await openTestService();
  const { clock, databaseName } = first;
  const at = (seconds: number): string => new Date(clock.now().getTime() + seconds * SECOND).toISOString();
  const dates = { publish_start: at(600), publish_end: at(1_200) };
  const { id } = await first.editor.create('/documents', { title: 'Down', status: 'on', ...dates });
  await first.service.close();
  clock.advance(3 * 86_400 * SECOND);
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${databaseName}`;
  const { client, db } = await connect(uri.href);
  try {
    const down = createStore(client, db);
    const parts = { store: down, clock, onEvents: () => undefined };
    await Promise.all([1, 2, 3].map(() => openDatedEvents(parts)));
    const rows = await down.changes
      .find({ resource_id: id, resource_type: EVENTS_ONLY })
      .sort({ created: 1 })
      .toArray();
    const recorded = rows.map(({ events: [first] = [], created }) => [first?.event, created.getTime()]);
    const { publish_start: start, publish_end: end } = dates;
    expect(recorded).toEqual([
      ['published', new Date(start).getTime()],
      ['unpublished', new Date(end).getTime()],
    ]);
  } finally {
    await db.dropDatabase();
    await client.close();
  }
});

it('is written within a second by the clock of the machine', async () => {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${test.databaseName}`;
  const settings = { DATA_DIR: await temporaryFolder(), PROCESS_ROLE: 'api', LEGACY_ROOT: 'off' };
  const running = await startServiceProcess(uri.href, settings);
  const headers = { Authorization: `Bearer ${running.token}`, 'Content-Type': 'application/vnd.api+json' };
  const start = new Date(Math.ceil(Date.now() / SECOND) * SECOND + 2 * SECOND);
  const attributes = { title: 'Soon', status: 'on', publish_start: start.toISOString() };
  const body = JSON.stringify({ data: { type: 'documents', attributes } });
  expect((await fetch(`${running.url}/documents`, { method: 'POST', headers, body })).status).toBe(201);
  const gone = new AbortController();
  const stream = await fetch(`${running.url}/feed?filter[event]=published`, {
    headers: { Accept: 'text/event-stream' },
    signal: gone.signal,
  });
  let text = '';
  for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    if (text.includes('colophon.object.published')) break;
  }
  const late = Date.now() - start.getTime();
  gone.abort();
  await running.kill();
  expect(late).toBeGreaterThanOrEqual(0);
  // A second, and the additional time of a loaded machine.
  expect(late).toBeLessThan(3 * SECOND);
});

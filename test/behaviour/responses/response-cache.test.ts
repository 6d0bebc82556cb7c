// Kept responses (D910): given again while nothing has changed that they were made from, whoever has changed it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../support/processes/commands.ts';
import { emptyContent, randomFrom, readsOf, WRITES, type Random } from '../../support/writes/random-writes.ts';
import { openTestService, type Client, type TestService } from '../../support/service.ts';

let one: TestService;
let other: TestService;

beforeAll(async () => {
  one = await openTestService({
    monitorCommands: true,
    env: { RESPONSE_CACHE: '64mb', JWT_TTL: '30d' },
  });
  other = await openTestService({
    beside: one,
    clock: one.clock,
    env: { DATA_DIR: one.dataDir, RESPONSE_CACHE: '0', JWT_TTL: '30d' },
  });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

const isHit = (answer: { headers: Record<string, string> }): boolean =>
  (answer.headers['server-timing'] ?? '').includes('cache;desc="hit"');

/** Reads until the response is a kept one. */
async function readKept(path: string): Promise<unknown> {
  for (let reads = 0; reads < 4; reads++) {
    const answer = await one.anonymous.get(path);
    if (isHit(answer)) return answer.body;
  }
  throw new Error(`${path} is not kept`);
}

/** The commands to the database during a request, but for those of continuous background work. */
async function commandsOf<T>(request: () => Promise<T>): Promise<{ result: T; commands: string[] }> {
  const commands: string[] = [];
  const { client } = one.service.services.store;
  const note = (started: Parameters<typeof commandOf>[0]) => {
    const command = commandOf(started);
    if (command !== undefined) commands.push(command);
  };
  client.on('commandStarted', note);
  const result = await request();
  client.off('commandStarted', note);
  return { result, commands };
}

describe('a kept response', () => {
  it('is given again, equal to the first one', async () => {
    await one.admin.create('/documents', { title: 'First', status: 'on' });
    for (const path of ['/documents', '/documents?filter[title]=First', '/documents?q=First', '/objects', '/folders']) {
      const first = await one.anonymous.get(path);
      expect(await readKept(path), path).toEqual(first.body);
    }
  });

  it('costs one command', async () => {
    await readKept('/documents?sort=-id');
    const { commands } = await commandsOf(() => readKept('/documents?sort=-id'));
    expect(commands).toEqual(['aggregate object_counts']);
  });

  it('is not that of a small resource alone, which is read for one command (D919)', async () => {
    const { id } = await one.admin.create('/events', { title: 'Small', status: 'on' });
    await one.anonymous.get(`/events/${id}`);
    const { result, commands } = await commandsOf(() => one.anonymous.get(`/events/${id}`));
    expect([isHit(result), commands]).toEqual([false, ['find documents.events']]);
    await readKept(`/events/${id}?include=see_also`);
  });

  it('is that of a large resource', async () => {
    const { id } = await one.admin.create('/news', { title: 'Large', status: 'on', body: 'Large '.repeat(6_000) });
    await readKept(`/news/${id}`);
  });

  it('is not given after a write of another process', async () => {
    await readKept('/documents');
    const { id } = await other.admin.create('/documents', { title: 'Second', status: 'on' });
    const answer = await one.anonymous.get('/documents');
    expect(isHit(answer)).toBe(false);
    expect((answer.body as { data: { id: string }[] }).data.map((each) => each.id)).toContain(id);
  });

  it('ends at the next publication date', async () => {
    await one.admin.create('/documents', { title: 'Dated', status: 'on', publish_start: '2026-05-14T00:00:00Z' });
    await readKept('/documents?filter[title]=Dated');
    one.clock.set('2026-05-14T00:00:00Z');
    const answer = await one.anonymous.get('/documents?filter[title]=Dated');
    expect((answer.body as { data: unknown[] }).data).toHaveLength(1);
  });
});

describe('signed-in callers', () => {
  let count = 1;
  const readTwice = async (client: Client, path: string) => {
    await client.get(path);
    return client.get(path);
  };

  it('share a response with those who have the same roles, and with nobody else', async () => {
    const path = '/documents?sort=id&page_size=4';
    const [first, second] = await Promise.all([
      one.addClient(`first-${count}`, [2]),
      one.addClient(`second-${count++}`, [2]),
    ]);
    const shared = await readTwice(first, path);
    expect(isHit(shared)).toBe(true);
    const same = await second.get(path);
    expect([isHit(same), same.body]).toEqual([true, shared.body]);
    for (const client of [one.anonymous, one.admin]) expect(isHit(await client.get(path))).toBe(false);
    const [own, again] = [await one.admin.get(path), await other.admin.get(path)];
    expect([isHit(own), own.body]).toEqual([true, again.body]);
  });

  it('do not share what is about them', async () => {
    const [first, second] = await Promise.all([
      one.addClient(`first-${count}`, [2]),
      one.addClient(`second-${count++}`, [2]),
    ]);
    const path = '/documents?filter[mine]=true';
    const kept = await readTwice(first, path);
    expect(isHit(kept)).toBe(true);
    expect(isHit(await second.get(path))).toBe(false);
    const tag = String(kept.headers['etag']);
    expect((await first.get(path, { 'If-None-Match': tag })).status).toBe(304);
    expect((await second.get(path, { 'If-None-Match': tag })).status).toBe(200);
  });

  it('get nothing kept when a token is in the address, or the response is private', async () => {
    const token = one.admin.token;
    for (const path of [`/documents?access_token=${token}`, '/users/1', '/users'])
      expect([path, isHit(await readTwice(one.admin, path))]).toEqual([path, false]);
  });
});

describe('the ETag of a list', () => {
  const get = (service: TestService, path: string, tag?: string) =>
    service.anonymous.get(path, tag === undefined ? {} : { 'If-None-Match': tag });
  const tagOf = async (path: string, service = one) => String((await get(service, path)).headers['etag']);
  const PATHS = ['/documents', '/documents?q=First&page_size=2', '/objects?filter[type]=documents', '/folders'];

  it('is there from the first request on, and gives 304 for one command', async () => {
    for (const path of PATHS.map((each) => `${each}${each.includes('?') ? '&' : '?'}sort=id`)) {
      const tag = await tagOf(path);
      const { result: again, commands } = await commandsOf(() => get(one, path, `"x", W/${tag}`));
      expect([again.status, again.headers['etag'], again.text], path).toEqual([304, tag, '']);
      expect(
        commands.filter((command) => / (?:object|documents)/.test(command)),
        path,
      ).toEqual(['aggregate object_counts']);
    }
  });

  it('is known to another process, which has kept nothing', async () => {
    const third = await openTestService({ databaseName: one.databaseName, clock: one.clock, env: { JWT_TTL: '30d' } });
    for (const path of PATHS) {
      const again = await get(third, path, await tagOf(path));
      expect([again.status, again.headers['server-timing']], path).toEqual([304, expect.stringContaining('validated')]);
    }
    await third.close();
  });

  it('is there without kept responses, and for signed-in callers', async () => {
    for (const path of PATHS) {
      const tag = await tagOf(path, other);
      expect([path, (await get(other, path, tag)).status]).toEqual([path, 304]);
      const { headers } = await one.reader.get(path);
      const again = await one.reader.get(path, { 'If-None-Match': String(headers['etag']) });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });

  it('is that of HEAD', async () => {
    for (const service of [one, other]) {
      const { headers } = await service.anonymous.request('head', '/folders?page_size=7', (sending) => sending);
      expect(headers['etag']).toBe(await tagOf('/folders?page_size=7', service));
    }
  });

  it('differs between representations', async () => {
    const tags = [
      await tagOf('/documents'),
      await tagOf('/documents?page_size=50'),
      await tagOf('/documents?fields=title'),
    ];
    const plain = await one.anonymous.get('/documents', { Accept: 'application/json' });
    expect(new Set([...tags, plain.headers['etag']]).size).toBe(4);
  });

  const CHANGES: [string, () => Promise<unknown>][] = [
    ['an object', () => other.admin.create('/documents', { title: 'New', status: 'on' })],
    [
      'the model',
      () =>
        WRITES['property']?.({
          client: other.admin,
          clock: one.clock,
          random: randomFrom(1),
          content: emptyContent(),
        }) ?? Promise.reject(new Error('no such write')),
    ],
    ['a role', () => other.admin.create('/roles', { name: 'shown' })],
    [
      'the configuration',
      () => other.admin.create('/admin/config', { name: 'Shown', context: 'app', content: '{"a":1}' }),
    ],
  ];
  it.each(CHANGES)('changes with %s', async (_what, change) => {
    const tag = await tagOf('/documents');
    await change();
    await Promise.all(
      [one, other].map(({ service: { services } }) =>
        Promise.all([services.modelService.refresh(), services.access.refresh()]),
      ),
    );
    expect((await get(one, '/documents', tag)).status).toBe(200);
  });

  it('is not that of a list which no cache keeps', async () => {
    const { headers } = await one.admin.get('/users');
    expect([headers['cache-control'], headers['etag']]).toEqual(['private, no-store', undefined]);
  });
});

const READERS = ['anonymous', 'reader', 'editor', 'admin'] as const;

const isKnown = async (reader: Client, path: string, tag: string): Promise<boolean> =>
  (await reader.get(path, { 'If-None-Match': tag })).status === 304;

const isRefused = (written: unknown): boolean => ((written as { status?: number } | undefined)?.status ?? 200) >= 400;

/** Compares what is kept with what is made anew. */
class Comparison {
  readonly #random: Random;
  readonly #had = new Map<string, { tag: string; body: unknown }>();
  readonly outcomes = { reads: 0, hits: 0, validated: 0 };

  constructor(random: Random) {
    this.#random = random;
  }

  async compare(path: string, reader: (typeof READERS)[number], when: string): Promise<void> {
    const kept = await one[reader].get(path);
    const anew = await other[reader].get(path);
    const what = `${path} of ${reader} ${when}`;
    this.outcomes.reads++;
    if (isHit(kept)) this.outcomes.hits++;
    const before = this.#random.below(4) === 0 ? this.#had.get(`${reader} ${path}`) : undefined;
    if (before && (await isKnown(one[reader], path, before.tag))) {
      this.outcomes.validated++;
      expect(before.body, `304 for ${what}`).toEqual(anew.body);
    }
    this.#had.set(`${reader} ${path}`, { tag: String(kept.headers['etag']), body: kept.body });
    expect([kept.status, kept.body], what).toEqual([anew.status, anew.body]);
  }
}

/** Another process follows the model and the rules, not each of their changes at once. */
const follow = (): Promise<unknown> =>
  Promise.all(
    [one, other].flatMap(({ service: { services } }) => [services.modelService.refresh(), services.access.refresh()]),
  );

/** Writes and reads by both services, of which the other one keeps nothing. Longer: EXACT_MINUTES=30 EXACT_SEED=7 npm test -- response-cache */
describe('kept responses, whatever is written', () => {
  const SEED = Number(process.env['EXACT_SEED'] ?? 1);
  const MINUTES = Number(process.env['EXACT_MINUTES'] ?? 0);
  const LEAST_STEPS = 2 * Object.keys(WRITES).length;

  it('are those that would be made anew', { timeout: 60_000 * (MINUTES + 1) + 20_000 * LEAST_STEPS }, async () => {
    const end = performance.now() + 60_000 * MINUTES;
    const random = randomFrom(SEED);
    const content = emptyContent();
    const comparison = new Comparison(random);
    const writes = { one: 0, other: 0, refused: 0 };
    const write = async (name: string): Promise<void> => {
      const writer = random.of(['one', 'other'] as const);
      writes[writer]++;
      const written = await WRITES[name]?.({ client: { one, other }[writer].admin, clock: one.clock, random, content });
      if (isRefused(written)) writes.refused++;
    };
    for (const first of ['document', 'document', 'document', 'folder', 'folder', 'category', 'tag', 'translation'])
      await write(first);
    const names = Object.keys(WRITES);
    let step = 0;
    for (; step < LEAST_STEPS || performance.now() < end; step++) {
      // Each of them first, then any.
      const name = names[step] ?? random.of(names);
      const paths = readsOf(content, random);
      const reader = READERS[step % READERS.length] ?? 'anonymous';
      for (const path of paths) await one[reader].get(path);
      // Some reads are under way meanwhile: what is kept of them is compared below.
      const meanwhile = paths.filter(() => random.below(4) === 0);
      await Promise.all([write(name), ...meanwhile.map((path) => one[reader].get(path))]);
      await follow();
      for (const path of paths) await comparison.compare(path, reader, `after ${name}, step ${step} of seed ${SEED}`);
    }
    const { outcomes } = comparison;
    const told = JSON.stringify({ seed: SEED, step, ...outcomes, ...writes });
    expect(writes.refused, told).toBeLessThan(step / 4);
    expect(Math.min(writes.one, writes.other), told).toBeGreaterThan(step / 4);
    expect(outcomes.hits, told).toBeGreaterThan(outcomes.reads / 20);
    expect(outcomes.validated, told).toBeGreaterThan(0);
    if (MINUTES > 0) console.log(told);
  });
});

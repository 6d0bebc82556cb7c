// Kept responses (D910): given again while nothing has changed that they were made from, whoever has changed it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../support/commands.ts';
import { emptyContent, randomFrom, readsOf, WRITES } from '../support/random-writes.ts';
import { openTestService, type TestService } from '../support/service.ts';

let one: TestService;
let other: TestService;

beforeAll(async () => {
  one = await openTestService({
    monitorCommands: true,
    env: { RESPONSE_CACHE: '64mb', JWT_TTL: '30d' },
  });
  other = await openTestService({
    databaseName: one.databaseName,
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
    const commands: string[] = [];
    const { client } = one.service.services.store;
    const note = (started: Parameters<typeof commandOf>[0]) => {
      const command = commandOf(started);
      if (command !== undefined) commands.push(command);
    };
    client.on('commandStarted', note);
    await readKept('/documents?sort=-id');
    client.off('commandStarted', note);
    expect(commands).toEqual(['aggregate object_counts']);
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

const isRefused = (written: unknown): boolean => ((written as { status?: number } | undefined)?.status ?? 200) >= 400;

/** Writes by the other service, which keeps nothing, and reads by both. Longer: EXACT_STEPS=5000 EXACT_SEED=7 npm test -- response-cache */
describe('kept responses, whatever is written', () => {
  const SEED = Number(process.env['EXACT_SEED'] ?? 1);
  const STEPS = Number(process.env['EXACT_STEPS'] ?? 2 * Object.keys(WRITES).length);

  it('are those that would be made anew', { timeout: 60_000 + 20_000 * STEPS }, async () => {
    const random = randomFrom(SEED);
    const content = emptyContent();
    const at = { client: other.admin, clock: one.clock, random, content };
    for (const first of ['document', 'document', 'document', 'folder', 'folder', 'category', 'tag', 'translation'])
      await WRITES[first]?.(at);
    const names = Object.keys(WRITES);
    const refused: string[] = [];
    const outcomes = { hits: 0, reads: 0 };
    const asTold = (answer: { status: number; body: unknown }) => ({ status: answer.status, body: answer.body });
    for (let step = 0; step < STEPS; step++) {
      // Each of them first, then any.
      const name = names[step] ?? random.of(names);
      const paths = readsOf(content, random);
      for (const path of paths) await one.anonymous.get(path);
      for (const path of paths) await one.anonymous.get(path);
      const written = await WRITES[name]?.(at);
      if (isRefused(written)) refused.push(name);
      // Another process follows the model and the rules, not each of their changes at once.
      await Promise.all(
        [one, other].map(({ service: { services } }) =>
          Promise.all([services.modelService.refresh(), services.access.refresh()]),
        ),
      );
      for (const path of paths) {
        const kept = await one.anonymous.get(path);
        const anew = await other.anonymous.get(path);
        outcomes.reads++;
        if (isHit(kept)) outcomes.hits++;
        expect(asTold(kept), `${path} after ${name}, step ${step} of seed ${SEED}`).toEqual(asTold(anew));
      }
    }
    expect(refused.length, refused.join()).toBeLessThan(STEPS / 4);
    expect(outcomes.hits, JSON.stringify(outcomes)).toBeGreaterThan(outcomes.reads / 20);
  });
});

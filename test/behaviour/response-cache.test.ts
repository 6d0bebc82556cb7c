// Kept responses (D910): given again while nothing has changed that they were made from, whoever has changed it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../support/service.ts';

let one: TestService;
let other: TestService;

beforeAll(async () => {
  one = await openTestService({ env: { RESPONSE_CACHE: '64mb' } });
  other = await openTestService({ databaseName: one.databaseName, clock: one.clock, env: { DATA_DIR: one.dataDir, RESPONSE_CACHE: '64mb' } });
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

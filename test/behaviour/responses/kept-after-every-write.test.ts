// Kept responses after every operation that writes (D910): by another process, which keeps nothing and makes the same anew.
import { expect, it } from 'vitest';
import { TABLE } from '../../support/permissions/permission-table.ts';
import { prepareRequest } from '../../support/clients/prepared-request.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const PATHS = [
  '/documents?sort=-id&include=see_also,parents&count=all',
  '/folders?sort=-id&include=children',
  '/files?sort=-id&include=streams',
  '/objects?sort=-id&page_size=30',
  '/documents?filter[query]=wombat&sort=-id',
];

const WRITES = Object.entries(TABLE).filter(([, { at }]) => !at.startsWith('GET '));

const told = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

it('are those that would be made anew, after every operation that writes', async () => {
  const env = { LEGACY_ROOT: '', JWT_TTL: '30d' };
  const one = await openTestService({ env });
  const { databaseName, clock } = one;
  const other = await openTestService({
    databaseName,
    clock,
    env: { ...env, DATA_DIR: one.dataDir, RESPONSE_CACHE: '0' },
  });
  // One session: some operations end all others of the user.
  const admin = { Authorization: `Bearer ${other.admin.token}` };
  const follow = ({ service: { services } }: TestService) =>
    Promise.all([services.modelService.refresh(), services.access.refresh()]);
  expect(WRITES.length).toBeGreaterThan(100);
  const [wrong, seen] = [[] as string[], { written: 0, hits: 0, changed: 0 }];
  for (const [step, [operationId, row]] of WRITES.entries()) {
    const prepared = await prepareRequest(other.admin, row);
    const reader = step % 2 === 0 ? 'anonymous' : 'admin';
    const headers = reader === 'admin' ? admin : {};
    await Promise.all([one, other].map(follow));
    const before = await Promise.all(PATHS.map((path) => one.anonymous.get(path, headers)));
    const { status } = await prepared.send(other.admin);
    if (status < 400) seen.written++;
    await Promise.all([one, other].map(follow));
    for (const [at, path] of PATHS.entries()) {
      const [kept, anew] = await Promise.all([one.anonymous.get(path, headers), other.anonymous.get(path, headers)]);
      if (String(kept.headers['server-timing']).includes('cache;desc="hit"')) seen.hits++;
      if (kept.text !== before[at]?.text) seen.changed++;
      if (JSON.stringify(told(kept)) !== JSON.stringify(told(anew)))
        wrong.push(`${path} of ${reader} after ${operationId}`);
    }
  }
  await other.close();
  await one.close();
  expect(wrong).toEqual([]);
  expect(seen.written).toBeGreaterThan(WRITES.length / 2);
  expect(seen.hits, JSON.stringify(seen)).toBeGreaterThan(WRITES.length / 4);
  expect(seen.changed, JSON.stringify(seen)).toBeGreaterThan(WRITES.length / 10);
});

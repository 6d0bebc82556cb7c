// Refresh tokens of earlier releases become sessions (D681).
import { expect, it } from 'vitest';
import { addSessions } from '../../core/migrations/add-sessions.ts';
import { secretHash } from '../../core/secret-hash.ts';
import { serviceForTests } from '../support/service.ts';

const test = serviceForTests();

it('tokens of earlier releases remain valid, each as a session with an id that is not derived from its token', async () => {
  const { store } = test.service.services;
  const created = test.clock.now();
  const tokens = Array.from({ length: 1_001 }, (_, n) => `token of a former release ${n}`);
  const rows = tokens.map((token) => ({ _id: secretHash(token), user_id: 1, application_id: null, created }));
  await store.refreshTokens.insertMany(rows as never);
  await addSessions.run(store);
  // It may run again after a crash.
  await addSessions.run(store);
  expect(await store.refreshTokens.countDocuments({ token_hash: { $exists: false } })).toBe(0);
  expect(await store.refreshTokens.countDocuments({ user_id: 1, address: '' })).toBe(1_001);
  const body = { grant_type: 'refresh_token', refresh_token: tokens.at(-1) };
  const renewed = await test.anonymous.post('/auth', body, { 'Content-Type': 'application/json' });
  expect(renewed.status).toBe(200);
  const { jwt, renew } = (renewed.body as { meta: { jwt: string; renew: string } }).meta;
  expect(renew).toBe(tokens.at(-1));
  const listed = await test.anonymous.get('/auth/sessions?sort=modified', { Authorization: `Bearer ${jwt}` });
  const { data } = listed.body as { data: { id: string; attributes: { device: unknown } }[] };
  expect(data[0]).toMatchObject({ attributes: { device: null } });
  expect(rows.map(({ _id }) => _id)).not.toContain(data[0]?.id);
});

// Passwords are hashed again at the next sign-in when they were hashed with less work (D684).
import { hash } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { PASSWORD, serviceForTests } from '../../support/service.ts';
import { userTools } from '../../support/accounts/users.ts';

const test = serviceForTests();
const { create, usernameOf, auth, patch, renew } = userTools(() => test);

const NOW = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const credentials = () => test.service.services.store.credentials;
const hashOf = async (id: string): Promise<string> =>
  (await credentials().findOne({ _id: Number(id) }))?.password_hash ?? '';

async function userOf(formerRelease: { memoryCost: number; timeCost: number; parallelism: number }) {
  const user = await create();
  const former = await hash(PASSWORD, formerRelease);
  await credentials().updateOne({ _id: Number(user.id) }, { $set: { password_hash: former } });
  return { id: user.id, username: usernameOf(user), former };
}

it.each([
  ['memory', { memoryCost: 8_192, timeCost: 3, parallelism: 1 }],
  ['passes', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }],
])('replaces a hash of less %s only after a correct password', async (_what, parameters) => {
  const { id, username, former } = await userOf(parameters);
  expect((await auth(username, 'a wrong password')).status).toBe(401);
  expect(await hashOf(id)).toBe(former);
  expect((await auth(username)).status).toBe(200);
  const after = await hashOf(id);
  expect(after).toMatch(NOW);
  expect((await auth(username)).status).toBe(200);
  expect(await hashOf(id)).toBe(after);
  expect(JSON.stringify(await credentials().findOne({ _id: Number(id) }))).not.toContain(former);
});

it('keeps a hash with equal or higher cost', async () => {
  const { id, username, former } = await userOf({ memoryCost: 20_000, timeCost: 2, parallelism: 1 });
  expect((await auth(username)).status).toBe(200);
  expect(await hashOf(id)).toBe(former);
});

it('accepts simultaneous sign-ins, and a new password ends them all', async () => {
  const { id, username } = await userOf({ memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => auth(username)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await patch(id, { password: 'another correct horse' })).status).toBe(200);
  for (const { body } of answers) {
    expect((await renew((body as { meta: { renew: string } }).meta.renew)).status).toBe(401);
  }
  expect((await auth(username)).status).toBe(401);
  expect(await credentials().findOne({ _id: Number(id) })).not.toHaveProperty('upgraded_from');
});

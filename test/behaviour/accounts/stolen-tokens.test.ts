// Attempts with a stolen access token count for its session, so they do not lock its user out (D741).
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { metaOf, PASSWORD, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };

const test = serviceForTests();
let serial = 0;

interface World {
  username: string;
  headers: Record<string, string>;
  code: () => string;
  recovery: string[];
}

const post = (body: object) => test.anonymous.post('/auth', body, FLAT);

/** A user, with the headers of a session. */
async function newUser(isEnrolled: boolean): Promise<World> {
  const username = `robbed${++serial}`;
  await test.admin.create('/users', { username, password: PASSWORD, uname: username, status: 'on' });
  const { jwt } = metaOf<{ jwt: string }>(await post({ username, password: PASSWORD }));
  const headers = { ...FLAT, Authorization: `Bearer ${jwt}` };
  if (!isEnrolled) return { username, headers, code: () => '', recovery: [] };
  const begun = await test.anonymous.post('/auth/second_factor', { password: PASSWORD }, headers);
  const totp = new TOTP({ secret: Secret.fromBase32(metaOf<{ secret: string }>(begun).secret) });
  const code = () => totp.generate({ timestamp: test.clock.now().getTime() });
  const done = await test.anonymous.patch('/auth/second_factor', { code: code() }, headers);
  test.clock.advance(60_000);
  return { username, headers, code, recovery: metaOf<{ recovery_codes: string[] }>(done).recovery_codes };
}

type Guess = (world: World) => Promise<{ status: number }>;
const CHECK = '/auth/second_factor/check';
const guess = (method: 'post' | 'patch' | 'delete', path: string, body: object): Guess => {
  return ({ headers }) =>
    method === 'delete' ? test.anonymous.delete(path, headers, body) : test.anonymous[method](path, body, headers);
};

const withFactor: [string, Guess][] = [
  ['a code of a check', guess('post', CHECK, { code: '123456' })],
  ['a recovery code of a check', guess('post', CHECK, { recovery_code: 'AAAA' })],
  ['a code for the removal', guess('delete', '/auth/second_factor', { code: '123456' })],
  ['a recovery code for the removal', guess('delete', '/auth/second_factor', { recovery_code: 'AAAA' })],
];
const wrong = 'a wrong password';
const withPassword: [string, Guess][] = [
  ['the password of a check', guess('post', CHECK, { password: wrong })],
  ['the password of an enrolment', guess('post', '/auth/second_factor', { password: wrong })],
  ['the password of a passkey', guess('post', '/auth/passkeys', { password: wrong })],
  ['the old password', guess('patch', '/auth/user', { password: 'another correct horse', old_password: wrong })],
];

async function guessOften(attempt: Guess, world: World): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < 12; count++) statuses.push((await attempt(world)).status);
  return statuses;
}

describe('wrong answers of a stolen token are limited, and its user signs in', () => {
  it.each(withFactor)('%s', async (_what, attempt) => {
    const world = await newUser(true);
    const statuses = await guessOften(attempt, world);
    expect([statuses.slice(0, 10).includes(429), ...statuses.slice(10)]).toEqual([false, 429, 429]);
    const { username, code, recovery } = world;
    expect((await post({ username, password: PASSWORD, code: code() })).status).toBe(200);
    expect((await post({ username, password: PASSWORD, recovery_code: recovery[0] })).status).toBe(200);
  });

  it.each(withPassword)('%s', async (_what, attempt) => {
    const world = await newUser(false);
    const statuses = await guessOften(attempt, world);
    expect([statuses.slice(0, 10).includes(429), ...statuses.slice(10)]).toEqual([false, 429, 429]);
    expect((await post({ username: world.username, password: PASSWORD })).status).toBe(200);
  });
});

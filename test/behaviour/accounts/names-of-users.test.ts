// Names, addresses and passwords of users in their spellings (D748).
import { describe, expect, it } from 'vitest';
import { errorCodes, errorSources, PASSWORD, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };

const test = serviceForTests();
let serial = 0;

const create = (attributes: object) =>
  test.admin.post('/users', {
    data: {
      type: 'users',
      attributes: { password: PASSWORD, uname: `named-${++serial}`, status: 'on', ...attributes },
    },
  });
const signUp = (more: object) =>
  test.anonymous.post(
    '/signup',
    {
      username: `signed${++serial}`,
      password: PASSWORD,
      email: `signed${serial}@example.org`,
      activation_url: 'http://localhost/a',
      ...more,
    },
    FLAT,
  );
const signIn = (username: string, password = PASSWORD) => test.anonymous.post('/auth', { username, password }, FLAT);

describe('a user name', () => {
  const SAME = [
    ['composed', 'Ren\u00e9e', 'Rene\u0301e'],
    ['full width', 'Mary1', '\uff2d\uff41\uff52\uff59\uff11'],
    ['a ligature', 'fish', '\ufb01sh'],
    ['another case', '\u00c4rger', '\u00e4RGER'],
  ] as const;

  it.each(SAME)('that is another spelling of a taken one is taken (%s)', async (_what, one, other) => {
    expect((await create({ username: one })).status).toBe(201);
    const taken = [await create({ username: other }), await signUp({ username: other })];
    expect(taken.map((response) => [response.status, errorCodes(response)[0]])).toEqual([
      [400, 'already_exists'],
      [400, 'already_exists'],
    ]);
    expect((await signIn(other)).status).toBe(200);
  });

  it.each([
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a soft hyphen', '\u00ad'],
    ['a right-to-left override', '\u202e'],
    ['a left-to-right isolate', '\u2066'],
    ['an Arabic letter mark', '\u061c'],
    ['a variation selector', '\ufe0f'],
    ['a tag character', '\u{e0041}'],
    ['a Hangul filler', '\u3164'],
    ['a byte order mark', '\ufeff'],
    ['a no-break space', '\u00a0'],
    ['a private character', '\ue000'],
  ])('with %s is refused', async (_what, character) => {
    const username = `ad${character}min`;
    const [made, signed] = [await create({ username }), await signUp({ username })];
    expect([made.status, errorSources(made)]).toEqual([400, ['/data/attributes/username']]);
    expect([signed.status, errorSources(signed)]).toEqual([400, ['/username']]);
  });
});

describe('a password', () => {
  it('is the same composed and decomposed, with any blank', async () => {
    const username = `opaque${++serial}`;
    expect((await create({ username, password: 'caf\u00e9 au lait 2026' })).status).toBe(201);
    expect((await signIn(username, 'cafe\u0301\u00a0au\u3000lait 2026')).status).toBe(200);
    expect((await signIn(username, 'cafe au lait 2026')).status).toBe(401);
  });
});

describe('an e-mail address with an international domain', () => {
  const forget = (contact: string) =>
    test.anonymous.post('/auth/change', { contact, change_url: 'http://localhost/change' }, FLAT);

  it('is accepted wherever one is given, and is that of its form in ASCII', async () => {
    const address = 'ada@b\u00fccher.example';
    const ascii = 'ADA@xn--bcher-kva.example';
    expect((await create({ username: `idn${++serial}`, email: address })).status).toBe(201);
    for (const taken of [await create({ username: `idn${++serial}`, email: ascii }), await signUp({ email: ascii })])
      expect([taken.status, errorCodes(taken)[0]]).toEqual([400, 'already_exists']);
    expect((await forget(ascii)).status).toBe(204);
    expect((await forget(address)).status).toBe(204);
    const mails = await test.service.services.store.asyncJobs
      .find({ service: 'mail', 'payload.to': address })
      .toArray();
    expect(mails).toHaveLength(2);
    expect((await signUp({ email: 'eva@m\u00fcnchen.example' })).status).toBe(202);
    const profile = await test.editor.create('/profiles', { title: 'P', email: 'p@\u4f8b\u3048.example' });
    expect(profile.attributes['email']).toBe('p@\u4f8b\u3048.example');
    const patched = await test.admin.patch(
      '/auth/user',
      { email: 'admin@b\u00fccher.example', old_password: PASSWORD },
      FLAT,
    );
    expect(patched.status).toBe(200);
    for (const email of ['a@b c.example', 'a@.example', 'a@\u200b', 'a b@b\u00fccher.example'])
      expect([email, (await create({ username: `idn${++serial}`, email })).status]).toEqual([email, 400]);
  });
});

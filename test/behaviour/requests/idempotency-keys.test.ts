// `Idempotency-Key` (D500 to D502, draft-ietf-httpapi-idempotency-key-header): a repeated request is executed once.
import { describe, expect, it } from 'vitest';
import { documentBody, keyed, postKeyed as post, replayed } from '../../support/clients/keyed-requests.ts';
import { errorCodes, errorSources, PASSWORD, serviceForTests } from '../../support/service.ts';

const HOUR = 3_600_000;

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });

const objects = () => test.service.services.store.objects.countDocuments();
const keys = () => test.service.services.store.idempotencyKeys;

describe('the key', () => {
  it.each([
    ['a UUID', '8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['a string in quotes', '"one key"', '"one key"'],
    ['a string that is the same without quotes', '"two"', 'two'],
    ['a string with a quote in it', String.raw`"a \"b\" \\"`, String.raw`"a \"b\" \\"`],
    ['255 characters', 'k'.repeat(255), `"${'k'.repeat(255)}"`],
  ])('is %s', async (_what, first, second) => {
    const made = await post(test.editor, keyed(first));
    expect(made.status).toBe(201);
    const again = await post(test.editor, keyed(second));
    expect([again.status, again.text, replayed(again)]).toEqual([201, made.text, 'true']);
  });

  it.each([
    ['empty', ''],
    ['empty in quotes', '""'],
    ['longer', 'k'.repeat(256)],
    ['longer in quotes', `"${'k'.repeat(256)}"`],
    ['two words', 'two words'],
    ['not closed', '"open'],
    ['not ASCII', 'schlüssel'],
    ['two of them', 'one, two'],
    ['two in quotes', '"one", "two"'],
    ['one with a parameter', '"one";a=1'],
  ])('is refused when it is %s', async (_what, key) => {
    const before = await objects();
    const response = await post(test.editor, keyed(key));
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_parameter']);
    expect(errorSources(response)).toEqual(['Idempotency-Key']);
    expect(await objects()).toBe(before);
  });

  it('is refused with other methods, which can be repeated safely', async () => {
    const { id } = await test.editor.create('/documents', { title: 'Wombats' });
    const data = { type: 'documents', id, attributes: { title: 'Other' } };
    const answers = [
      await test.editor.get(`/documents/${id}`, keyed()),
      await test.editor.patch(`/documents/${id}`, { data }, keyed()),
      await test.editor.delete(`/documents/${id}`, keyed()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    for (const answer of answers) expect(errorSources(answer)).toEqual(['Idempotency-Key']);
  });
});

describe('a repeated POST', () => {
  it('gets the same response, with its headers, and creates nothing', async () => {
    const headers = keyed();
    const first = await post(test.editor, headers);
    const before = await objects();
    const second = await post(test.editor, headers);
    expect([second.status, second.text]).toEqual([201, first.text]);
    for (const name of ['location', 'etag', 'content-type']) expect(second.headers[name]).toBe(first.headers[name]);
    expect([replayed(first), replayed(second)]).toEqual([undefined, 'true']);
    expect(await objects()).toBe(before);
  });

  it('gets the original response, even if the object has changed since', async () => {
    const headers = keyed();
    const first = await post(test.editor, headers);
    const { id } = (first.body as { data: { id: string } }).data;
    const data = { type: 'documents', id, attributes: { title: 'Changed' } };
    expect((await test.editor.patch(`/documents/${id}`, { data })).status).toBe(200);
    expect((await post(test.editor, headers)).text).toBe(first.text);
  });

  it('concurrently creates one object; the others are 409', async () => {
    const headers = keyed();
    const before = await objects();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(test.editor, headers, 'At once')));
    const made = answers.filter(({ status }) => status === 201);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(made.length + waiting.length).toBe(10);
    expect(made.filter((answer) => replayed(answer) === undefined).length).toBe(1);
    for (const answer of waiting) {
      expect([errorCodes(answer)[0], answer.headers['retry-after']]).toEqual(['idempotency_key_in_use', '1']);
    }
    expect(await objects()).toBe(before + 1);
    expect((await post(test.editor, headers, 'At once')).text).toBe(made[0]?.text);
  });

  it.each<[string, (headers: Record<string, string>) => Promise<{ status: number }>]>([
    ['another body', (headers) => post(test.editor, headers, 'Other')],
    ['another path', (headers) => test.editor.post('/events', documentBody('Wombats'), headers)],
    ['a query', (headers) => test.editor.post('/documents?lang=en', documentBody('Wombats'), headers)],
    ['another media type', (headers) => post(test.editor, { ...headers, Accept: 'application/json' })],
    ['another type of body', (headers) => post(test.editor, { ...headers, 'Content-Type': 'application/json' })],
    ['a condition', (headers) => post(test.editor, { ...headers, 'If-Match': '*' })],
  ])('with %s is 422', async (_what, send) => {
    const headers = keyed();
    const first = await post(test.editor, headers);
    const before = await objects();
    const other = await send(headers);
    expect(other.status).toBe(422);
    expect(errorCodes(other as never)[0]).toBe('idempotency_key_reused');
    expect(await objects()).toBe(before);
    expect((await post(test.editor, headers)).text).toBe(first.text);
  });

  it('with other white space in its body is the same', async () => {
    const headers = keyed();
    const first = await post(test.editor, headers);
    const again = await test.editor.post('/documents', JSON.stringify(documentBody('Wombats'), null, 2), headers);
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('is limited for repeated use with other bodies', async () => {
    const headers = keyed();
    await post(test.editor, headers);
    for (let n = 0; n < 10; n++) expect((await post(test.editor, headers, `Guess ${n}`)).status).toBe(422);
    expect((await post(test.editor, headers)).status).toBe(422);
  });

  it('of another caller, or without a token, is another request', async () => {
    const headers = keyed();
    const first = await post(test.editor, headers);
    const second = await post(test.admin, headers);
    expect(second.status).toBe(201);
    expect(replayed(second)).toBe(undefined);
    expect(second.headers['location']).not.toBe(first.headers['location']);
    const refused = [await post(test.reader, headers), await post(test.anonymous, headers)];
    expect(refused.map(({ status }) => status)).toEqual([403, 401]);
    const signIn = (address: string, password = PASSWORD) =>
      test.anonymous.post(
        '/auth',
        { username: 'reader', password },
        { ...headers, 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      );
    const tokens = await signIn('10.0.0.1');
    expect([tokens.status, replayed(tokens)]).toEqual([200, undefined]);
    const again = await signIn('10.0.0.1');
    expect([again.text, replayed(again), again.headers['cache-control']]).toEqual([tokens.text, 'true', 'no-store']);
    const elsewhere = await signIn('10.0.0.2');
    expect([elsewhere.status, replayed(elsewhere)]).toEqual([200, undefined]);
    expect(elsewhere.text).not.toBe(tokens.text);
    expect((await signIn('10.0.0.1', 'wrong')).status).toBe(422);
  });

  it('by another application is 422', async () => {
    const headers = { ...keyed(), 'Content-Type': 'application/json', 'X-Forwarded-For': '10.0.1.1' };
    const statuses: number[] = [];
    for (const name of ['first', 'second']) {
      const { meta } = await test.admin.create('/admin/applications', { name });
      const withKey = { ...headers, 'X-Api-Key': String(meta['api_key']) };
      statuses.push((await test.anonymous.post('/auth', { username: 'reader', password: PASSWORD }, withKey)).status);
    }
    expect(statuses).toEqual([200, 422]);
  });

  it('by a user who has lost the permission is refused', async () => {
    const headers = keyed();
    const client = await test.addClient('demoted', [2]);
    expect((await post(client, headers)).status).toBe(201);
    const { body } = await test.admin.get('/users?filter[username]=demoted');
    const { id } = (body as { data: { id: string }[] }).data[0] as { id: string };
    const data = [{ type: 'roles', id: '2' }];
    expect((await test.admin.delete(`/users/${id}/relationships/roles`, {}, { data })).status).toBe(200);
    expect((await post(client, headers)).status).toBe(403);
  });

  it('after 24 hours is a new request', async () => {
    const headers = keyed();
    const first = await post(test.editor, headers);
    test.clock.advance(23 * HOUR);
    const { token } = test.editor;
    const signedIn = await test.anonymous.post(
      '/auth',
      { username: 'editor', password: PASSWORD },
      { 'Content-Type': 'application/json' },
    );
    const { jwt } = (signedIn.body as { meta: { jwt: string } }).meta;
    const later = { ...headers, Authorization: `Bearer ${jwt}` };
    expect(token).not.toBe(jwt);
    expect((await post(test.anonymous, later)).text).toBe(first.text);
    test.clock.advance(2 * HOUR);
    const { body } = await test.anonymous.post(
      '/auth',
      { username: 'editor', password: PASSWORD },
      { 'Content-Type': 'application/json' },
    );
    const next = (body as { meta: { jwt: string } }).meta.jwt;
    const unrelated = await post(test.anonymous, { ...headers, Authorization: `Bearer ${next}` });
    expect([unrelated.status, replayed(unrelated)]).toEqual([201, undefined]);
    expect(unrelated.headers['location']).not.toBe(first.headers['location']);
    test.clock.advance(-25 * HOUR);
  });
});

describe('a refusal', () => {
  it('is not stored without a write: the request may be corrected', async () => {
    const headers = keyed();
    const before = await keys().countDocuments();
    const bad = { data: { type: 'documents', attributes: { title: 'Wombats', status: 'wombat' } } };
    const refusals = [
      await test.editor.post('/documents', bad, headers),
      await test.editor.post('/documents', bad, headers),
      await test.editor.post('/documents', '{', headers),
      await test.editor.post('/documents?wombats=1', documentBody('Wombats'), headers),
    ];
    expect(refusals.map((response) => [response.status, replayed(response)])).toEqual(
      refusals.map(() => [400, undefined]),
    );
    expect(await keys().countDocuments()).toBe(before);
    expect((await post(test.editor, headers)).status).toBe(201);
  });

  it('of a sign-in is not stored, and counts each time', async () => {
    const headers = { ...keyed(), 'Content-Type': 'application/json', 'X-Forwarded-For': '10.1.0.1' };
    const statuses: number[] = [];
    for (let n = 0; n < 30 && statuses.at(-1) !== 429; n++) {
      statuses.push((await test.anonymous.post('/auth', { username: 'reader', password: 'wrong' }, headers)).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
  });
});

// The stored data of a request with an Idempotency-Key (D501, D502): its response, sealed, or the created resources.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyed, lastKey, loseResponse, postKeyed as post, replayed } from '../../support/clients/keyed-requests.ts';
import { errorCodes, openTestService, PASSWORD, serviceForTests } from '../../support/service.ts';
import { upload } from '../../support/files/uploads.ts';

const HOUR = 3_600_000;

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });

const objects = () => test.service.services.store.objects.countDocuments();
const keys = () => test.service.services.store.idempotencyKeys;

describe('a stored response', () => {
  it('does not reveal the request and the response', async () => {
    const headers = {
      ...keyed('a-key-to-be-found'),
      'Content-Type': 'application/json',
      'X-Forwarded-For': '10.3.0.1',
    };
    const { text } = await test.anonymous.post('/auth', { username: 'reader', password: PASSWORD }, headers);
    const { meta } = JSON.parse(text) as { meta: { jwt: string; renew: string } };
    const rows = await keys().find().toArray();
    expect(rows.length).toBeGreaterThan(0);
    const stored =
      JSON.stringify(rows) + rows.map(({ answer }) => Buffer.from(answer?.buffer ?? []).toString('latin1')).join('');
    for (const secret of [meta.jwt, meta.renew, PASSWORD, 'a-key-to-be-found', 'reader']) {
      expect(stored).not.toContain(secret);
    }
  });

  it('is removed by the database when it expires', async () => {
    const indexes = await keys().indexes();
    expect(indexes.find(({ key }) => 'expires' in key)?.['expireAfterSeconds']).toBe(0);
    await post(test.editor, keyed());
    expect((await lastKey(test)).expires.getTime()).toBe(test.clock.now().getTime() + 24 * HOUR);
  });

  it('is rebuilt from the object if it is too large to store', async () => {
    const headers = keyed();
    const first = await post(test.editor, headers);
    // As a response is left that is not stored.
    await loseResponse(test);
    const second = await post(test.editor, headers);
    expect([second.status, second.text, replayed(second)]).toEqual([201, first.text, 'true']);
  });

  it('of anonymous callers is limited by day', async () => {
    const { store } = test.service.services;
    const send = () =>
      test.anonymous.post(
        '/auth',
        { username: 'reader', password: PASSWORD },
        { ...keyed(), 'Content-Type': 'application/json', 'X-Forwarded-For': '10.4.0.1' },
      );
    expect((await send()).status).toBe(200);
    await store.rateLimits.updateOne({ _id: /^idempotency\|address:10\.4\.0\.1/ as never }, { $set: { count: 1_000 } });
    const before = await keys().countDocuments();
    const refused = await send();
    expect([refused.status, errorCodes(refused)[0]]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await keys().countDocuments()).toBe(before);
  });
});

describe('uploads', () => {
  const send = (headers: Record<string, string>, content = 'Wombats', name = 'w.txt') =>
    upload(test.editor, `POST /streams/upload/${name}`, content, { 'Content-Type': 'text/plain', ...headers });
  const files = () => test.service.services.store.streams.countDocuments();

  it('are stored once, and compared by their content', async () => {
    const headers = keyed();
    const first = await send(headers);
    expect(first.status).toBe(201);
    const before = await files();
    const second = await send(headers);
    expect([second.status, second.text, replayed(second)]).toEqual([201, first.text, 'true']);
    const answers = [
      await send(headers, 'Numbats'),
      await send(headers, 'Many wombats'),
      await send({ ...headers, 'Content-Transfer-Encoding': 'base64' }),
      await send(headers, 'Wombats', 'other.txt'),
      await send({ ...headers, 'Content-Type': 'text/html' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(await files()).toBe(before);
  });

  it('of the legacy side give one token', async () => {
    const headers = keyed();
    const sendLegacy = (content: string) =>
      upload(test.editor, 'POST /files/file/w.txt', content, { 'Content-Type': 'text/plain', ...headers });
    const first = await sendLegacy('Wombats');
    expect(first.status).toBe(200);
    const second = await sendLegacy('Wombats');
    expect([second.text, replayed(second)]).toEqual([first.text, 'true']);
    expect((await sendLegacy('Numbats')).status).toBe(422);
  });

  it('whose response was lost are compared too', async () => {
    const headers = keyed();
    const first = await send(headers);
    await loseResponse(test);
    expect((await send(headers, 'Numbats')).status).toBe(422);
    const second = await send(headers);
    expect([second.status, second.text]).toEqual([201, first.text]);
  });
});

describe('work on several objects', () => {
  it('is not repeated, not even in part', async () => {
    const made = [await test.editor.create('/documents', {}), await test.editor.create('/documents', {})];
    const body = { data: { objects: { documents: made.map(({ id }) => id) }, attributes: { title: 'Same' } } };
    const headers = keyed();
    const first = await test.editor.post('/bulk/edit', body, headers);
    expect(first.status).toBe(200);
    const changes = () => test.service.services.store.changes.countDocuments();
    const before = await changes();
    const second = await test.editor.post('/bulk/edit', body, headers);
    expect([second.text, replayed(second)]).toEqual([first.text, 'true']);
    await loseResponse(test);
    const lost = await test.editor.post('/bulk/edit', body, headers);
    expect([lost.status, errorCodes(lost)[0]]).toEqual([409, 'idempotency_response_lost']);
    expect(await changes()).toBe(before);
  });
});

describe('a key that a killed process has marked', () => {
  it('is in progress until the database has aborted its transaction', async () => {
    const { store } = test.service.services;
    const headers = keyed();
    expect((await post(test.editor, headers)).status).toBe(201);
    const { _id } = await lastKey(test);
    await keys().updateOne({ _id }, { $unset: { answer: '', answered: '' }, $set: { commits: 0 } });
    const transaction = store.client.startSession();
    transaction.startTransaction();
    await keys().updateOne({ _id }, { $inc: { commits: 1 } }, { session: transaction });
    const concurrent = await post(test.editor, headers);
    expect([concurrent.status, errorCodes(concurrent)[0]]).toEqual([409, 'idempotency_key_in_use']);
    await transaction.abortTransaction();
    await transaction.endSession();
    expect((await post(test.editor, headers)).status).toBe(201);
  });
});

describe('the legacy side', () => {
  it('creates an object once, and returns its envelope twice', async () => {
    const headers = { ...keyed(), Accept: 'application/json', 'Content-Type': 'application/json' };
    const legacy = await openTestService({ env: { LEGACY_ROOT: '', TRUST_PROXY: '1' } });
    const { store } = legacy.service.services;
    const { body } = await legacy.editor.get('/folders/publication');
    const parents = [Number((body as { data: { id: string } }).data.id)];
    const send = (title: string) =>
      legacy.editor.post('/objects', { data: { object_type: 'document', title, status: 'on', parents } }, headers);
    const first = await send('Wombats');
    expect([first.status, first.body]).toEqual([201, expect.objectContaining({ api: 'objects' })]);
    const before = await store.objects.countDocuments();
    const second = await send('Wombats');
    expect([second.status, second.text, replayed(second)]).toEqual([201, first.text, 'true']);
    expect((await send('Numbats')).status).toBe(422);
    expect((await lastKey(legacy)).commits).toBe(1);
    await loseResponse(legacy);
    const again = await send('Wombats');
    // Its envelope has another layout than the reader expects.
    expect([again.status, errorCodes(again)[0]]).toEqual([409, 'idempotency_response_lost']);
    expect((again.body as { error: { detail: string } }).error.detail).toContain(
      `objects "${(first.body as { data: { id: number } }).data.id}"`,
    );
    expect(await store.objects.countDocuments()).toBe(before);
    await legacy.close();
  });
});

describe('a superseded attempt', () => {
  it('commits nothing: the key belongs to another attempt', async () => {
    const { store } = test.service.services;
    const headers = keyed();
    const before = await objects();
    // A transaction that holds the total of documents keeps the first attempt from committing.
    const transaction = store.client.startSession();
    transaction.startTransaction();
    await store.objectCounts.updateMany({ type: 'documents' }, { $inc: { all: 0 } as never }, { session: transaction });
    const slow = post(test.editor, headers, 'Slow');
    while ((await keys().countDocuments({ locked_until: { $exists: true } })) === 0) await new Promise(setImmediate);
    // As the clock of another process would have it.
    await keys().updateMany({ locked_until: { $exists: true } }, { $set: { attempt: randomUUID() } });
    await transaction.abortTransaction();
    await transaction.endSession();
    const answer = await slow;
    expect([answer.status, errorCodes(answer)[0]]).toEqual([503, 'service_unavailable']);
    expect(await objects()).toBe(before);
  });
});

it('pages of other origins may send keys and see whether a response is repeated', async () => {
  const open = await openTestService({ env: { CORS_ORIGINS: 'https://example.org' } });
  const preflight = await open.anonymous.request('options', '/documents', (request) =>
    request.set({
      Origin: 'https://example.org',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'idempotency-key',
    }),
  );
  expect(preflight.headers['access-control-allow-headers']).toBe('idempotency-key');
  const answer = await open.anonymous.get('/home', { Origin: 'https://example.org' });
  expect(answer.headers['access-control-expose-headers']).toContain('Idempotency-Replayed');
  await open.close();
});

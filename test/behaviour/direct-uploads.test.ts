// Uploads that go to the bucket past the service (D646).
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepFiles } from '../../core/files/sweeper.ts';
import { errorCodes, errorSources, openTestService, type Client, type TestService } from '../support/service.ts';
import { openRawClient, type RawClient } from '../support/raw-request.ts';
import { openPlace, type StoragePlace } from '../support/storages.ts';
import { newPicture, uploadStream } from '../support/uploads.ts';
import { faultLines } from '../support/verified.ts';

const BYTES = 'application/octet-stream';
const DIRECT = '/streams/direct_uploads';

interface Begun {
  id: string;
  attributes: Record<string, unknown>;
  meta: { url: string; method: string; headers: Record<string, string>; expires_at: string; complete_by: string };
}

const hash = (algorithm: string, content: Buffer | string): string =>
  createHash(algorithm).update(content).digest('hex');

const announced = (content: Buffer | string, attributes: Record<string, unknown> = {}) => ({
  data: {
    type: 'direct_uploads',
    attributes: {
      file_name: 'some.bin',
      mime_type: BYTES,
      file_size: Buffer.byteLength(content),
      ...(!('hash_sha256' in attributes) && { hash_md5: hash('md5', content) }),
      ...attributes,
    },
  },
});

/** What a client does: it sends the headers as they are given. */
const put = ({ meta }: Begun, content: Buffer | string, headers: Record<string, string> = {}): Promise<Response> => {
  // Node, as browsers, sets the length itself.
  const { 'Content-Length': _length, ...given } = meta.headers;
  void _length;
  return fetch(meta.url, {
    method: meta.method,
    headers: { ...given, ...headers },
    body: new Uint8Array(Buffer.from(content)),
  });
};

describe('a bucket that clients may send files to', () => {
  let place: StoragePlace;
  let t: TestService;
  let editor: Client;
  let raw: RawClient;

  beforeAll(async () => {
    place = await openPlace('S3');
    const env = { ...place.env, STORAGE_DIRECT: 'on', UPLOAD_MAX_SIZE: '1mb', UPLOAD_QUOTA: '3mb', JWT_TTL: '7d' };
    t = await openTestService({ env });
    raw = await openRawClient(t);
  });
  beforeEach(async () => {
    editor = (await addUser()).client;
    if (place.s3) Object.assign(place.s3, { ahead: 0, refuses: undefined });
  });
  afterAll(async () => {
    t.clock.advance(25 * 3_600_000);
    await sweepFiles(t.service.services.files);
    expect(await faultLines(t)).toEqual([]);
    expect(
      (await place.contents(t.service.services.store.db)).filter((name) => String(name).includes('incoming')),
    ).toEqual([]);
    await raw.close();
    await t.close();
    await place.close();
  });

  let serial = 0;
  const addUser = async (): Promise<{ client: Client; id: string }> => {
    const client = await t.addClient(`sender${++serial}`, [2]);
    return { client, id: ((await client.get('/auth/user')).body as { data: { id: string } }).data.id };
  };
  const begin = async (content: Buffer | string, attributes = {}, client: Client = editor): Promise<Begun> => {
    const answer = await client.post(DIRECT, announced(content, attributes));
    expect([answer.status, answer.body]).toMatchObject([201, {}]);
    return (answer.body as { data: Begun }).data;
  };
  const complete = ({ id }: { id: string }, client: Client = editor) =>
    client.post(`${DIRECT}/${id}/stream`, undefined);
  const sent = async (content: Buffer | string, attributes = {}, client: Client = editor): Promise<Begun> => {
    const begun = await begin(content, attributes, client);
    expect((await put(begun, content)).status).toBe(200);
    return begun;
  };
  const inBucket = async (part: string): Promise<string[]> =>
    (await place.contents(t.service.services.store.db)).map(String).filter((name) => name.includes(part));
  const usage = async (id: string): Promise<unknown> => {
    const row = await t.service.services.store.fileUsage.findOne({ _id: id });
    return [row?.bytes, row?.files];
  };

  it('takes a file, of which it makes a stream as of any other', async () => {
    const content = await newPicture();
    const file = { file_name: 'Größe (1).png', mime_type: 'image/png', private_url: true };
    const begun = await begin(content, file);
    expect(begun.attributes).toEqual({
      ...file,
      file_size: content.length,
      hash_md5: hash('md5', content),
    });
    expect(new URL(begun.meta.url).origin).toBe(place.s3?.endpoint);
    expect(begun.meta.headers).toEqual({
      'Content-Type': 'image/png',
      'Content-Length': String(content.length),
      'Content-MD5': createHash('md5').update(content).digest('base64'),
    });
    const until = (text: string): number => (Date.parse(text) - t.clock.now().getTime()) / 60_000;
    expect([until(begun.meta.expires_at), until(begun.meta.complete_by)].map(Math.round)).toEqual([15, 120]);
    expect((await put(begun, content)).status).toBe(200);
    const direct = await complete(begun);
    const usual = await uploadStream(editor, file.file_name, content, file.mime_type);
    expect([direct.status, usual.status]).toEqual([201, 201]);
    const shown = ({ body }: typeof direct) => {
      const { data } = body as { data: { attributes: object; meta: object } };
      const { url: _, private_url: __, created: ___, modified: ____, ...meta } = data.meta as Record<string, unknown>;
      return { attributes: data.attributes, meta };
    };
    expect(shown(direct)).toEqual(shown(usual));
    const { id, meta } = (direct.body as { data: { id: string; meta: { url: string; private_url: boolean } } }).data;
    expect(meta.private_url).toBe(true);
    expect(direct.headers['location']).toMatch(new RegExp(`/streams/${id}$`));
    expect((await editor.get(`/streams/${id}`)).text).toBe(direct.text);
    const { pathname, search } = new URL(meta.url);
    expect((await raw.get(pathname + search)).bytes.equals(content)).toBe(true);
    expect(await inBucket(begun.id)).toEqual([]);
    expect((await editor.delete(`/streams/${id}`)).status).toBe(204);
  });

  it('says with no cache where it is to be sent', async () => {
    const answer = await editor.post(DIRECT, announced('a'));
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(await t.service.services.store.uploadTokens.find().toArray())).not.toContain('Signature');
  });

  it.each(['hash_md5', 'hash_sha256'])('takes nothing else than the announced file, by %s', async (name) => {
    const content = 'the announced file';
    const begun = await begin(content, { [name]: hash(name.slice(5), content).toUpperCase() });
    expect((await put(begun, 'the announced fake')).status).toBe(400);
    expect((await put(begun, 'a longer file than it')).status).toBe(403);
    expect((await put(begun, content, { 'Content-Type': 'text/html' })).status).toBe(403);
    const fake = createHash(name.slice(5)).update('the announced fake').digest('base64');
    const header = name === 'hash_md5' ? 'Content-MD5' : 'x-amz-checksum-sha256';
    expect((await put(begun, 'the announced fake', { [header]: fake })).status).toBe(403);
    const elsewhere = { ...begun, meta: { ...begun.meta, url: begun.meta.url.replace('incoming/', 'incoming/x') } };
    expect((await put(elsewhere, content)).status).toBe(403);
    expect(await inBucket(begun.id)).toEqual([]);
    const early = await complete(begun);
    expect([early.status, early.text]).toEqual([409, expect.stringContaining('has not been sent')]);
    expect((await put(begun, content)).status).toBe(200);
    expect((await complete(begun)).status).toBe(201);
  });

  it('takes it at no address that has ended, and until then as often as it is sent', async () => {
    const begun = await begin('a');
    if (place.s3) place.s3.ahead = 15 * 60_000 - 5_000;
    expect([(await put(begun, 'a')).status, (await put(begun, 'a')).status]).toEqual([200, 200]);
    if (place.s3) place.s3.ahead = 15 * 60_000 + 5_000;
    expect((await put(begun, 'a')).status).toBe(403);
    // It was sent in time.
    t.clock.advance(16 * 60_000);
    expect((await complete(begun)).status).toBe(201);
  });

  it('keeps what it has checked: what is sent afterwards changes nothing, and is removed', async () => {
    const begun = await sent('the file');
    const { data } = (await complete(begun)).body as { data: { id: string; meta: { url: string } } };
    // As a server would that does not look at signed headers.
    const plain = begun.meta.url.split('?')[0] ?? '';
    expect((await fetch(plain, { method: 'PUT', body: 'another file' })).status).toBe(200);
    expect(await inBucket(begun.id)).not.toEqual([]);
    const { pathname, search } = new URL(data.meta.url);
    expect((await raw.get(pathname + search)).bytes.toString()).toBe('the file');
    t.clock.advance(25 * 3_600_000);
    await sweepFiles(t.service.services.files);
    expect(await inBucket(begun.id)).toEqual([]);
  });

  it.each([
    ['another length', 'a longer file', 'is not what was announced'],
    ['another checksum', 'tha file', 'is not what was announced'],
    ['nothing', '', 'is empty'],
    ['more than any file may have', Buffer.alloc(1_100_000), 'is larger than 1048576 bytes'],
  ])('refuses what is not as announced, where the server takes it: %s', async (_what, other, why) => {
    const begun = await begin('the file');
    await fetch(begun.meta.url.split('?')[0] ?? '', { method: 'PUT', body: other });
    const answer = await complete(begun);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(why)]);
    expect(errorSources(answer)).toEqual([]);
    // The right one may follow.
    expect((await put(begun, 'the file')).status).toBe(200);
    expect((await complete(begun)).status).toBe(201);
  });

  it('refuses a file for its content as any upload, and ends the upload', async () => {
    const { client, id } = await addUser();
    for (const [mime_type, content, code] of [
      ['image/png', 'no picture', 'file_type_mismatch'],
      ['image/png', (await newPicture()).subarray(0, 60), 'unreadable_file'],
      [BYTES, Buffer.from(`\x7fELF${'\0'.repeat(60)}`, 'latin1'), 'file_type_forbidden'],
    ] as const) {
      const begun = await sent(content, { mime_type }, client);
      const answer = await complete(begun, client);
      expect([answer.status, errorCodes(answer)[0], errorSources(answer)]).toEqual([400, code, []]);
      expect(await inBucket(begun.id)).toEqual([]);
      expect((await complete(begun, client)).status).toBe(409);
    }
    expect(await usage(id)).toEqual([0, 0]);
  });

  it('completes an upload once: the second time is 409, which names the stream', async () => {
    const begun = await sent('the file');
    const answers = await Promise.all([complete(begun), complete(begun), complete(begun)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const made = answers.find(({ status }) => status === 201)?.body as { data: { id: string } };
    const again = await complete(begun);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining(made.data.id)]);
    expect(await t.service.services.store.streams.countDocuments({ _id: made.data.id })).toBe(1);
  });

  it('answers both steps again to the same key', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [
      await editor.post(DIRECT, announced('a'), key),
      await editor.post(DIRECT, announced('a'), key),
    ];
    expect([second.status, second.text]).toEqual([201, first.text]);
    const { data } = first.body as { data: Begun };
    await put(data, 'a');
    const done = { 'Idempotency-Key': randomUUID() };
    const path = `${DIRECT}/${data.id}/stream`;
    const [one, two] = [await editor.post(path, undefined, done), await editor.post(path, undefined, done)];
    expect([one.status, two.status, two.text]).toEqual([201, 201, one.text]);
  });

  it('completes the upload of the caller alone, and of all for administrators, whose it does not become', async () => {
    const begun = await sent('the file');
    const other = (await addUser()).client;
    const [theirs, none] = [await complete(begun, other), await complete({ id: randomUUID() }, other)];
    expect([theirs.status, none.status]).toEqual([404, 404]);
    expect((await complete(begun, t.anonymous)).status).toBe(401);
    const answer = await complete(begun, t.admin);
    expect(answer.status).toBe(201);
    const { id } = (answer.body as { data: { id: string } }).data;
    expect((await editor.get(`/streams/${id}`)).status).toBe(200);
    expect((await other.get(`/streams/${id}`)).status).toBe(404);
  });

  it('counts an announced file once, from the beginning to the end', async () => {
    const { client, id } = await addUser();
    const content = randomBytes(1_000_000);
    const begun = await sent(content, {}, client);
    expect(await usage(id)).toEqual([1_000_000, 1]);
    expect((await complete(begun, client)).status).toBe(201);
    expect(await usage(id)).toEqual([1_000_000, 1]);
    await begin(randomBytes(1_000_000), {}, client);
    await begin(randomBytes(1_000_000), {}, client);
    const tooMuch = await client.post(DIRECT, announced(content));
    expect([tooMuch.status, errorCodes(tooMuch)[0]]).toEqual([403, 'UPLOAD_QUOTA_EXCEEDED']);
    const usual = await uploadStream(client, 'some.bin', content, BYTES);
    expect([usual.status, errorCodes(usual)[0]]).toEqual([403, 'UPLOAD_QUOTA_EXCEEDED']);
    expect(await faultLines(t)).toEqual([]);
    // What was not completed in time counts no more.
    t.clock.advance(3 * 3_600_000);
    await sweepFiles(t.service.services.files);
    expect(await usage(id)).toEqual([1_000_000, 1]);
    expect(await faultLines(t)).toEqual([]);
  });

  it('refuses what it can know before anything is sent', async () => {
    const refused = async (attributes: Record<string, unknown>) => {
      const answer = await editor.post(DIRECT, announced('a', attributes));
      return [answer.status, errorCodes(answer)[0], errorSources(answer)[0]];
    };
    const at = (name: string) => `/data/attributes/${name}`;
    expect(await refused({ file_size: 1_048_577 })).toEqual([413, 'payload_too_large', at('file_size')]);
    expect(await refused({ file_size: 0 })).toEqual([400, 'invalid_data', at('file_size')]);
    expect(await refused({ file_name: 'a/b' })).toEqual([400, 'invalid_parameter', at('file_name')]);
    expect(await refused({ mime_type: 'png' })).toEqual([400, 'bad_request', at('mime_type')]);
    expect(await refused({ mime_type: 'image/png\r\nx: y' })).toEqual([400, 'bad_request', at('mime_type')]);
    expect(await refused({ mime_type: 'application/x-elf' })).toEqual([400, 'file_type_forbidden', at('mime_type')]);
    expect(await refused({ mime_type: 'multipart/form-data' })).toEqual([
      415,
      'unsupported_media_type',
      at('mime_type'),
    ]);
    expect(await refused({ hash_md5: 'x' })).toEqual([400, 'invalid_data', at('hash_md5')]);
    const none = '/data/attributes';
    expect(await refused({ hash_md5: undefined })).toEqual([400, 'invalid_data', none]);
    expect(await refused({ hash_md5: hash('md5', 'a'), hash_sha256: hash('sha256', 'a') })).toEqual([
      400,
      'invalid_data',
      none,
    ]);
    const answer = await editor.post(DIRECT, { data: { ...announced('a').data, type: 'streams' } });
    expect([answer.status, errorCodes(answer)[0]]).toEqual([409, 'type_conflict']);
  });

  it('lets a user have few at a time', async () => {
    const { client } = await addUser();
    const answers = await Promise.all(Array.from({ length: 25 }, () => client.post(DIRECT, announced('a'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(20).fill(201),
      ...Array<number>(5).fill(429),
    ]);
    const late = answers.find(({ status }) => status === 429);
    expect([errorCodes(late as never)[0], late?.headers['retry-after']]).toEqual(['too_many_requests', '10']);
    const first = answers.find(({ status }) => status === 201)?.body as { data: Begun };
    await put(first.data, 'a');
    expect((await complete(first.data, client)).status).toBe(201);
    expect((await client.post(DIRECT, announced('a'))).status).toBe(201);
  });

  it('lets a user have no more addresses than 500, those of completed uploads among them', async () => {
    const { client, id } = await addUser();
    const row = {
      expires: new Date(t.clock.now().getTime() + 60_000),
      user_id: Number(id),
      address_until: t.clock.now(),
      private_url: false,
    };
    const rows = Array.from({ length: 500 }, (_, n) => ({ ...row, _id: `completed-${id}-${n}` }));
    await t.service.services.store.uploadTokens.insertMany(rows);
    const answer = await client.post(DIRECT, announced('a'));
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '60']);
    t.clock.advance(61_000);
    expect((await client.post(DIRECT, announced('a'))).status).toBe(201);
  });

  it('ends an upload that is not completed in time, and removes its file', async () => {
    const begun = await sent('the file');
    t.clock.advance(2 * 3_600_000);
    expect((await complete(begun)).status).toBe(404);
    await sweepFiles(t.service.services.files);
    expect(await inBucket(begun.id)).toEqual([]);
    expect((await complete(begun)).status).toBe(404);
  });

  it('leaves nothing of a copy when the process is killed before its commit', async () => {
    const begun = await sent('the file');
    const { fileStore } = t.service.services.files;
    // A process that has copied the file, and has been killed.
    const key = await fileStore.copy(`incoming/${begun.id}`);
    expect(await inBucket(key)).not.toEqual([]);
    t.clock.advance(11 * 60_000);
    await sweepFiles(t.service.services.files);
    expect([await inBucket(key), (await inBucket(begun.id)).length > 0]).toEqual([[], true]);
    expect((await complete(begun)).status).toBe(201);
  });

  it('is 503 when the storage fails, and goes on afterwards', async () => {
    const begun = await sent('the file');
    if (place.s3) place.s3.refuses = ({ method, url }) => method === 'GET' && !String(url).includes('incoming');
    expect((await complete(begun)).status).toBe(503);
    if (place.s3) place.s3.refuses = undefined;
    t.clock.advance(61_000);
    expect((await complete(begun)).status).toBe(201);
  });

  it('has no such addresses for strangers', async () => {
    expect((await t.anonymous.post(DIRECT, announced('a'))).status).toBe(401);
  });
});

describe('another storage', () => {
  it('is 404: files are uploaded to the service', async () => {
    const t = await openTestService();
    const [begin, complete] = [
      await t.admin.post(DIRECT, announced('a')),
      await t.admin.post(`${DIRECT}/${randomUUID()}/stream`, undefined),
    ];
    for (const answer of [begin, complete]) {
      expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('/streams/upload')]);
    }
    await t.close();
  });
});

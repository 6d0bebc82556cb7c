// Uploads directly to the bucket: refusals, counting, and remains (D646).
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  announced,
  ANY_BYTES,
  DIRECT,
  hash,
  openDirectWorld,
  put,
  putUnsigned,
  type Begun,
  type DirectWorld,
} from '../../support/files/direct-world.ts';
import { errorCodes, errorSources, type Client, type TestService } from '../../support/service.ts';
import { newPicture, uploadStream } from '../../support/files/uploads.ts';
import { faultLines } from '../../support/database/verified.ts';

describe('a direct upload', () => {
  let world: DirectWorld;
  let t: TestService;
  let editor: Client;
  beforeAll(async () => {
    world = await openDirectWorld();
    t = world.t;
  });
  beforeEach(async () => {
    editor = (await world.addUser()).client;
    if (world.place.s3) Object.assign(world.place.s3, { ahead: 0, refuses: undefined });
  });
  afterAll(async () => {
    // The sent file is removed in every case.
    t.clock.advance(25 * 3_600_000);
    await world.sweep();
    expect(await faultLines(t)).toEqual([]);
    expect(await world.inBucket('incoming')).toEqual([]);
    await world.close();
  });

  it.each([
    ['another length', 'a longer file', 'is not the announced one'],
    ['another checksum', 'tha file', 'is not the announced one'],
    ['nothing', '', 'is empty'],
    ['more than any file may have', Buffer.alloc(1_100_000), 'is larger than 1048576 bytes'],
  ])(
    'refuses a file that differs from the announcement, even if the bucket accepts it: %s',
    async (_what, other, why) => {
      const begun = await world.begin(editor, 'the file');
      await putUnsigned(begun, other);
      const answer = await world.complete(editor, begun);
      expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(why)]);
      expect(errorSources(answer)).toEqual([]);
      // The right one may follow.
      expect((await put(begun, 'the file')).status).toBe(200);
      expect((await world.complete(editor, begun)).status).toBe(201);
    },
  );

  it('refuses invalid content like any upload, and ends the upload', async () => {
    const { client, id } = await world.addUser();
    for (const [mime_type, content, code] of [
      ['image/png', 'no picture', 'file_type_mismatch'],
      ['image/png', (await newPicture()).subarray(0, 60), 'unreadable_file'],
      [ANY_BYTES, Buffer.from(`\x7fELF${'\0'.repeat(60)}`, 'latin1'), 'file_type_forbidden'],
    ] as const) {
      const begun = await world.sent(client, content, { mime_type });
      const answer = await world.complete(client, begun);
      expect([answer.status, errorCodes(answer)[0], errorSources(answer)]).toEqual([400, code, []]);
      expect(await world.inBucket(begun.id)).toEqual([]);
      expect((await world.complete(client, begun)).status).toBe(409);
    }
    expect(await world.usage(id)).toEqual([0, 0]);
  });

  it('counts an announced file once, from the announcement to the end', async () => {
    const { client, id } = await world.addUser();
    const content = randomBytes(1_000_000);
    const begun = await world.sent(client, content);
    expect(await world.usage(id)).toEqual([1_000_000, 1]);
    expect((await world.complete(client, begun)).status).toBe(201);
    expect(await world.usage(id)).toEqual([1_000_000, 1]);
    await world.begin(client, randomBytes(1_000_000));
    await world.begin(client, randomBytes(1_000_000));
    const tooMuch = await client.post(DIRECT, announced(content));
    expect([tooMuch.status, errorCodes(tooMuch)[0]]).toEqual([403, 'UPLOAD_QUOTA_EXCEEDED']);
    const usual = await uploadStream(client, 'some.bin', content, ANY_BYTES);
    expect([usual.status, errorCodes(usual)[0]]).toEqual([403, 'UPLOAD_QUOTA_EXCEEDED']);
    expect(await faultLines(t)).toEqual([]);
    // Uploads that were not completed in time are no longer counted.
    t.clock.advance(3 * 3_600_000);
    await world.sweep();
    expect(await world.usage(id)).toEqual([1_000_000, 1]);
    expect(await faultLines(t)).toEqual([]);
  });

  it('refuses invalid announcements before the file is sent', async () => {
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

  it('limits the open uploads of a user', async () => {
    const { client } = await world.addUser();
    const answers = await Promise.all(Array.from({ length: 25 }, () => client.post(DIRECT, announced('a'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(20).fill(201),
      ...Array<number>(5).fill(429),
    ]);
    const late = answers.find(({ status }) => status === 429);
    expect([errorCodes(late as never)[0], late?.headers['retry-after']]).toEqual(['too_many_requests', '10']);
    const first = answers.find(({ status }) => status === 201)?.body as { data: Begun };
    await put(first.data, 'a');
    expect((await world.complete(client, first.data)).status).toBe(201);
    expect((await client.post(DIRECT, announced('a'))).status).toBe(201);
  });

  it('limits a user to 500 addresses, including those of completed uploads', async () => {
    const { client, id } = await world.addUser();
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
    const begun = await world.sent(editor, 'the file');
    t.clock.advance(2 * 3_600_000);
    expect((await world.complete(editor, begun)).status).toBe(404);
    await world.sweep();
    expect(await world.inBucket(begun.id)).toEqual([]);
    expect((await world.complete(editor, begun)).status).toBe(404);
  });

  it('leaves no copy when the process is killed before its commit', async () => {
    const begun = await world.sent(editor, 'the file');
    const { fileStore } = t.service.services.files;
    // A process that has copied the file, and has been killed.
    const key = await fileStore.copy(`incoming/${begun.id}`);
    expect(await world.inBucket(key)).not.toEqual([]);
    t.clock.advance(11 * 60_000);
    await world.sweep();
    expect([await world.inBucket(key), (await world.inBucket(begun.id)).length > 0]).toEqual([[], true]);
    expect((await world.complete(editor, begun)).status).toBe(201);
  });

  it('is 503 when the storage fails, and can be completed afterwards', async () => {
    const begun = await world.sent(editor, 'the file');
    if (world.place.s3)
      world.place.s3.refuses = ({ method, url }) => method === 'GET' && !String(url).includes('incoming');
    expect((await world.complete(editor, begun)).status).toBe(503);
    if (world.place.s3) world.place.s3.refuses = undefined;
    t.clock.advance(61_000);
    expect((await world.complete(editor, begun)).status).toBe(201);
  });
});

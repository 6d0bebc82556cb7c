// Uploads directly to the bucket, not through the service (D646).
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  announced,
  DIRECT,
  hash,
  openDirectWorld,
  put,
  putUnsigned,
  type Begun,
  type DirectWorld,
} from '../../support/files/direct-world.ts';
import { openTestService, type Client, type TestService } from '../../support/service.ts';
import { newPicture, uploadStream } from '../../support/files/uploads.ts';
import { faultLines } from '../../support/database/verified.ts';

describe('a bucket for direct uploads', () => {
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

  it('accepts a file, which becomes a stream like any other', async () => {
    const content = await newPicture();
    const file = { file_name: 'Größe (1).png', mime_type: 'image/png', private_url: true };
    const begun = await world.begin(editor, content, file);
    expect(begun.attributes).toEqual({
      ...file,
      file_size: content.length,
      hash_md5: hash('md5', content),
    });
    expect(new URL(begun.meta.url).origin).toBe(world.place.s3?.endpoint);
    expect(begun.meta.headers).toEqual({
      'Content-Type': 'image/png',
      'Content-Length': String(content.length),
      'Content-MD5': createHash('md5').update(content).digest('base64'),
    });
    const until = (text: string): number => (Date.parse(text) - t.clock.now().getTime()) / 60_000;
    expect([until(begun.meta.expires_at), until(begun.meta.complete_by)].map(Math.round)).toEqual([15, 120]);
    expect((await put(begun, content)).status).toBe(200);
    const direct = await world.complete(editor, begun);
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
    expect((await world.raw.get(pathname + search)).bytes.equals(content)).toBe(true);
    expect(await world.inBucket(begun.id)).toEqual([]);
    expect((await editor.delete(`/streams/${id}`)).status).toBe(204);
  });

  it('returns the address without caching', async () => {
    const answer = await editor.post(DIRECT, announced('a'));
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(await t.service.services.store.uploadTokens.find().toArray())).not.toContain('Signature');
  });

  it.each(['hash_md5', 'hash_sha256'])('accepts only the announced file, by %s', async (name) => {
    const content = 'the announced file';
    const begun = await world.begin(editor, content, { [name]: hash(name.slice(5), content).toUpperCase() });
    expect((await put(begun, 'the announced fake')).status).toBe(400);
    expect((await put(begun, 'a longer file than it')).status).toBe(403);
    expect((await put(begun, content, { 'Content-Type': 'text/html' })).status).toBe(403);
    const fake = createHash(name.slice(5)).update('the announced fake').digest('base64');
    const header = name === 'hash_md5' ? 'Content-MD5' : 'x-amz-checksum-sha256';
    expect((await put(begun, 'the announced fake', { [header]: fake })).status).toBe(403);
    const elsewhere = { ...begun, meta: { ...begun.meta, url: begun.meta.url.replace('incoming/', 'incoming/x') } };
    expect((await put(elsewhere, content)).status).toBe(403);
    expect(await world.inBucket(begun.id)).toEqual([]);
    const early = await world.complete(editor, begun);
    expect([early.status, early.text]).toEqual([409, expect.stringContaining('has not been sent')]);
    expect((await put(begun, content)).status).toBe(200);
    expect((await world.complete(editor, begun)).status).toBe(201);
  });

  it('accepts repeated files until the address expires', async () => {
    const begun = await world.begin(editor, 'a');
    if (world.place.s3) world.place.s3.ahead = 15 * 60_000 - 5_000;
    expect([(await put(begun, 'a')).status, (await put(begun, 'a')).status]).toEqual([200, 200]);
    if (world.place.s3) world.place.s3.ahead = 15 * 60_000 + 5_000;
    expect((await put(begun, 'a')).status).toBe(403);
    // It was sent in time.
    t.clock.advance(16 * 60_000);
    expect((await world.complete(editor, begun)).status).toBe(201);
  });

  it('keeps the checked copy: later files have no effect, and are removed', async () => {
    const begun = await world.sent(editor, 'the file');
    const { data } = (await world.complete(editor, begun)).body as { data: { id: string; meta: { url: string } } };
    expect((await putUnsigned(begun, 'another file')).status).toBe(200);
    expect(await world.inBucket(begun.id)).not.toEqual([]);
    const { pathname, search } = new URL(data.meta.url);
    expect((await world.raw.get(pathname + search)).bytes.toString()).toBe('the file');
    t.clock.advance(25 * 3_600_000);
    await world.sweep();
    expect(await world.inBucket(begun.id)).toEqual([]);
  });

  it('completes an upload once: the second time is 409, which names the stream', async () => {
    const begun = await world.sent(editor, 'the file');
    const answers = await Promise.all([
      world.complete(editor, begun),
      world.complete(editor, begun),
      world.complete(editor, begun),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const made = answers.find(({ status }) => status === 201)?.body as { data: { id: string } };
    const again = await world.complete(editor, begun);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining(made.data.id)]);
    expect(await t.service.services.store.streams.countDocuments({ _id: made.data.id })).toBe(1);
  });

  it('is cancelled by its user: the file counts no longer and is removed', async () => {
    const { client, id } = await world.addUser();
    const begun = await world.sent(client, 'a file');
    const url = `${DIRECT}/${begun.id}`;
    const stranger = await world.addUser();
    expect((await stranger.client.delete(url)).status).toBe(404);
    expect(await world.usage(id)).toEqual([6, 1]);
    const answer = await client.delete(url);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await world.usage(id)).toEqual([0, 0]);
    expect(await world.inBucket(begun.id)).toEqual([]);
    for (const again of [await client.delete(url), await world.complete(client, begun)]) {
      expect([again.status, again.text]).toEqual([409, expect.stringContaining('was cancelled')]);
    }
  });

  it('cannot be cancelled after its completion or its end', async () => {
    const begun = await world.sent(editor, 'a file');
    const made = await world.complete(editor, begun);
    const streamId = (made.body as { data: Begun }).data.id;
    const answer = await editor.delete(`${DIRECT}/${begun.id}`);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(streamId)]);
    expect((await editor.get(`/streams/${streamId}`)).status).toBe(200);
    const late = await world.begin(editor, 'a file');
    t.clock.advance(2 * 3_600_000 + 1);
    for (const gone of [late.id, 'no-upload', randomUUID()]) {
      expect((await editor.delete(`${DIRECT}/${gone}`)).status).toBe(404);
    }
  });

  it('is completed or cancelled, whichever is first', async () => {
    const { client, id } = await world.addUser();
    const begun = await world.sent(client, 'a file');
    const answers = await Promise.all([world.complete(client, begun), client.delete(`${DIRECT}/${begun.id}`)]);
    const [completed, cancelled] = answers.map(({ status }) => status);
    expect([
      [201, 409],
      [409, 204],
    ]).toContainEqual([completed, cancelled]);
    expect(await world.usage(id)).toEqual(completed === 201 ? [6, 1] : [0, 0]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.text).toMatch(/is completed|was cancelled/);
  });

  it('is removed again if it is sent after its end', async () => {
    const begun = await world.sent(editor, 'a file');
    expect((await editor.delete(`${DIRECT}/${begun.id}`)).status).toBe(204);
    expect((await put(begun, 'a file')).status).toBe(200);
    expect(await world.inBucket(begun.id)).not.toEqual([]);
    t.clock.advance(3 * 3_600_000);
    await world.sweep();
    expect(await world.inBucket(begun.id)).toEqual([]);
  });

  it('repeats the responses of both steps for the same Idempotency-Key', async () => {
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

  it('completes only uploads of the caller; administrators complete those of all users, who remain their owners', async () => {
    const begun = await world.sent(editor, 'the file');
    const other = (await world.addUser()).client;
    const [theirs, none] = [await world.complete(other, begun), await world.complete(other, { id: randomUUID() })];
    expect([theirs.status, none.status]).toEqual([404, 404]);
    expect((await world.complete(t.anonymous, begun)).status).toBe(401);
    const answer = await world.complete(t.admin, begun);
    expect(answer.status).toBe(201);
    const { id } = (answer.body as { data: { id: string } }).data;
    expect((await editor.get(`/streams/${id}`)).status).toBe(200);
    expect((await other.get(`/streams/${id}`)).status).toBe(404);
  });

  it('gives no addresses to anonymous callers', async () => {
    expect((await t.anonymous.post(DIRECT, announced('a'))).status).toBe(401);
  });
});

describe('another storage', () => {
  it('is 404: files can only be uploaded to the service', async () => {
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

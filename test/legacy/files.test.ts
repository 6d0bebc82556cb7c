// Uploads with tokens (service.md 4.5, D568, D32, D283 to D285).
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FULL_ACCESS, type RequestContext } from '../../core/context.ts';
import { sweepFiles } from '../support/files/sweep-files.ts';
import { openUploadToken, TOKEN_LIFE_MS } from '../../core/files/upload-tokens.ts';
import { createObject } from '../../core/objects/writing/write-objects.ts';
import { secretHash } from '../../core/secret-hash.ts';
import {
  type Client,
  errorCodes,
  errorSources,
  openTestService,
  serviceForTests,
  type TestService,
} from '../support/service.ts';
import { bookkeepingFaults, traces } from '../support/files/upload-traces.ts';
import { newPicture, statusBeforeBody, upload } from '../support/files/uploads.ts';

const LEGACY = { Accept: 'application/json' };
const LARGEST = 2_000;

const test = serviceForTests({ env: { UPLOAD_MAX_SIZE: String(LARGEST) } });
let editor: { userId: number; of: TestService };
let admin: typeof editor;
beforeAll(async () => {
  editor = { userId: await userIdOf(test.editor), of: test };
  admin = { userId: await userIdOf(test.admin), of: test };
});
afterEach(async () => expect(await bookkeepingFaults(test)).toEqual([]));

/** The code of an error, which its one fault has too. */
const codeOf = (answer: Answer): string | undefined => errorCodes(answer)[0];

type Answer = Awaited<ReturnType<Client['get']>>;

const send = async (client: Client, path: string, bytes?: Buffer | string, headers = {}): Promise<Answer> =>
  upload(client, `POST ${path}`, bytes ?? (await newPicture()), { ...LEGACY, ...headers });

async function tokenOf(client: Client, path = '/files/image/rome.png', bytes?: Buffer): Promise<string> {
  const answer = await send(client, path, bytes);
  expect(answer.status).toBe(200);
  return (answer.body as { data: { upload_token: string } }).data.upload_token;
}

const userIdOf = async (client: Client): Promise<number> =>
  Number(((await client.get('/auth/user')).body as { data: { id: string } }).data.id);

/** As POST /objects makes the object of a token. */
async function finalise(
  { userId, of }: { userId: number; of: TestService },
  token: string,
  { typeName = 'images', title = 'Rome' } = {},
) {
  const { files, objects } = of.service.services;
  const context: RequestContext = {
    caller: { userId, roles: new Set(), isAdmin: true, applicationId: null },
    access: FULL_ACCESS,
    precondition: undefined,
    url: { base: 'http://localhost', path: 'objects', rawPath: '/objects', query: new URLSearchParams() },
    mediaType: 'application/json',
    address: '127.0.0.1',
    token: undefined,
    languages: undefined,
    noteUnindexed: () => undefined,
  };
  const rule = await openUploadToken(files, { token, typeName }, context);
  const attributes = { title, status: 'on' };
  return createObject(objects, { typeName, attributes, rule }, context);
}

const refusal = { code: 'invalid_data', faults: [{ source: { pointer: '/data/upload_token' } }] };

describe('POST /files/{object_type}/{file_name}', () => {
  it('returns a token in the legacy envelope, which is neither cached nor stored in clear', async () => {
    const { status, body, headers } = await send(test.editor, '/files/image/La%20Fl%C3%A8che.png');
    expect(status).toBe(200);
    const { upload_token: token } = (body as { data: { upload_token: string } }).data;
    expect(body).toEqual({
      api: 'files',
      method: 'post',
      params: [],
      url: 'http://localhost/files/image/La%20Fl%C3%A8che.png',
      data: { upload_token: expect.stringMatching(/^[\w-]{43}$/) as string },
    });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    const { store } = test.service.services;
    const row = await store.uploadTokens.findOne({ _id: secretHash(token) });
    expect(row).toMatchObject({ type: 'images', stream: { file_name: 'La Flèche.png', mime_type: 'image/png' } });
    expect(JSON.stringify(await store.uploadTokens.find().toArray())).not.toContain(token);
  });

  it('accepts the names of types of both sides', async () => {
    for (const type of ['image', 'images', 'b_e_file', 'file', 'files']) {
      expect((await send(test.editor, `/files/${type}/a.png`)).status).toBe(200);
    }
  });

  it.each(['/files/image', '/files/image/', '/files/42'])('%s without the name of the file is 400', async (path) => {
    const { status, body } = await send(test.editor, path);
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_parameter' } }]);
    expect((body as { errors: object[] }).errors).toMatchObject([
      { detail: expect.stringContaining('file_name is missing') as string, source: { parameter: 'file_name' } },
    ]);
  });

  it('accepts file names equal to relationships and other paths', async () => {
    for (const name of ['parents', 'streams', 'poster', 'upload']) {
      expect((await send(test.editor, `/files/image/${name}`)).status).toBe(200);
    }
  });

  it('does not affect objects of type files, their relations and their uploads', async () => {
    const { id } = await test.editor.create('/files', { title: 'A file', status: 'on' });
    expect((await test.editor.get(`/files/${id}/parents`)).status).toBe(200);
    expect((await test.editor.get(`/files/${id}/poster`)).status).toBe(200);
    expect((await upload(test.editor, 'POST /files/upload/a.png', await newPicture())).status).toBe(201);
    const wrong = await test.editor.request('put', '/files/image/a.png');
    expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });

  it('hides the upload from all callers before it is used', async () => {
    const before = (await test.admin.get('/streams')).body as { meta: { pagination: { count: number } } };
    await tokenOf(test.editor);
    const after = (await test.admin.get('/streams')).body as typeof before;
    expect(after.meta.pagination.count).toBe(before.meta.pagination.count);
  });

  it('needs permission to write the type and streams: else 401 or 403, before the body is read', async () => {
    expect(await statusBeforeBody(test, undefined, 'POST /files/image/a.png')).toBe(401);
    expect(await statusBeforeBody(test, test.reader.token, 'POST /files/image/a.png')).toBe(403);
    expect((await send(test.anonymous, '/files/image/a.png')).status).toBe(401);
  });

  it('requires a length (411), and bytes (400)', async () => {
    const server = http.createServer(test.service.app).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/files/image/a.png`, {
      method: 'POST',
      headers: { ...LEGACY, 'Content-Type': 'image/png', Authorization: `Bearer ${test.editor.token}` },
      body: new Blob(['some bytes']).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(411);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'length_required' } });
    const headers = Object.fromEntries(answer.headers);
    await test.checkAnswer({ method: 'POST', url: '/files/image/a.png', status: 411, headers, text });
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    const empty = await send(test.editor, '/files/image/a.png', Buffer.alloc(0), { 'Content-Length': '0' });
    expect([empty.status, codeOf(empty)]).toEqual([400, 'empty_file']);
  });

  it('refuses types without files, unknown ones and abstract ones (400)', async () => {
    for (const type of ['document', 'nothing', 'media', 'objects', 'user', 'section', '__proto__']) {
      const answer = await send(test.editor, `/files/${type}/a.png`);
      expect([type, answer.status]).toEqual([type, 400]);
      expect(errorSources(answer)).toEqual(['object_type']);
    }
  });

  it('refuses files of other types, invalid pictures, and invalid names (400)', async () => {
    const cases = [
      ['/files/video/a.mp4', await newPicture(), 'image/png', 'file_type_mismatch'],
      ['/files/image/a.png', await newPicture(), 'image/jpeg', 'file_type_mismatch'],
      ['/files/image/a.png', 'no picture', 'image/png', 'file_type_mismatch'],
      ['/files/image/%20', await newPicture(), 'image/png', 'invalid_parameter'],
      ['/files/image/a%2Fb.png', await newPicture(), 'image/png', 'invalid_parameter'],
    ] as const;
    for (const [path, bytes, type, code] of cases) {
      const answer = await send(test.editor, path, bytes, { 'Content-Type': type });
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 400, code]);
    }
  });

  it('returns UPLOAD_MAX_FILESIZE_EXCEEDED (400) for a byte too many', async () => {
    const text = (bytes: number) =>
      send(test.editor, '/files/file/a.txt', 'x'.repeat(bytes), { 'Content-Type': 'text/plain' });
    expect((await text(LARGEST)).status).toBe(200);
    const answer = await text(LARGEST + 1);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'UPLOAD_MAX_FILESIZE_EXCEEDED']);
  });

  it('refuses a file of an object that the caller sees (409), and no other', async () => {
    const bytes = await newPicture();
    const token = await tokenOf(test.editor, undefined, bytes);
    // Not compared with waiting uploads.
    const other = await tokenOf(test.admin, undefined, bytes);
    const { document } = await finalise(editor, token);
    const answer = await send(test.editor, '/files/file/again.png', bytes);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'conflict']);
    expect((answer.body as { error: { detail: string } }).error.detail).toContain(`/objects/${document._id}`);
    await finalise(admin, other);
    const secret = await newPicture();
    const hidden = await finalise(admin, await tokenOf(test.admin, undefined, secret));
    await test.admin.create('/object_permissions', { object_id: hidden.document._id, role_id: 1, permission: 'read' });
    expect((await send(test.editor, '/files/image/a.png', secret)).status).toBe(200);
  });

  it('accepts no query, and returns JSON only', async () => {
    expect(codeOf(await send(test.editor, '/files/image/a.png?page=1'))).toBe('unknown_parameter');
    const answer = await send(test.editor, '/files/image/a.png', undefined, { Accept: 'application/vnd.api+json' });
    expect(answer.status).toBe(406);
  });
});

describe('an upload token', () => {
  it('turns the upload into the file of the new object', async () => {
    const bytes = await newPicture();
    const { document } = await finalise(editor, await tokenOf(test.editor, undefined, bytes));
    const { store } = test.service.services;
    expect(await store.streams.findOne({ object_id: document._id })).toMatchObject({
      version: 1,
      file_name: 'rome.png',
      file_size: bytes.length,
      object: { type: 'images', status: 'on' },
    });
    const { body } = await test.anonymous.get(`/images/${document._id}`);
    expect(body).toMatchObject({
      included: [{ attributes: { file_name: 'rome.png' }, meta: { file_size: bytes.length } }],
    });
    await test.admin.delete(`/images/${document._id}`);
    expect((await store.streams.findOne({ object_id: document._id }))?.object).toMatchObject({ trashed: true });
  });

  it('is valid once, also for concurrent requests', async () => {
    const token = await tokenOf(test.editor);
    const results = await Promise.allSettled([finalise(editor, token), finalise(editor, token)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(finalise(editor, token)).rejects.toMatchObject(refusal);
  });

  it('is invalid for other users and other types, and so are other texts', async () => {
    const token = await tokenOf(test.editor);
    await expect(finalise(admin, token)).rejects.toMatchObject(refusal);
    await expect(finalise(editor, token, { typeName: 'files' })).rejects.toMatchObject(refusal);
    await expect(finalise(editor, secretHash(token))).rejects.toMatchObject(refusal);
    await expect(finalise(editor, '')).rejects.toMatchObject(refusal);
    await finalise(editor, token);
  });

  it('remains valid when the object is not created', async () => {
    const token = await tokenOf(test.editor);
    const { store } = test.service.services;
    const count = await store.objects.countDocuments();
    await expect(finalise(editor, token, { title: 'x'.repeat(10_000_000) })).rejects.toThrow();
    await expect(finalise(editor, token, { typeName: 'videos' })).rejects.toMatchObject(refusal);
    expect(await store.objects.countDocuments()).toBe(count);
    await finalise(editor, token);
  });

  it('expires after 30 minutes; then the file is removed and no longer counts', async () => {
    const own = await openTestService();
    const client = { userId: await userIdOf(own.editor), of: own };
    const token = await tokenOf(own.editor);
    own.clock.advance(TOKEN_LIFE_MS - 1);
    await sweepFiles(own.service.services.files);
    expect((await traces(own)).stored).toBe(1);
    own.clock.advance(1);
    await expect(finalise(client, token)).rejects.toMatchObject(refusal);
    await sweepFiles(own.service.services.files);
    expect(await traces(own)).toMatchObject({ stored: 0, unclaimed: 0, streams: [], usage: [] });
    expect(await own.service.services.store.uploadTokens.countDocuments()).toBe(0);
    await own.close();
  });

  it('is valid until then', async () => {
    const own = await openTestService();
    const client = { userId: await userIdOf(own.editor), of: own };
    const token = await tokenOf(own.editor);
    own.clock.advance(TOKEN_LIFE_MS - 1);
    await finalise(client, token);
    own.clock.advance(1);
    await sweepFiles(own.service.services.files);
    expect(await bookkeepingFaults(own)).toEqual([]);
    await own.close();
  });
});

describe('quotas', () => {
  let limited: TestService;
  beforeAll(async () => {
    limited = await openTestService({ env: { UPLOAD_QUOTA: '100', UPLOAD_MAX_FILES: '2', JWT_TTL: '2h' } });
  });
  afterEach(async () => expect(await bookkeepingFaults(limited)).toEqual([]));
  afterAll(() => limited.close());

  const text = (bytes: number, mark: string) =>
    send(limited.editor, '/files/file/a.txt', mark.padEnd(bytes, 'x'), { 'Content-Type': 'text/plain' });

  it('count waiting files, bytes before the number (403), until they expire', async () => {
    expect((await text(60, 'a')).status).toBe(200);
    const large = await text(41, 'b');
    expect([large.status, codeOf(large)]).toEqual([403, 'UPLOAD_QUOTA_EXCEEDED']);
    expect((await text(30, 'c')).status).toBe(200);
    const many = await text(5, 'd');
    expect([many.status, codeOf(many)]).toEqual([403, 'UPLOAD_FILES_LIMIT_EXCEEDED']);
    limited.clock.advance(TOKEN_LIFE_MS);
    await sweepFiles(limited.service.services.files);
    expect((await text(100, 'e')).status).toBe(200);
  });
});

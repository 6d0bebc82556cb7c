// The permissions of /streams for own streams and those of other users (D19, D195).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, type Client } from '../../support/service.ts';
import { openStreamWorld, type StreamWorld } from '../../support/files/stream-world.ts';
import { bookkeepingFaults } from '../../support/files/upload-traces.ts';
import { link, uploadStream } from '../../support/files/uploads.ts';

let test: StreamWorld;
let writer: Client;
beforeAll(async () => {
  test = await openStreamWorld({ UPLOAD_MAX_FILES: '6', UPLOAD_QUOTA: '100' });
  const role_id = Number((await test.admin.create('/roles', { name: 'writers' })).id);
  const allow = async (name: string, rights: object) => {
    const { body } = await test.admin.get(`/admin/endpoints?filter[name]=${name}`);
    const [found] = (body as { data: { id: string }[] }).data;
    const endpoint = found ?? (await test.admin.create('/admin/endpoints', { name }));
    const endpoint_id = Number(endpoint.id);
    await test.admin.create('/admin/endpoint_permissions', { endpoint_id, role_id, ...rights });
  };
  await allow('streams', { read: true, write: 'mine' });
  await allow('files', { read: true, write: true });
  writer = await test.addClient('writer', [role_id]);
});
afterAll(() => test.close());

describe('mine as the permission to write', () => {
  it('allows callers to change their own streams only, with any rights on the object', async () => {
    const { file, stream } = await test.putFile(writer);
    const foreign = await test.put(test.admin);
    await link(test.admin, foreign.id, { type: 'files', id: file.id });
    for (const response of [await writer.delete(`/streams/${foreign.id}`), await link(writer, foreign.id, null)]) {
      expect([response.status, errorCodes(response)[0]]).toEqual([403, 'forbidden']);
    }
    expect((await link(writer, stream.id, null)).status).toBe(200);
    expect((await writer.delete(`/streams/${stream.id}`)).status).toBe(204);
    expect((await test.admin.get(`/streams/${foreign.id}`)).status).toBe(200);
  });
});

describe('a copy beyond the quota', () => {
  it('is refused, and nothing is stored or counted', async () => {
    const large = await test.put(test.editor, 'large.txt', 'x'.repeat(60));
    const tooLarge = await test.editor.request('post', `/streams/clone/${large.id}`);
    expect([tooLarge.status, errorCodes(tooLarge)[0]]).toEqual([403, 'UPLOAD_QUOTA_EXCEEDED']);
    const small = await test.put(test.editor, 'small.txt', 'x');
    for (let n = 0; n < 4; n++) {
      expect((await test.editor.request('post', `/streams/clone/${small.id}`)).status).toBe(201);
    }
    const tooMany = await test.editor.request('post', `/streams/clone/${small.id}`);
    expect([tooMany.status, errorCodes(tooMany)[0]]).toEqual([403, 'UPLOAD_FILES_LIMIT_EXCEEDED']);
    expect(await bookkeepingFaults(test)).toEqual([]);
    // Deleted files free space.
    await test.editor.delete(`/streams/${large.id}`);
    expect((await uploadStream(test.editor, 'other.txt', 'x'.repeat(60))).status).toBe(201);
    expect(await bookkeepingFaults(test)).toEqual([]);
  });
});

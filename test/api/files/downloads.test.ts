// GET /streams/download/{stream_id}: the unchanged file, for callers who see the stream.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../../support/clients/raw-request.ts';
import { serviceForTests } from '../../support/service.ts';
import { storeFile, storeObjectFile } from '../../support/files/uploads.ts';

const test = serviceForTests();
let raw: RawClient;
beforeAll(async () => {
  raw = await openRawClient(test);
});
afterAll(async () => {
  await raw.close();
});

const bearer = (client: { token: string | undefined }) => ({ Authorization: `Bearer ${client.token}` });

describe('a file of a public object', () => {
  it('is sent to every caller as it was uploaded, with any Accept', async () => {
    const content = randomBytes(300_000);
    const { path } = await storeObjectFile(test, { name: 'data.bin', content, mediaType: 'application/octet-stream' });
    for (const headers of [{}, { Accept: 'image/avif' }, { Accept: 'application/vnd.api+json;x=y' }]) {
      const answer = await raw.get(path, headers as Record<string, string>);
      expect(answer.status).toBe(200);
      expect(answer.bytes.equals(content)).toBe(true);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-length': '300000',
        'accept-ranges': 'bytes',
        'content-disposition': 'attachment; filename=data.bin',
        'cache-control': 'public, no-cache',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        etag: expect.stringContaining(createHash('sha1').update(content).digest('hex')) as string,
      });
      expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
      expect(answer.headers.vary).toBeUndefined();
    }
  });

  it('has the same headers for HEAD, and no body', async () => {
    const { path } = await storeObjectFile(test);
    const [got, head] = [await raw.get(path), await raw.head(path)];
    expect(head.bytes).toHaveLength(0);
    expect(head.status).toBe(200);
    // Each request has a different date and id.
    const own = { date: expect.any(String) as string, 'x-request-id': expect.any(String) as string };
    expect(head.headers).toEqual({ ...got.headers, ...own });
  });

  it('has no other method', async () => {
    const { path } = await storeObjectFile(test);
    const answer = await test.admin.delete(path);
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});

describe('the callers who may download a file', () => {
  const statuses = (path: string) =>
    Promise.all(
      [test.anonymous, test.reader, test.editor, test.admin].map(
        async (client) => (await raw.get(path, client.token ? bearer(client) : {})).status,
      ),
    );

  it('are its uploader and admins, while it belongs to no object', async () => {
    const { id } = await storeFile(test.editor);
    expect(await statuses(`/streams/download/${id}`)).toEqual([404, 404, 200, 200]);
    const byAdmin = await storeFile(test.admin);
    expect(await statuses(`/streams/download/${byAdmin.id}`)).toEqual([404, 404, 404, 200]);
  });

  it('are those who see the object', async () => {
    const { path } = await storeObjectFile(test, {}, { status: 'draft' });
    expect(await statuses(path)).toEqual([404, 404, 200, 200]);
    const future = await storeObjectFile(test, {}, { publish_start: '2040-01-01T00:00:00Z' });
    expect(await statuses(future.path)).toEqual([404, 404, 200, 200]);
  });

  it('are those with one of the roles of the object', async () => {
    const { path, objectId } = await storeObjectFile(test);
    await test.admin.create('/object_permissions', { object_id: Number(objectId), role_id: 2, permission: 'read' });
    expect(await statuses(path)).toEqual([401, 403, 200, 200]);
  });

  it('are signed-in callers, with private_url', async () => {
    const { path } = await storeObjectFile(test, { isPrivate: true });
    expect(await statuses(path)).toEqual([401, 200, 200, 200]);
    const { headers, json } = await raw.get(path);
    expect(json.error?.code).toBe('authentication_required');
    expect(headers['www-authenticate']).toBe('Bearer');
    const shown = await raw.get(path, bearer(test.reader));
    expect(shown.headers['cache-control']).toBe('private, no-store');
  });

  it('are none once the object is in the trash', async () => {
    const { path, objectId } = await storeObjectFile(test);
    await test.admin.delete(`/files/${objectId}`);
    expect(await statuses(path)).toEqual([404, 404, 404, 404]);
  });

  it.each(['0', 'x', '../../etc/passwd', '%00', '00000000-0000-4000-8000-000000000000', '{"$ne":1}', 'ö'.repeat(300)])(
    'are none for the id %s',
    async (id) => {
      const { status } = await raw.get(
        `/streams/download/${id === '%00' ? id : encodeURIComponent(id)}`,
        bearer(test.admin),
      );
      expect([400, 404]).toContain(status);
    },
  );
});

it('a file that is not public is cached privately', async () => {
  const { path } = await storeObjectFile(test, {}, { status: 'draft' });
  const answer = await raw.get(path, bearer(test.admin));
  expect(answer.headers['cache-control']).toBe('private, no-cache');
});

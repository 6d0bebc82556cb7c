// Streams are uploaded and removed, and never changed (D562, D197).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodes } from '../../support/service.ts';
import { openStreamWorld, PICTURE, type StreamWorld } from '../../support/files/stream-world.ts';

const UNKNOWN = '019e2005-5c1e-7d30-9a51-2f6b8f0c4a11';

let test: StreamWorld;
beforeAll(async () => {
  test = await openStreamWorld();
});
afterAll(() => test.close());

it('PATCH /streams/{stream_id} is always refused', async () => {
  const stream = await test.put(test.editor);
  const body = { data: { type: 'streams', id: stream.id, attributes: { file_name: 'x' } } };
  const response = await test.admin.patch(`/streams/${stream.id}`, body);
  expect([response.status, errorCodes(response)[0]]).toEqual([403, 'immutable']);
  expect(response.text).toContain('please delete and re-upload');
  expect((await test.admin.patch(`/streams/${UNKNOWN}`, body)).status).toBe(403);
  const patch = (type: string, sent?: Buffer | string) =>
    test.admin.request('patch', `/streams/${stream.id}`, (request) => request.set('Content-Type', type).send(sent));
  for (const other of [patch('image/png', PICTURE), patch('text/plain'), patch('application/vnd.api+json', '{')]) {
    expect((await other).status).toBe(403);
    expect(errorCodes(await other)[0]).toBe('immutable');
  }
});

it('POST /streams is 405: streams are uploaded', async () => {
  const response = await test.admin.post('/streams', { data: { type: 'streams', attributes: {} } });
  expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

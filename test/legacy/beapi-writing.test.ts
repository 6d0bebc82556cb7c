// Writes of the public client of the legacy side, against a running service (D567, D568): create with a relation,
// change, upload.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBeapiClient, type BeapiClient } from '../support/clients/beapi-client.ts';
import { PASSWORD, serviceForTests } from '../support/service.ts';
import { newPicture } from '../support/files/uploads.ts';

const PAGE = 'https://app.example.org';

const test = serviceForTests({ env: { LEGACY_ROOT: '', CORS_ORIGINS: PAGE } });
let client: BeapiClient;
let publication: number;
beforeAll(async () => {
  client = await openBeapiClient(test, PAGE);
  publication = Number(((await test.admin.get('/folders/publication')).body as { data: { id: string } }).data.id);
  await client.login('editor', PASSWORD);
});
afterAll(async () => {
  await client.close();
});

interface Made {
  id: number;
  [field: string]: unknown;
}

/** `data` is the object itself (D36). */
async function create(data: object): Promise<Made> {
  const { status, headers, body } = await client.request('POST', 'objects', { data });
  const made = body['data'] as Made;
  expect([status, headers.get('location')]).toEqual([201, `${client.base}/objects/${made.id}`]);
  return made;
}

async function tokenOf(bytes: Buffer, name = 'forum.png'): Promise<string> {
  const answer = await client.request('POST', `files/image/${name}`, bytes, { 'Content-Type': 'image/png' });
  expect(answer.status).toBe(200);
  return (answer.body['data'] as { upload_token: string }).upload_token;
}

describe('the client', () => {
  it('creates an object, and another one with a relation to it', async () => {
    const rome = await create({ object_type: 'document', title: 'Rome', parents: [publication] });
    expect(rome).toMatchObject({ object_type: 'document', title: 'Rome', status: 'on' });
    const relations = { see_also: [{ related_id: rome.id }] };
    const forum = await create({ object_type: 'document', title: 'The Forum', relations });
    const { body } = await client.request('GET', `objects/${forum.id}`);
    expect(body).toMatchObject({ data: { object: { id: forum.id, title: 'The Forum' } } });
  });

  it('changes an object by the same request with its id', async () => {
    const { id } = await create({ object_type: 'document', title: 'Rome', parents: [publication] });
    const { status, body } = await client.request('POST', 'objects', { data: { id, title: 'Roma' } });
    expect([status, body['data']]).toMatchObject([200, { id, title: 'Roma' }]);
  });

  it('uploads a file, creates its object, and shows it as the poster of another one', async () => {
    const bytes = await newPicture();
    const upload_token = await tokenOf(bytes);
    const image = await create({ object_type: 'image', title: 'The Forum', parents: [publication], upload_token });
    expect(image).toMatchObject({
      object_type: 'image',
      name: 'forum.png',
      original_name: 'forum.png',
      mime_type: 'image/png',
      file_size: bytes.length,
      width: expect.any(Number) as number,
      height: 8,
    });
    expect(Buffer.from(await (await fetch(image['uri'] as string)).arrayBuffer())).toEqual(bytes);
    const relations = { poster: [{ related_id: image.id }] };
    const rome = await create({ object_type: 'document', title: 'Rome', parents: [publication], relations });
    const { data } = (await client.request('GET', `poster/${rome.id}`)).body as { data: { id: number; uri: string } };
    expect(data).toEqual({ id: rome.id, uri: expect.stringContaining(`/media/thumbs/${image.id}/`) as string });
    const again = await client.request('POST', 'files/image/again.png', bytes, { 'Content-Type': 'image/png' });
    expect(again.status).toBe(409);
  });

  it.each([
    ['La Flèche.PNG', 'la-fleche.png'],
    ['two  words.tar.gz', 'two-words-tar.gz'],
    ['.profile', 'profile'],
    ['№', 'no'],
    ['***', 'file'],
  ])('shows a file that is sent as %s by the slug %s', async (sent, name) => {
    const upload_token = await tokenOf(await newPicture(), encodeURIComponent(sent));
    const image = await create({ object_type: 'image', title: 'The Forum', parents: [publication], upload_token });
    expect(image).toMatchObject({ name, original_name: sent });
  });

  it('uses a token once, for its type; a failed request does not consume it', async () => {
    const upload_token = await tokenOf(await newPicture());
    const refused = async (data: object): Promise<void> => {
      const { status } = await client.request('POST', 'objects', { data: { ...data, upload_token } });
      expect(status).toBe(400);
    };
    await refused({ object_type: 'image', title: 'Nowhere' });
    await refused({ object_type: 'image', title: 'No such parent', parents: [99_999] });
    await refused({ object_type: 'video', title: 'Another type', parents: [publication] });
    await create({ object_type: 'image', title: 'The Forum', parents: [publication], upload_token });
    await refused({ object_type: 'image', title: 'Twice', parents: [publication] });
  });

  it('moves an object to the trash', async () => {
    const { id } = await create({ object_type: 'document', title: 'Rome', parents: [publication] });
    expect((await client.request('DELETE', `objects/${id}`)).status).toBe(204);
    expect((await client.request('GET', `objects/${id}`)).status).toBe(404);
  });
});

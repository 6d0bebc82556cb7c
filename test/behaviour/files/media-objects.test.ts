// Media objects with their streams, in all responses with objects (service.md 4.6, D528, D530).
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../support/processes/commands.ts';
import { closeEndpoint } from '../../support/permissions/close-endpoint.ts';
import { addPicture } from '../../support/files/uploads.ts';
import { type Client, errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ monitorCommands: true, env: { JWT_TTL: '1d', RESPONSE_CACHE: '0' } });
let reader: Client;
beforeAll(async () => {
  reader = await test.addClient('onlooker', []);
});

interface Shown extends ResourceData {
  relationships: Record<string, { data?: { id: string; type: string }[]; links: object; meta?: { count: number } }>;
}
interface Single {
  data: Shown;
  included?: Shown[];
}
interface List {
  data: Shown[];
  included?: Shown[];
}

async function read<Body>(path: string, client: Client): Promise<Body> {
  const response = await client.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.body as Body;
}
const single = (path: string, client: Client = test.editor): Promise<Single> => read<Single>(path, client);
const list = (path: string, client: Client = test.editor): Promise<List> => read<List>(path, client);
const ids = (shown: readonly { id: string }[] | undefined): string[] | undefined => shown?.map(({ id }) => id);
const streamIds = (shown: Shown | undefined): string[] | undefined => ids(shown?.relationships['streams']?.data);

const newImage = (attributes: object = {}, type = 'images'): Promise<ResourceData> =>
  test.editor.create(`/${type}`, { title: 'A picture', status: 'on', ...attributes });
const withFile = async (attributes: object = {}) => {
  const image = await newImage(attributes);
  return { image, stream: await addPicture(test, test.editor, image) };
};
const poster = async (image: ResourceData): Promise<string> => {
  const { id } = await test.editor.create('/documents', { title: 'With a poster', status: 'on' });
  const data = [{ id: image.id, type: 'images' }];
  expect((await test.editor.post(`/documents/${id}/relationships/poster`, { data })).status).toBe(200);
  return id;
};

describe('a media object', () => {
  it('lists all its streams, latest first, and includes them', async () => {
    const { image, stream: first } = await withFile();
    const second = await addPicture(test, test.editor, image);
    const { data, included } = await single(`/images/${image.id}`);
    expect(streamIds(data)).toEqual([second.id, first.id]);
    expect(data.relationships['streams']?.links).toEqual({
      related: `http://localhost/images/${image.id}/streams`,
      self: `http://localhost/images/${image.id}/relationships/streams`,
    });
    expect(ids(included)).toEqual([second.id, first.id]);
    expect(included?.[0]).toMatchObject({ type: 'streams', meta: { version: 2 } });
    expect(included?.[0]?.relationships['object']?.data).toEqual({ id: image.id, type: 'images' });
    expect(data.meta['media_url']).toBe(included?.[0]?.meta['url']);
    expect(data.meta['media_url']).toBe(`http://localhost/streams/download/${second.id}`);
    expect(streamIds((await single(`/objects/${image.id}`)).data)).toEqual([second.id, first.id]);
    expect(streamIds((await single(`/media/${image.id}`)).data)).toEqual([second.id, first.id]);
  });

  it('without a stream has an empty list, and the address at the provider', async () => {
    const created = await test.editor.post('/videos', {
      data: { type: 'videos', attributes: { title: 'Elsewhere', provider_url: 'https://example.com/v/1' } },
    });
    const { data, included } = created.body as Single;
    expect([created.status, streamIds(data), included]).toEqual([201, [], []]);
    expect(data.meta['media_url']).toBe('https://example.com/v/1');
    const image = await newImage();
    expect((await single(`/images/${image.id}`)).data.meta['media_url']).toBeNull();
  });

  it('has an id at its provider, on creation and after each change', async () => {
    for (const provider_uid of [undefined, null, '']) {
      const data = { type: 'videos', attributes: { provider: 'vimeo', provider_uid } };
      const refused = await test.editor.post('/videos', { data });
      expect([refused.status, ...errorSources(refused)]).toEqual([400, '/data/attributes/provider_uid']);
    }
    const { id } = await test.editor.create('/videos', { provider: 'vimeo', provider_uid: '1' });
    const change = async (given: object): Promise<number> =>
      (await test.editor.patch(`/videos/${id}`, { data: { type: 'videos', id, attributes: given } })).status;
    expect(await change({ provider: 'other' })).toBe(200);
    expect(await change({ provider_uid: null })).toBe(400);
    expect(await change({ provider: null, provider_uid: null })).toBe(200);
  });

  it('has its streams in the response to a change', async () => {
    const { image, stream } = await withFile();
    const response = await test.editor.patch(`/images/${image.id}`, {
      data: { id: image.id, type: 'images', attributes: { title: 'Another title' } },
    });
    const { data, included } = response.body as Single;
    expect([response.status, streamIds(data), ids(included)]).toEqual([200, [stream.id], [stream.id]]);
  });

  it('is in a list with all its streams and only the latest one included', async () => {
    const { image, stream: first } = await withFile({ uname: 'listed-picture' });
    const second = await addPicture(test, test.editor, image);
    for (const path of ['/images', '/media', '/objects']) {
      const { data, included } = await list(`${path}?filter[uname]=listed-picture`);
      expect(streamIds(data[0])).toEqual([second.id, first.id]);
      expect(ids(included)).toEqual([second.id]);
      expect(data[0]?.meta['media_url']).toBe(`http://localhost/streams/download/${second.id}`);
    }
    const { data, included } = await list('/images?filter[uname]=listed-picture&include=streams');
    expect(streamIds(data[0])).toEqual([second.id, first.id]);
    expect(ids(included)?.sort()).toEqual([first.id, second.id].sort());
  });

  it('shows its provider address in lists over all types too', async () => {
    await newImage({ uname: 'provided', provider_url: 'https://example.com/p' });
    const { data } = await list('/objects?filter[uname]=provided');
    expect(data[0]?.meta['media_url']).toBe('https://example.com/p');
    expect(data[0]?.attributes).not.toHaveProperty('provider_url');
  });

  it('has the sparse fields, also of its streams', async () => {
    const { image } = await withFile();
    const { data, included } = await single(
      `/images/${image.id}?fields[images]=media_url&fields[streams]=file_name,url`,
    );
    expect([Object.keys(data.attributes), Object.keys(data.meta)]).toEqual([[], ['media_url']]);
    expect(included?.map((each) => [Object.keys(each.attributes), Object.keys(each.meta)])).toEqual([
      [['file_name'], ['url']],
    ]);
  });

  it('counts its streams on demand', async () => {
    const { image } = await withFile();
    for (const count of ['streams', 'all']) {
      const { data } = await single(`/images/${image.id}?count=${count}`);
      expect(data.relationships['streams']?.meta).toEqual({ count: 1 });
    }
  });

  it('is included with its streams, each once', async () => {
    const { image, stream: first } = await withFile();
    const second = await addPicture(test, test.editor, image);
    const id = await poster(image);
    const { data, included } = await single(`/documents/${id}?include=poster`);
    expect(data.relationships['poster']?.data).toEqual([{ id: image.id, type: 'images' }]);
    expect(ids(included)).toEqual([image.id, second.id, first.id]);
    const all = await list(`/documents?filter[id]=${id}&include=poster`);
    expect(ids(all.included)).toEqual([image.id, second.id]);
    const nested = await list(`/documents?filter[id]=${id}&include=poster.streams`);
    expect(ids(nested.included)?.sort()).toEqual([image.id, second.id, first.id].sort());
    const related = await list(`/documents/${id}/poster`);
    expect([ids(related.data), ids(related.included)]).toEqual([[image.id], [second.id]]);
    const inverse = await single(`/images/${image.id}?include=poster_of.poster.streams`);
    expect(ids(inverse.included)?.sort()).toEqual([id, second.id, first.id].sort());
  });

  it('is found by attributes of media, and among the children of a folder', async () => {
    const { image, stream } = await withFile({ name: 'findable.png', uname: 'findable' });
    // A list over several types shows the attributes that all objects have.
    for (const path of ['/images?filter[name]=findable.png', '/media?filter[uname]=findable', '/media?q=findable']) {
      const { data } = await list(path);
      expect(data.map((each) => [each.id, streamIds(each)])).toEqual([[image.id, [stream.id]]]);
    }
    expect((await test.editor.get('/media?filter[name]=findable.png')).status).toBe(400);
    expect(ids((await list('/objects?filter[type]=images&page_size=100')).data)).toContain(image.id);
    const folder = await test.editor.create('/folders', { title: 'Pictures', status: 'on' });
    await test.editor.post(`/folders/${folder.id}/relationships/children`, {
      data: [{ id: image.id, type: 'images' }],
    });
    const children = await list(`/folders/${folder.id}/children`);
    expect([streamIds(children.data[0]), ids(children.included)]).toEqual([[stream.id], [stream.id]]);
  });

  it('is listed with its streams among the objects of its category', async () => {
    const category = await test.admin.create('/model/categories', {
      name: `drawings-${Date.now()}`,
      object_type_name: 'images',
    });
    const name = String(category.attributes['name']);
    const { stream } = await withFile({ categories: [{ name }] });
    const { data, included } = await list(`/model/categories/${category.id}/object_categories`);
    expect([streamIds(data[0]), ids(included)]).toEqual([[stream.id], [stream.id]]);
    expect(data[0]?.meta['media_url']).toMatch(new RegExp(stream.id));
    const withObjects = await single(`/model/categories/${category.id}?include=object_categories`);
    const [object] = withObjects.included ?? [];
    expect([streamIds(object), object?.meta['media_url']]).toEqual([[stream.id], data[0]?.meta['media_url']]);
  });
});

describe('a caller who may not see streams', () => {
  it('gets no private address, and no hidden object', async () => {
    const image = await newImage();
    const stream = await addPicture(test, test.editor, image, { isPrivate: true });
    const own = await single(`/images/${image.id}`);
    expect(own.data.meta['media_url']).toMatch(new RegExp(`/streams/download/${stream.id}\\?expires=`));
    const others = await single(`/images/${image.id}`, test.anonymous);
    expect([others.data.meta['media_url'], others.included?.[0]?.meta['url']]).toEqual([null, null]);
    const { image: draft } = await withFile({ status: 'draft' });
    expect((await test.anonymous.get(`/images/${draft.id}`)).status).toBe(404);
  });

  it('sees objects without streams, by the permission for streams', async () => {
    const { image, stream } = await withFile();
    const { id: endpoint } =
      (await list('/admin/endpoints?filter[name]=streams', test.admin)).data[0] ??
      (await test.admin.create('/admin/endpoints', { name: 'streams' }));
    const reopen = await closeEndpoint(test, 'streams');
    const rule = { endpoint_id: Number(endpoint), role_id: null, application_id: null, read: false, write: false };
    const permission = await test.admin.create('/admin/endpoint_permissions', rule);
    const { data, included } = await single(`/images/${image.id}`, reader);
    expect([streamIds(data), included, data.meta['media_url']]).toEqual([[], [], null]);
    expect(streamIds((await single(`/images/${image.id}?include=streams`, reader)).data)).toEqual([]);
    const mine = { data: { id: permission.id, type: 'endpoint_permissions', attributes: { read: 'mine' } } };
    expect((await test.admin.patch(`/admin/endpoint_permissions/${permission.id}`, mine)).status).toBe(200);
    expect(streamIds((await single(`/images/${image.id}`, reader)).data)).toEqual([]);
    expect(streamIds((await single(`/images/${image.id}`, test.editor)).data)).toEqual([stream.id]);
    expect((await test.admin.delete(`/admin/endpoint_permissions/${permission.id}`)).status).toBe(204);
    await reopen();
    expect(streamIds((await single(`/images/${image.id}`, reader)).data)).toEqual([stream.id]);
  });
});

describe('the ETag of a media object', () => {
  it('changes only with its streams and their address', async () => {
    const { image } = await withFile();
    const path = `/images/${image.id}`;
    const first = (await test.editor.get(path)).headers['etag'] as string;
    expect((await test.editor.get(path, { 'If-None-Match': first })).status).toBe(304);
    await addPicture(test, test.editor, image, { isPrivate: true });
    const second = await test.editor.get(path, { 'If-None-Match': first });
    expect(second.status).toBe(200);
    const etag = second.headers['etag'] as string;
    test.clock.advance(60 * 60_000);
    const later = await test.editor.get(path, { 'If-None-Match': etag });
    expect([later.status, later.headers['etag'] === etag]).toEqual([200, false]);
    // The change is no attribute of the object: a change of the object is still accepted.
    const change = { data: { id: image.id, type: 'images', attributes: { title: 'Changed' } } };
    expect((await test.editor.patch(path, change, { 'If-Match': etag })).status).toBe(200);
    expect((await test.editor.patch(path, change, { 'If-Match': etag })).status).toBe(412);
  });
});

describe('the commands of a list', () => {
  let commands: string[] = [];
  const listen = async (path: string): Promise<List> => {
    await test.editor.get(path);
    commands = [];
    test.service.services.store.client.on('commandStarted', (started) => {
      const command = commandOf(started);
      if (command !== undefined) commands.push(command);
    });
    return list(path);
  };
  afterEach(() => {
    test.service.services.store.client.removeAllListeners('commandStarted');
  });

  it('of media objects are one more than of others, for one object and for twenty', async () => {
    for (let made = 0; made < 20; made++) await withFile();
    const read = async (size: number): Promise<string[]> => {
      const { data, included } = await listen(`/images?page_size=${size}&sort=-id`);
      expect([data.length, included?.length]).toEqual([size, size]);
      const seen = [...commands];
      test.service.services.store.client.removeAllListeners('commandStarted');
      return seen;
    };
    const one = await read(1);
    expect(await read(20)).toEqual(one);
    expect(one.filter((command) => command.endsWith(' streams'))).toEqual(['aggregate streams']);
  });

  it('of other objects read no streams', async () => {
    await test.editor.create('/documents', { title: 'A text', status: 'on' });
    for (const path of [
      '/documents',
      '/objects?filter[type]=documents',
      '/images?filter[uname]=nothing-is-called-so',
    ]) {
      await listen(path);
      expect(commands.filter((command) => command.endsWith(' streams'))).toEqual([]);
      test.service.services.store.client.removeAllListeners('commandStarted');
    }
  });
});

describe('types without streams', () => {
  it('have no such relationship', async () => {
    const { id } = await test.editor.create('/documents', { title: 'A text', status: 'on' });
    const { data } = await single(`/documents/${id}`);
    expect([data.relationships['streams'], data.meta]).toEqual([
      undefined,
      expect.not.objectContaining({ media_url: 1 }),
    ]);
    expect(data.meta).not.toHaveProperty('media_url');
    const response = await test.editor.get('/documents?include=streams');
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_include']);
  });
});

describe('a type of the project under media', () => {
  it('has streams like the shipped ones', async () => {
    await test.admin.create('/model/object_types', { name: 'scans', singular: 'scan', parent_name: 'media' });
    const scan = await newImage({}, 'scans');
    const stream = await addPicture(test, test.editor, scan);
    const { data, included } = await single(`/scans/${scan.id}`);
    expect([streamIds(data), ids(included)]).toEqual([[stream.id], [stream.id]]);
    expect(ids((await list('/media?filter[type]=scans')).data)).toEqual([scan.id]);
    const { paths } = await read<{ paths: object }>('/openapi.json?side=all', test.anonymous);
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/scans/{object_id}/streams', '/scans/{object_id}/relationships/streams']),
    );
  });
});

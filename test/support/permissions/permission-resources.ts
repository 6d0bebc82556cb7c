// The resources that the test of all operations refers to (test/behaviour/access/who-may-do-what.test.ts).
import { PASSWORD, type Client } from '../service.ts';

let serial = 0;
export const name = (): string => `wombats_${++serial}`;
export const account = () => ({ username: name(), password: 'a password', uname: `user-${serial}`, surname: 'Wombat' });

/** How the resources of paths are made, each by an admin. All carry the word that no refusal may contain. */
export const MAKE: Record<string, (admin: Client) => Promise<string>> = {
  document: async (client) => (await client.create('/documents', { title: `Wombat ${name()}`, status: 'on' })).id,
  placed: async (client) => {
    const { id } = await client.create('/documents', { title: `Wombat ${name()}`, status: 'on' });
    await client.post('/folders/publication/relationships/children', { data: [{ type: 'documents', id }] });
    return id;
  },
  otherPlaced: async (client) => (await MAKE['placed']?.(client)) ?? '',
  related: async (client) => (await client.create('/documents', { title: `Wombat ${name()}`, status: 'on' })).id,
  trashed: async (client) => {
    const { id } = await client.create('/documents', { title: `Wombat ${name()}`, status: 'on' });
    await client.delete(`/documents/${id}`);
    return id;
  },
  /** It has two versions. */
  revised: async (client) => {
    const { id } = await client.create('/documents', { title: `Wombat ${name()}`, status: 'on' });
    await client.patch(`/documents/${id}`, {
      data: { type: 'documents', id, attributes: { title: `Wombat ${name()}` } },
    });
    return id;
  },
  file: async (client) => (await client.create('/files', { title: `Wombat ${name()}`, status: 'on' })).id,
  // Of a file that every caller sees.
  stream: async (client) => {
    const file = await client.create('/files', { title: `Wombat ${name()}`, status: 'on' });
    const answer = await client.request('post', `/streams/upload/${name()}.txt`, (request) =>
      request.set('Content-Type', 'text/plain').send(`Wombat ${name()}`),
    );
    const { id } = (answer.body as { data: { id: string } }).data;
    await client.patch(`/streams/${id}/relationships/object`, { data: { type: 'files', id: file.id } });
    return id;
  },
  fileWithStream: async (client) => {
    const answer = await client.request('post', `/files/upload/${name()}.txt`, (request) =>
      request.set('Content-Type', 'text/plain').send(`Wombat ${name()}`),
    );
    return (answer.body as { data: { id: string } }).data.id;
  },
  folder: async (client) => (await client.create('/folders', { title: `Wombat ${name()}`, status: 'on' })).id,
  subfolder: async (client) => {
    const parent_id = Number(await MAKE['folder']?.(client));
    return (await client.create('/folders', { title: `Wombat ${name()}`, status: 'on', parent_id })).id;
  },
  // On the publication's tree.
  section: async (client) => {
    const parent_uname = 'publication';
    return (await client.create('/folders', { title: `Wombat ${name()}`, status: 'on', parent_uname })).id;
  },
  // Related to the publication.
  published: async (client) => {
    const { id } = await client.create('/documents', { title: `Wombat ${name()}`, status: 'on' });
    await client.post('/folders/publication/relationships/see_also', { data: [{ type: 'documents', id }] });
    return id;
  },
  tag: async (client) => (await client.create('/model/tags', { name: name() })).id,
  category: async (client) =>
    (await client.create('/model/categories', { name: name(), object_type_name: 'documents' })).id,
  type: async (client) => (await client.create('/model/object_types', { name: name(), singular: name() })).id,
  property: async (client) =>
    (
      await client.create('/model/properties', {
        name: name(),
        object_type_name: 'events',
        property_type_name: 'string',
      })
    ).id,
  propertyType: async (client) =>
    (await client.create('/model/property_types', { name: name(), params: { type: 'string' } })).id,
  relation: async (client) =>
    (await client.create('/model/relations', { name: name(), inverse_name: name(), description: 'wombat' })).id,
  translation: async (client) => {
    const object_id = Number(await MAKE['document']?.(client));
    const attributes = { object_id, lang: 'it', status: 'on', translated_fields: { title: 'Wombat' } };
    return (await client.create('/translations', attributes)).id;
  },
  annotation: async (client) => {
    const object_id = Number(await MAKE['document']?.(client));
    return (await client.create('/annotations', { object_id, description: 'Wombat' })).id;
  },
  permission: async (client) => {
    const object_id = Number(await MAKE['document']?.(client));
    return (await client.create('/object_permissions', { object_id, role_id: 2, permission: 'mark' })).id;
  },
  image: async (client) => (await client.create('/images', { title: `Wombat ${name()}`, status: 'on' })).id,
  // Of no object.
  unlinkedStream: async (client) => {
    const answer = await client.request('post', `/streams/upload/${name()}.txt`, (request) =>
      request.set('Content-Type', 'text/plain').send('A wombat.'),
    );
    return (answer.body as { data: { id: string } }).data.id;
  },
  user: async (client) => (await client.create('/users', account())).id,
  role: async (client) => (await client.create('/roles', { name: name() })).id,
  // That of the reader.
  refreshToken: async (client) => {
    const body = { username: 'reader', password: PASSWORD };
    const answer = await client.post('/auth', body, { 'Content-Type': 'application/json' });
    return (answer.body as { meta: { renew: string } }).meta.renew;
  },
  // Of the reader.
  session: async (client) => {
    const body = { username: 'reader', password: PASSWORD };
    const answer = await client.post('/auth', body, { 'Content-Type': 'application/json' });
    const [, claims = ''] = (answer.body as { meta: { jwt: string } }).meta.jwt.split('.');
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }).sid;
  },
  application: async (client) => (await client.create('/admin/applications', { name: name() })).id,
  webhook: async (client) =>
    (await client.create('/admin/webhooks', { name: name(), url: 'https://wombats.invalid' })).id,
  // Of a test.
  delivery: async (client) => {
    const id = await MAKE['webhook']?.(client);
    const answer = await client.post(`/admin/webhooks/${id}/test`, undefined);
    return (answer.body as { data: { id: string } }).data.id;
  },
  provider: async (client) => (await client.create('/admin/auth_providers', { name: name() })).id,
  endpoint: async (client) => (await client.create('/admin/endpoints', { name: name() })).id,
  endpointPermission: async (client) => {
    const endpoint_id = Number((await client.create('/admin/endpoints', { name: name() })).id);
    return (await client.create('/admin/endpoint_permissions', { endpoint_id, read: true, write: false })).id;
  },
  entry: async (client) => (await client.create('/admin/config', { name: name(), content: 'wombat' })).id,
  appEntry: async (client) => (await client.create('/config', { name: name(), content: 'wombat' })).id,
  job: async (client) => (await client.create('/admin/async_jobs', { service: name() })).id,
  account: async (client) => {
    const auth_provider_id = Number((await client.create('/admin/auth_providers', { name: name() })).id);
    const account = { user_id: 1, auth_provider_id, provider_username: name() };
    return (await client.create('/admin/external_auth', account)).id;
  },
};

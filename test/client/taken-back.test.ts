// A resource that the client has read and saves as it is changes nothing, for each type of resource that it offers (D407).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, type Client } from '../../core/client/index.ts';
import { nodeAt } from '../../core/description/openapi-document.ts';
import { bundle } from '../core/description/descriptions.ts';
import { openListeningService, type ListeningService } from '../support/clients/listening-service.ts';
import type { Ids, Row } from '../support/permissions/permission-rows.ts';
import { TABLE } from '../support/permissions/permission-table.ts';
import { makeWorld, prepareRequest } from '../support/clients/prepared-request.ts';
import { JSON_API, PASSWORD } from '../support/service.ts';

/** Abstract types, and one with a walk of its own. */
const OTHERS = ['objects', 'media', 'users'];

interface Saved {
  data: { id: string; type: string; attributes?: { unchangeable?: boolean; is_static?: boolean } };
}
/** The same operations, for paths of which only the text is known. */
interface LooseClient {
  get(path: string, request?: { query?: object }): Promise<Saved>;
  patch(path: string, request: { body: Saved; headers?: object }): Promise<Saved | undefined>;
}

const paths = nodeAt(bundle, 'paths');
const idAt = (path: string, method: string): string => String(nodeAt(paths, path, method)['operationId'] ?? '');
/** Resources that can be changed, each at its own path; the PATCH of the trash restores, and streams refuse it. */
const changeable = Object.keys(paths).filter((path) => {
  const isRead = JSON_API in nodeAt(paths, path, 'get', 'responses', '200', 'content');
  const isResource = isRead && JSON_API in nodeAt(paths, path, 'patch', 'requestBody', 'content');
  const updating = TABLE[idAt(path, 'patch')];
  const isOther = /^\/(?:trash|streams)\/|\/relationships\//.test(path);
  return isResource && updating !== undefined && updating.status !== 403 && !isOther;
});

let listening: ListeningService;
let client: LooseClient;
let world: Ids = {};
beforeAll(async () => {
  listening = await openListeningService({ env: { LEGACY_ROOT: '', JWT_TTL: '1d', RATE_LIMIT: 'off' } });
  world = await makeWorld(listening.test.admin);
  const signedIn: Client = createClient({ url: listening.url });
  await signedIn.signIn({ username: 'admin', password: PASSWORD });
  client = signedIn as unknown as LooseClient;
});
afterAll(() => listening.close());

async function saveUnchanged(path: string, query: object = {}): Promise<void> {
  const read = await client.get(path, { query });
  await client.patch(path, { body: { data: read.data } });
  expect((await client.get(path, { query })).data).toEqual(read.data);
}

it('covers the resources of the service', () => {
  expect(changeable.length).toBeGreaterThan(20);
});

it.each(changeable)('%s', async (template) => {
  const row = TABLE[idAt(template, 'patch')] as Row;
  const { path } = await prepareRequest(listening.test.admin, row, world);
  await saveUnchanged(path);
});

it('objects of every type, with their relationships', async () => {
  const { data } = (await listening.test.admin.get('/model/object_types?page_size=100')).body as {
    data: { attributes: { name: string } }[];
  };
  const names = data.map(({ attributes }) => attributes.name).filter((name) => !OTHERS.includes(name));
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    const { id } = await listening.test.admin.create(`/${name}`, { title: 'Any', status: 'on' });
    const { relationships } = (await listening.test.admin.get(`/${name}/${id}`)).body.data as { relationships: object };
    await saveUnchanged(`/${name}/${id}`, { include: [...Object.keys(relationships), 'created_by_user'].join(',') });
  }
});

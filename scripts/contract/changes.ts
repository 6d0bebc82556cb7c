// Successful requests that no example covers: relationships that change or stay the same, single and bulk deletions, restoring
// and purging, the legacy side.
import { nodeAt, type Json, type Node } from '../../core/description/openapi-document.ts';
import { JSON_API, type Operation } from './operations.ts';
import { baseOf } from './refusals.ts';
import type { RunWorld } from './run-world.ts';
import type { Made } from './send-examples.ts';
import type { Answer, Session } from './session.ts';

const LEGACY = { accept: 'application/json', 'content-type': 'application/json' };

interface Setting {
  session: Session;
  world: RunWorld;
  operations: readonly Operation[];
}

const idOf = (world: RunWorld, name: string): string => world.made.get(name)?.id ?? '0';
const dataOf = (answer: Answer): Made | undefined => (answer.json as { data?: Made } | undefined)?.data;

async function make(
  { session, world }: Setting,
  name: string,
  [path, attributes]: [path: string, attributes: Node],
): Promise<string> {
  const type = path.split('/').at(-1) ?? '';
  const data = dataOf(await session.send({ method: 'POST', path, body: { data: { type, attributes } } }));
  if (data) world.made.set(name, data);
  return data?.id ?? '0';
}

/** An example has set the password of the reader, which ended earlier tokens. */
async function makeSessions({ session, world }: Setting): Promise<void> {
  const { username = '', password = '' } = (world.made.get('reader')?.attributes ?? {}) as Record<string, string>;
  await session.signInReader(username, password);
  const headers = { accept: JSON_API, 'content-type': 'application/json' };
  const body = { username, password };
  const signIn = async (): Promise<{ jwt?: string; renew?: string }> => {
    const { json } = await session.send({ method: 'POST', path: '/auth', headers, body, as: 'nobody' });
    return (json as { meta?: { jwt?: string; renew?: string } } | undefined)?.meta ?? {};
  };
  const { renew } = await signIn();
  if (renew !== undefined) world.made.set('refresh token', { id: renew, attributes: {} });
  const id = sessionOf((await signIn()).jwt);
  if (id !== undefined) world.made.set('session', { id, attributes: {} });
}

/** The session that an access token names. */
function sessionOf(jwt = ''): string | undefined {
  const [, claims = ''] = jwt.split('.');
  const text = Buffer.from(claims, 'base64url').toString();
  return text === '' ? undefined : (JSON.parse(text) as { sid?: string }).sid;
}

/** An object of the run's own type, one in the trash, and resources of single operations. */
export async function makeObjects(setting: Setting, typeName: string): Promise<void> {
  const { session, world } = setting;
  const thumbnails = await session.send({ method: 'GET', path: `/media/thumbs/${idOf(world, 'picture')}` });
  const { meta } = (thumbnails.json ?? {}) as { meta?: { thumbnails?: { url?: string }[] } };
  const thumbnail = /\/([^/?]+)\?/.exec(meta?.thumbnails?.[0]?.url ?? '')?.[1];
  if (thumbnail !== undefined) world.made.set('thumbnail', { id: thumbnail, attributes: {} });
  const applications = await session.send({ method: 'GET', path: '/applications' });
  const [application] = (applications.json as { data?: Made[] } | undefined)?.data ?? [];
  if (application) world.made.set('public application', application);
  await makeSessions(setting);
  const tested = await session.send({ method: 'POST', path: `/admin/webhooks/${idOf(world, 'webhook')}/test` });
  const delivery = dataOf(tested);
  if (delivery) world.made.set('delivery', delivery);
  await make(setting, 'dish', [`/${typeName}`, { title: 'Soup', status: 'on' }]);
  const id = await make(setting, 'trashed', ['/documents', { title: 'In the trash' }]);
  await session.send({ method: 'DELETE', path: `/documents/${id}` });
}

/** Sends a successful request for each operation without one. */
export async function requestRemaining({ session, world, operations }: Setting): Promise<void> {
  for (const operation of operations) {
    const { operationId, method, path, responses } = operation;
    const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
    // Items in the trash stay there for now.
    if (method === 'GET' || method === 'DELETE' || path.startsWith('/trash')) continue;
    if (successes.some((status) => session.reached.has(`${operationId} ${status}`))) continue;
    const base = baseOf(operation, world);
    if (base && successes.length > 0) await session.send(base);
  }
}

/** In turn: none, one, the same again, and none again, by each method. */
export async function changeRelationships({ session, world, operations }: Setting): Promise<void> {
  const at = (path: string, method: string): Operation | undefined =>
    operations.find((operation) => operation.path === path && operation.method === method);
  for (const add of operations) {
    const replace = at(add.path, 'PATCH');
    const remove = at(add.path, 'DELETE');
    const base = add.method === 'POST' && add.path.includes('/relationships/') ? baseOf(add, world) : undefined;
    if (!base || !replace || !remove || !add.responses['200'] || !replace.responses['204']) continue;
    const nothing = { data: [] };
    const turns: [method: string, body: Json][] = [
      ['PATCH', nothing],
      ['POST', base.body as Json],
      ['POST', base.body as Json],
      ['PATCH', base.body as Json],
      ['PATCH', nothing],
      ['PATCH', base.body as Json],
      ['DELETE', base.body as Json],
      ['DELETE', base.body as Json],
    ];
    for (const [method, body] of turns) await session.send({ ...base, method, body });
  }
}

/** One related resource: another, and the same again. */
export async function changeParents({ session, world }: Setting): Promise<void> {
  const media = dataOf(await session.send({ method: 'GET', path: '/model/object_types/media' }));
  const change = (path: string, type: string, id: string): Promise<Answer> =>
    session.send({ method: 'PATCH', path, body: { data: { type, id } } });
  const parent = `/model/object_types/${idOf(world, 'recipes')}/relationships/parent`;
  await change(parent, 'object_types', media?.id ?? '0');
  await change(parent, 'object_types', '1');
  const category = `/model/categories/${idOf(world, 'soups')}/relationships/parent_category`;
  await change(category, 'categories', idOf(world, 'starters'));
}

/** Writes of the legacy side in addition to its examples. */
export async function changeLegacy({ session, world }: Setting): Promise<void> {
  if (!world.hasPublication) return;
  const send = (method: string, path: string, body?: Json): Promise<Answer> =>
    session.send({
      method,
      path,
      ...(body === undefined ? { headers: { accept: LEGACY.accept } } : { headers: LEGACY, body }),
    });
  const document = `/objects/${idOf(world, 'document')}`;
  const folder = `/objects/${idOf(world, 'folder')}`;
  const related = Number(idOf(world, 'related'));
  const parents = [Number(idOf(world, 'folder'))];
  const newDocument = { data: { object_type: 'document', title: 'Of the legacy side', parents } };
  const made = await send('POST', '/objects', newDocument);
  const { data } = (made.json ?? {}) as { data?: { id?: number } };
  const id = data?.id;
  if (id !== undefined) {
    world.made.set('legacy', { id: String(id), attributes: {} });
    const body = Buffer.from(JSON.stringify({ data: { id, title: 'Changed' } }));
    // In the place of the example, which JSON:API refuses.
    const request = { method: 'POST', path: '/objects', mediaType: LEGACY.accept, body, asReader: false };
    world.sent.set('createObject', request);
    await send('POST', '/objects', { data: { id, title: 'Changed' } });
  }
  await send('POST', `${document}/relations/see_also`, { data: [{ related_id: related, priority: 2 }] });
  await send('POST', `${folder}/children`, { data: [{ child_id: related }] });
  // In addition, a list without ids.
  await send('DELETE', '/objects');
}

/** Deletions of the legacy side. */
export async function deleteLegacy({ session, world }: Setting): Promise<void> {
  if (!world.hasPublication) return;
  const remove = (path: string): Promise<Answer> =>
    session.send({ method: 'DELETE', path, headers: { accept: LEGACY.accept } });
  await remove(`/objects/${idOf(world, 'document')}/relations/see_also/${idOf(world, 'related')}`);
  await remove(`/objects/${idOf(world, 'folder')}/children/${idOf(world, 'related')}`);
  await remove(`/objects/${idOf(world, 'legacy')}`);
}

/** At the end, since it removes resources of other requests. */
export async function deleteObjects(setting: Setting): Promise<void> {
  const { session, world } = setting;
  const remove = (path: string): Promise<Answer> =>
    session.send({ method: 'DELETE', path, headers: { accept: JSON_API } });
  const end = (path: string): Promise<Answer> => session.send({ method: 'DELETE', path, as: 'reader' });
  if (world.made.has('refresh token')) await end(`/auth/${idOf(world, 'refresh token')}`);
  if (world.made.has('session')) await end(`/auth/sessions/${idOf(world, 'session')}`);
  await end('/auth/sessions?except=current');
  // That of the signup waits for a response by mail.
  const jobs = await session.send({ method: 'GET', path: '/admin/async_jobs?filter[service]=signup&sort=-created' });
  const { data = [] } = (jobs.json ?? {}) as { data?: Made[] };
  const waiting = data.find(
    ({ attributes }) => String(nodeAt(attributes, 'payload')['user_id']) === idOf(world, 'signed up'),
  );
  if (waiting) await remove(`/admin/async_jobs/${waiting.id}`);
  const type = String(world.made.get('recipes')?.attributes['name']);
  const ids: string[] = [];
  for (const path of ['/documents', '/images', '/folders', `/${type}`]) {
    const id = await make(setting, 'passing', [path, { title: 'Passing' }]);
    ids.push(id);
    await remove(`${path}?ids=${id}`);
  }
  const id = await make(setting, 'passing', ['/documents', { title: 'Passing' }]);
  const mediaType = `${JSON_API}; ext="https://jsonapi.org/ext/atomic"`;
  await session.send({
    method: 'POST',
    path: '/operations',
    headers: { accept: mediaType, 'content-type': mediaType },
    body: { 'atomic:operations': [{ op: 'remove', ref: { type: 'documents', id } }] },
  });
  const restored = { method: 'PATCH', path: `/trash/${id}`, body: { data: { type: 'objects', id } } };
  await session.send(restored);
  await remove(`/objects?ids=${id}`);
  await session.send(restored);
  await remove(`/objects/${id}`);
  await remove(`/trash?ids=${[...ids, id].join(',')}`);
}

/** With its endpoint disabled, the run's own type is not available. */
export async function closeEndpoint(setting: Setting): Promise<void> {
  const { session, world, operations } = setting;
  const name = String(world.made.get('recipes')?.attributes['name']);
  const id = await make(setting, 'endpoint', ['/admin/endpoints', { name, enabled: false }]);
  for (const operation of operations) {
    if (operation.path.split('/')[1] !== name || !operation.responses['404']) continue;
    if (session.reached.has(`${operation.operationId} 404`)) continue;
    const base = baseOf(operation, world);
    if (base) await session.send(base);
  }
  await session.send({ method: 'DELETE', path: `/admin/endpoints/${id}` });
}

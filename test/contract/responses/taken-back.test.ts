// What the service has shown is taken back (D407, D840): every resource and every linkage, in each form in which a GET
// shows it. The walk follows the live description; a new path is part of it.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Test } from 'supertest';
import { nodeAt } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { sendOperations } from '../../support/clients/atomic.ts';
import { MAKE } from '../../support/permissions/permission-resources.ts';
import type { Ids, Row } from '../../support/permissions/permission-rows.ts';
import { TABLE } from '../../support/permissions/permission-table.ts';
import { makeWorld, prepareRequest, type PreparedRequest } from '../../support/clients/prepared-request.ts';
import { errorSources, JSON_API, serviceForTests } from '../../support/service.ts';

interface Item {
  id: string;
  type: string;
  meta?: Record<string, unknown>;
  links?: { self?: string };
  attributes?: Record<string, unknown>;
  relationships?: Record<string, { data?: unknown }>;
}

interface ShownDocument {
  data?: Item | Item[] | null;
  included?: Item[];
}

const paths = nodeAt(bundle, 'paths');
const idAt = (path: string, method: string): string => String(nodeAt(paths, path, method)['operationId'] ?? '');

/** Refused for every body, as the description says. */
const isNever = (operationId: string): boolean => TABLE[operationId]?.status === 403;

/** Shipped properties (D549) and unchangeable roles (D106) are 403 for every body. */
const isFixed = ({ type, attributes }: Item): boolean =>
  (type === 'properties' && attributes?.['is_static'] === true) ||
  (type === 'roles' && attributes?.['unchangeable'] === true);

const readings = Object.keys(paths).filter(
  (path) => JSON_API in nodeAt(paths, path, 'get', 'responses', '200', 'content') && TABLE[idAt(path, 'get')],
);
const linkages = readings.filter((path) => path.includes('/relationships/'));

const templates = Object.keys(paths)
  .map((template) => ({ template, steps: template.split('/') }))
  .sort((a, b) => a.template.split('{').length - b.template.split('{').length);
const firstSteps = new Set(templates.map(({ steps }) => steps[1] ?? ''));

/** The template of a path; paths without parameters first. */
function templateOf(path: string): string | undefined {
  const given = path.split('/');
  const fits = (step: string, index: number): boolean =>
    step.startsWith('{') ? index > 1 || !firstSteps.has(given[index] ?? '') : step === given[index];
  return templates.find(({ steps }) => given.length === steps.length && steps.every(fits))?.template;
}

const test = serviceForTests({ env: { LEGACY_ROOT: '', JWT_TTL: '1d', RATE_LIMIT: 'off' } });
let world: Ids = {};

const prepared = (operationId: string): Promise<PreparedRequest> =>
  prepareRequest(test.admin, TABLE[operationId] as Row, world);
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');
const identifiersOf = (shown: ShownDocument) => itemsOf(shown).map(({ type, id }) => ({ type, id }));
const itemsOf = ({ data }: ShownDocument): Item[] => [data ?? []].flat();

/** The GET of a path, without `include` and with each relationship that its resources have. */
async function shownForms(path: string): Promise<[query: string, shown: ShownDocument][]> {
  const request = await prepared(idAt(path, 'get'));
  const read = (query?: string) =>
    request.send(test.admin, { headers: { Accept: JSON_API }, ...(query !== undefined && { query }) });
  const first = (await read()).body as ShownDocument;
  const names = new Set(itemsOf(first).flatMap((item) => Object.keys(item.relationships ?? {})));
  const forms: [string, ShownDocument][] = [['', first]];
  for (const name of [...names, 'created_by_user', 'modified_by_user']) {
    const answer = await read(`include=${name}`);
    if (answer.status === 200) forms.push([`include=${name}`, answer.body as ShownDocument]);
  }
  return forms;
}

const OPS = { post: 'add', patch: 'update' } as const;

/** The same change in POST /operations; a success for operations that it does not take. */
async function asPart(operation: unknown): Promise<{ status: number; text: string }> {
  const answer = await sendOperations(test.admin, [operation]);
  return answer.text.includes('cannot be part of an atomic request') ? { status: 200, text: '' } : answer;
}

beforeAll(async () => {
  world = await makeWorld(test.admin);
  for (const path of linkages) {
    const operationId = idAt(path, 'post');
    if (operationId !== '' && !isNever(operationId)) await (await prepared(operationId)).send(test.admin);
  }
  const parent = await MAKE['category']?.(test.admin);
  const child = { data: { type: 'categories', id: parent } };
  await test.admin.patch(`/model/categories/${world['category']}/relationships/parent_category`, child);
  // An object whose author is gone: its `created_by_user` is null.
  const author = await test.addClient('author', [2]);
  const { id, meta } = await author.create('/documents', { title: 'Of nobody' });
  await test.admin.delete(`/users/${String(meta['created_by'])}`);
  await test.admin.delete(`/trash/${String(meta['created_by'])}`);
  world['orphan'] = id;
});

describe('a resource is taken back by the PATCH of its own path', () => {
  /** Resources that were taken back, as they were shown: another list shows many of them in the same form. */
  const taken = new Set<string>();
  it.each(readings)('GET %s', async (path) => {
    const refused: string[] = [];
    for (const [query, shown] of await shownForms(path)) {
      for (const item of [...itemsOf(shown).slice(-20), ...(shown.included ?? []).slice(0, 5)]) {
        const self = pathOf(item.links?.self ?? '');
        const template = templateOf(self);
        const updating = template === undefined ? '' : idAt(template, 'patch');
        // Sent to the trash, it would be restored.
        if (updating === '' || isNever(updating) || updating === 'restoreTrashedObject' || isFixed(item)) continue;
        const form = JSON.stringify([self, item]);
        if (taken.has(form)) continue;
        taken.add(form);
        const before = await test.admin.get(self);
        const answer = await test.admin.patch(self, { data: item });
        if (answer.status >= 300) refused.push(`${query} ${self} ${answer.text}`);
        const part = await asPart({ op: 'update', href: self, data: item });
        if (part.status >= 300) refused.push(`operations ${query} ${self} ${part.text}`);
        expect((await test.admin.get(self)).body).toEqual(before.body);
      }
    }
    expect(refused).toEqual([]);
  });

  it('an object whose author is purged, and a root', async () => {
    for (const path of [
      `/documents/${world['orphan']}?include=created_by_user`,
      `/folders/${world['folder']}?include=parent`,
    ]) {
      const { data } = (await test.admin.get(path)).body as { data: Item };
      expect(Object.values(data.relationships ?? {}).map((each) => each.data)).toContain(null);
      expect((await test.admin.patch(path.split('?')[0] ?? '', { data })).status).toBe(200);
    }
  });
});

/** Forms in which clients send an identifier of a resource that they have read. */
function formsOf(item: Item): Item[] {
  const { id, type, meta, links, attributes, relationships } = item;
  return [
    { id, type },
    { id, type, ...(meta && { meta }) },
    ...(attributes ? [item, { id, type, attributes }] : []),
    ...(links ? [{ id, type, links, ...(meta && { meta }) }] : []),
    ...(relationships ? [{ id, type, relationships }] : []),
  ];
}

/** Without repetitions. */
const different = (items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

describe('linkage is taken back in every form in which its resources are shown', () => {
  const writable = linkages.filter((path) => {
    const ids = ['post', 'patch'].map((method) => idAt(path, method)).filter((id) => id !== '');
    return ids.length > 0 && !ids.some(isNever);
  });

  /** Each identifier as all responses show its resource. */
  async function viewsOf(path: string, listed: Item): Promise<Item[]> {
    const related = ((await (await prepared(idAt(path.replace('/relationships', ''), 'get'))).send(test.admin)).body ??
      {}) as ShownDocument;
    const same = itemsOf(related).filter(({ id, type }) => id === listed.id && type === listed.type);
    const self = same[0]?.links?.self;
    const own = self === undefined ? [] : itemsOf((await test.admin.get(pathOf(self))).body as ShownDocument);
    const places = ['documents', 'folders', 'files'].includes(listed.type)
      ? [
          ...itemsOf((await test.admin.get(`/${listed.type}?filter[id]=${listed.id}`)).body as ShownDocument),
          ...itemsOf((await test.admin.get('/folders/publication/children')).body as ShownDocument),
        ].filter(({ id }) => id === listed.id)
      : [];
    return [listed, ...same, ...own, ...places];
  }

  it('covers all relationships that can be changed', () => {
    expect(writable.length).toBeGreaterThan(10);
  });

  it.each(writable)('%s', async (path) => {
    const request = await prepared(idAt(path, 'get'));
    const read = async () => (await request.send(test.admin, { headers: { Accept: JSON_API } })).body as ShownDocument;
    const before = await read();
    const isList = Array.isArray(before.data);
    expect(itemsOf(before)).not.toEqual([]);
    const refused: string[] = [];
    for (const listed of itemsOf(before)) {
      for (const form of different((await viewsOf(path, listed)).flatMap(formsOf))) {
        const all = itemsOf(before).map((each) => (each.id === listed.id ? form : each));
        for (const [method, data] of [
          ['patch', isList ? all : form],
          ['post', isList ? [form] : form],
          ['delete', isList ? [form] : form],
          ['post', isList ? [form] : form],
          ['patch', before.data],
        ] as const) {
          if (idAt(path, method) === '') continue;
          const body = JSON.stringify({ data });
          const send = (sent: Test): Test => sent.set('Content-Type', JSON_API).serialize(String).send(body);
          const answer = await test.admin.request(method, request.path, send);
          if (answer.status >= 300) refused.push(`${method} ${JSON.stringify(form)} ${answer.text}`);
          if (method === 'delete') continue;
          const part = await asPart({ op: OPS[method], href: request.path, data });
          if (part.status >= 300) refused.push(`operations ${method} ${JSON.stringify(form)} ${part.text}`);
        }
      }
    }
    expect(refused).toEqual([]);
    // The place in the tree is a new one after a removal.
    expect(identifiersOf(await read())).toEqual(identifiersOf(before));
  });

  it('a new folder takes the empty relationships of a root, and no contradiction', async () => {
    const folders = async (attributes: object, relationships: object) =>
      test.admin.post('/folders', {
        data: { type: 'folders', attributes: { title: 'Copy', ...attributes }, relationships },
      });
    const empty = { parent: { data: null }, children: { data: [] }, translations: { data: [] } };
    expect((await folders({}, empty)).status).toBe(201);
    const below = await folders({ parent_id: Number(world['folder']) }, { parent: { data: null } });
    expect([below.status, errorSources(below)]).toEqual([400, ['/data/relationships/parent']]);
    const document = { type: 'documents', attributes: {}, relationships: { parents: { data: [] } } };
    expect((await test.admin.post('/documents', { data: document })).status).toBe(201);
  });

  it('null is refused for relationships to many', async () => {
    const bodies = [
      [`/documents/${world['document']}`, 'documents', 'see_also'],
      [`/users/${world['user']}`, 'users', 'roles'],
    ] as const;
    for (const [path, type, name] of bodies) {
      const data = { type, id: path.split('/')[2], attributes: {}, relationships: { [name]: { data: null } } };
      const answer = await test.admin.patch(path, { data });
      expect([answer.status, errorSources(answer)]).toEqual([400, [`/data/relationships/${name}/data`]]);
    }
  });

  it('an identifier with the place of another list is taken, without that place', async () => {
    const { document = '', folder = '', placed = '' } = world;
    const [child] = itemsOf((await test.admin.get('/folders/publication/children')).body as ShownDocument).filter(
      ({ id }) => id === placed,
    );
    if (!child) throw new Error('no child');
    const { id, type, meta } = child;
    const links = `/documents/${document}/relationships/see_also`;
    expect((await test.admin.post(links, { data: [{ id, type, meta }] })).status).toBe(200);
    const [link] = itemsOf(
      (await test.admin.get(`/documents/${document}/see_also?filter[id]=${id}`)).body as ShownDocument,
    );
    expect(Object.keys(link?.meta?.['relation'] ?? {}).sort()).toEqual(['inv_priority', 'params', 'priority']);
    const children = `/folders/${folder}/relationships/children`;
    const identifier = { id, type, meta: link?.meta };
    expect((await test.admin.post(children, { data: [identifier] })).status).toBe(200);
    const mixed = { ...identifier, meta: { relation: { ...(link?.meta?.['relation'] as object), wombats: 1 } } };
    const refused = await test.admin.post(children, { data: [mixed] });
    expect([refused.status, errorSources(refused)]).toEqual([
      400,
      expect.arrayContaining(['/data/0/meta/relation/wombats']) as unknown,
    ]);
  });
});

// The model of a service, read from its resources.
import { isRecord, itemsIn } from '../values.ts';
import { thingKey, thingOf, type ModelKind, type ModelThing, type Section, type Values } from './model-things.ts';

/** The resources of a service, over HTTP or in its process. */
export interface ModelClient {
  /** @returns the document of the response; undefined without one @throws ApiError, and errors of the connection */
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    content?: { query?: Readonly<Record<string, string | number>>; body?: unknown },
  ): Promise<unknown>;
}

export interface PresentThing extends ModelThing {
  id: string;
}

export interface PresentModel {
  things: ReadonlyMap<string, PresentThing>;
  /** Endpoints with a row. */
  endpoints: ReadonlySet<string>;
}

interface Row {
  id: string;
  values: Values;
  meta: Values;
  linked(relationship: string): string[];
}

export const PATHS: Readonly<Record<ModelKind, string>> = {
  property_types: '/model/property_types',
  roles: '/roles',
  object_types: '/model/object_types',
  properties: '/model/properties',
  relations: '/model/relations',
  categories: '/model/categories',
  permissions: '/admin/endpoint_permissions',
};

/** Any value as a record; one without members for others. */
export const recordOf = (value: unknown): Values => (isRecord(value) ? value : {});

function rowOf(resource: unknown): Row {
  const { id, attributes, meta, relationships } = recordOf(resource);
  return {
    id: String(id),
    values: recordOf(attributes),
    meta: recordOf(meta),
    linked: (name) =>
      itemsIn(recordOf(recordOf(relationships)[name])['data']).map((each) => String(recordOf(each)['id'])),
  };
}

async function readRows(
  client: ModelClient,
  path: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, isLast = false; !isLast; page++) {
    const response = recordOf(await client.call('GET', path, { query: { page, page_size: 100, sort: 'id', ...more } }));
    rows.push(...itemsIn(response['data']).map(rowOf));
    isLast = typeof recordOf(response['links'])['next'] !== 'string';
  }
  return rows;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const namesById = (rows: readonly Row[]) => new Map(rows.map(({ id, values }) => [id, text(values['name'])]));

/** Without members that name the thing or are made by the service. */
function without(values: Values, ...members: string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([member]) => !members.includes(member)));
}

async function readTypes(client: ModelClient, types: readonly Row[]): Promise<PresentThing[]> {
  // One after the other, as one client.
  const properties = await readRows(client, PATHS.properties);
  const categories = await readRows(client, PATHS.categories);
  const parents = namesById(categories);
  return [
    ...types.map(({ id, values }) => ({
      id,
      ...thingOf('object_types', '', text(values['name']), without(values, 'name')),
    })),
    ...properties
      .filter(({ values }) => values['is_static'] !== true)
      .map(({ id, values }) => {
        const own = without(values, 'name', 'object_type_name', 'is_static');
        return { id, ...thingOf('properties', text(values['object_type_name']), text(values['name']), own) };
      }),
    ...categories.map(({ id, values: { name, object_type_name: type, parent_id, labels, enabled } }) => {
      const parent = parents.get(String(parent_id)) ?? null;
      return { id, ...thingOf('categories', text(type), text(name), { labels, enabled, parent }) };
    }),
  ];
}

async function readRelations(client: ModelClient, typeRows: readonly Row[]): Promise<PresentThing[]> {
  const types = namesById(typeRows);
  const include = 'left_object_types,right_object_types';
  const named = (ids: readonly string[]): string[] => ids.map((id) => types.get(id) ?? '');
  return (await readRows(client, PATHS.relations, { include })).map(({ id, values, linked }) => {
    const sides = {
      left_object_types: named(linked('left_object_types')),
      right_object_types: named(linked('right_object_types')),
    };
    return { id, ...thingOf('relations', '', text(values['name']), { ...without(values, 'name'), ...sides }) };
  });
}

function roleOf({ id, values, meta }: Row): PresentThing {
  const given = { ...without(values, 'name'), priority: meta['priority'] };
  return { id, ...thingOf('roles', '', text(values['name']), given) };
}

async function readPermissions(
  client: ModelClient,
  roleRows: readonly Row[],
): Promise<{ things: PresentThing[]; endpoints: string[] }> {
  const rows = await readRows(client, PATHS.permissions);
  const endpoints = namesById(await readRows(client, '/admin/endpoints'));
  const applications = namesById(await readRows(client, '/admin/applications'));
  const roles = namesById(roleRows);
  const things = rows.map(({ id, values }) => {
    const endpoint = values['endpoint_id'] === null ? '*' : (endpoints.get(String(values['endpoint_id'])) ?? '');
    const named = {
      role: roles.get(String(values['role_id'])) ?? null,
      application: applications.get(String(values['application_id'])) ?? null,
    };
    const { read, write, anonymous } = values;
    return { id, ...thingOf('permissions', endpoint, '', { ...named, read, write, anonymous }) };
  });
  return { things, endpoints: [...endpoints.values()] };
}

/** @param sections that are compared; those of others are not read */
export async function readPresentModel(client: ModelClient, sections: ReadonlySet<Section>): Promise<PresentModel> {
  const things: PresentThing[] = [];
  const endpoints: string[] = [];
  if (sections.has('property_types') || sections.has('object_types'))
    for (const { id, values } of await readRows(client, PATHS.property_types))
      things.push({ id, ...thingOf('property_types', '', text(values['name']), { params: values['params'] }) });
  if (sections.has('object_types') || sections.has('relations')) {
    const types = await readRows(client, PATHS.object_types);
    things.push(...(await readTypes(client, types)));
    if (sections.has('relations')) things.push(...(await readRelations(client, types)));
  }
  const roles = sections.has('roles') || sections.has('permissions') ? await readRows(client, PATHS.roles) : [];
  if (sections.has('roles')) things.push(...roles.map(roleOf));
  if (sections.has('permissions')) {
    const permissions = await readPermissions(client, roles);
    things.push(...permissions.things);
    endpoints.push(...permissions.endpoints);
  }
  return { things: new Map(things.map((thing) => [thingKey(thing), thing])), endpoints: new Set(endpoints) };
}

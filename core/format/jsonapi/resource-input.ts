// The envelope of a body that creates or changes a resource, checked separately from its attributes (D12, D50). Pure.
import { ApiError, invalidData, type Fault } from '../../errors.ts';
import type { BodyIdentifier } from './documents.ts';

/** The three writes of a relationship to many. */
export type LinkageChange = 'add' | 'replace' | 'remove';

/** Identifiers of a relationship to many; one may stand without a list. */
export type LinkageData = BodyIdentifier | readonly BodyIdentifier[];

/** A body after validation. */
export interface ResourceBody<Attributes extends object> {
  data: { type: string; id?: string | number; attributes?: Attributes; relationships?: RelationshipBodies };
}

/** By name; one without `data` (clients send these back after reading) changes nothing. */
type RelationshipBodies = Readonly<
  Partial<Record<string, { data?: BodyIdentifier | null | readonly BodyIdentifier[] } | undefined>>
>;

const pointerTo = (name: string): string =>
  `/data/relationships/${name.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 100)}`;

/** Rewrites pointers of a body of identifiers to their place in a resource. */
function errorInRelationship(name: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const faults = error.faults.map((fault): Fault => {
    const { pointer } = fault.source ?? { pointer: '/data' };
    if (pointer === undefined) return fault;
    return { ...fault, source: { pointer: pointer.replace(/^\/data/, `${pointerTo(name)}/data`) } };
  });
  return error.withFaults(faults);
}

const pointerOf = (data: LinkageData, index: number): string => (Array.isArray(data) ? `/data/${index}` : '/data');

/** Where linkage names `id`. */
export function pointerToId(data: LinkageData, id: string): string {
  const index = [data].flat().findIndex((identifier) => String(identifier.id) === id);
  return `${pointerOf(data, index)}/id`;
}

/** Finds what a body names at `pointer`; a 404 says so. */
export async function namedAt<T>(pointer: string | (() => string), find: () => T | Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    const source = { pointer: typeof pointer === 'string' ? pointer : pointer() };
    throw error.withFaults(error.faults.map((fault) => ({ source, ...fault })));
  }
}

/** Applies a relationship of a resource; pointers of errors are those in the resource (D331). */
export async function inRelationship<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw errorInRelationship(name, error);
  }
}

function readRelationship<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw errorInRelationship(name, error);
  }
}

/** Ids of a to-many relationship in the body; undefined without one. @throws ApiError type_conflict */
export function relatedIds(body: ResourceBody<object>, name: string, type: string): string[] | undefined {
  const { data } = body.data.relationships?.[name] ?? {};
  return data ? readRelationship(name, () => readLinkage(data, type)) : undefined;
}

/** The same for a to-one relationship; null for an empty one. @throws ApiError type_conflict */
export function relatedId(body: ResourceBody<object>, name: string, type: string): string | null | undefined {
  const { data } = body.data.relationships?.[name] ?? {};
  // cast: the description allows one identifier or null in the relationships that are read by this
  return data === undefined ? undefined : readRelationship(name, () => readToOne(data as BodyIdentifier | null, type));
}

/** 400 for a relationship that contradicts an attribute. */
export const contradiction = (name: string, attribute: string): ApiError =>
  invalidData(pointerTo(name), `[${name}.contradiction]: It contradicts "${attribute}".`);

const typeConflict = (pointer: string, expected: string, given: string): ApiError =>
  new ApiError('type_conflict', {
    detail: `The type is "${given.slice(0, 100)}", "${expected}" is expected.`,
    source: { pointer },
  });

/** Attributes of a body for POST, unknown ones included. @throws ApiError type_conflict, client_id_forbidden */
export function readCreate<Attributes extends object>(
  body: ResourceBody<Attributes>,
  type: string,
): Partial<Attributes> {
  const { data } = body;
  if (data.type !== type) throw typeConflict('/data/type', type, data.type);
  if (data.id === undefined) return data.attributes ?? {};
  throw new ApiError('client_id_forbidden', { detail: 'The service assigns ids.', source: { pointer: '/data/id' } });
}

/**
 * Attributes of a body for PATCH of a resource of `type`. `ids` are the accepted values of `data.id`, as string or integer: the
 * one in the path and, when that is a name, the id of the resource.
 * @throws ApiError type_conflict, id_conflict; invalid_data without id
 */
export function readUpdate<Attributes extends object>(
  body: ResourceBody<Attributes>,
  type: string,
  ...ids: readonly (string | number)[]
): Partial<Attributes> {
  const { data } = body;
  if (data.type !== type) throw typeConflict('/data/type', type, data.type);
  if (data.id === undefined) throw invalidData('/data/id', '[id._required]: This field is required.');
  assertSameId(data.id, ...ids);
  return data.attributes ?? {};
}

/** `ids` are the accepted values, as string or integer; the last is the id of the resource. @throws ApiError id_conflict */
export function assertSameId(given: string | number, ...ids: readonly (string | number)[]): void {
  if (ids.some((id) => String(id) === String(given))) return;
  const expected = `The id of the resource in the path is expected, "${String(ids.at(-1))}"`;
  const detail = `${expected}; the body has "${String(given).slice(0, 100)}".`;
  throw new ApiError('id_conflict', { detail, source: { pointer: '/data/id' } });
}

/** Ids of linkage, which must all be of `type`. @throws ApiError type_conflict */
export function readLinkage(data: LinkageData, type: string): string[] {
  return [data].flat().map((identifier, index) => {
    if (identifier.type !== type) throw typeConflict(`${pointerOf(data, index)}/type`, type, identifier.type);
    return String(identifier.id);
  });
}

/** The same for one identifier, or null. @throws ApiError type_conflict */
export function readToOne(data: BodyIdentifier | null, type: string): string | null {
  if (data && data.type !== type) throw typeConflict('/data/type', type, data.type);
  return data ? String(data.id) : null;
}

/** Only the named attributes that are given. */
export function knownAttributes<Attributes extends object, Name extends keyof Attributes>(
  attributes: Attributes,
  names: readonly Name[],
): Pick<Attributes, Name> {
  const given = names.filter((name) => Object.hasOwn(attributes, name) && attributes[name] !== undefined);
  // cast: it has the names that are given, with their values
  return Object.fromEntries(given.map((name) => [name, attributes[name]])) as Pick<Attributes, Name>;
}

// A record of a file as a resource: its form is checked here, its content by the service. Pure.
import type { Fault, Identifier } from './target.ts';

/** A resource of a file, checked for its form only. */
export interface SourceResource {
  type: string;
  id: string | undefined;
  /** undefined for a line that only links existing objects. */
  attributes: Record<string, unknown> | undefined;
  relationships: Record<string, Identifier[]>;
  locked: boolean | undefined;
}

/** A fault of one record. */
export class RecordFault extends Error {
  override readonly name = 'RecordFault';
  readonly fault: Fault;

  constructor(detail: string, pointer?: string) {
    super(detail);
    this.fault = { status: 400, code: 'malformed_record', detail, ...(pointer !== undefined && { pointer }) };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '' && value.length <= 1000) || Number.isSafeInteger(value);

const step = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 100);

/** Members of `meta.relation` that a client sets. */
const RELATION_MEMBERS = ['priority', 'inv_priority', 'params', 'menu', 'canonical', 'slug'];

function readIdentifier(value: unknown, pointer: string): Identifier {
  if (!isObject(value) || typeof value['type'] !== 'string' || !isId(value['id'])) {
    throw new RecordFault('An identifier has a type and an id.', pointer);
  }
  const meta = value['meta'];
  const given = isObject(meta) ? meta['relation'] : undefined;
  const relation = isObject(given)
    ? Object.fromEntries(Object.entries(given).filter(([name]) => RELATION_MEMBERS.includes(name)))
    : {};
  for (const name of ['priority', 'inv_priority']) {
    if (relation[name] === undefined || Number.isSafeInteger(relation[name])) continue;
    throw new RecordFault(`${name} is a whole number.`, `${pointer}/meta/relation/${name}`);
  }
  const file = isObject(meta) && value['type'] === 'streams' ? meta : undefined;
  return {
    type: value['type'],
    id: String(value['id']),
    ...(Object.keys(relation).length > 0 && { meta: { relation } }),
    ...(file && { meta: { relation: file } }),
  };
}

/** JSON takes `1e400`, of which no number could be stored. @throws RecordFault */
function assertFinite(value: unknown, pointer: string): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RecordFault('The number is too large.', pointer);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) assertFinite(member, `${pointer}/${step(name)}`);
}

function readRelationships(value: unknown): Record<string, Identifier[]> {
  if (value === undefined) return {};
  if (!isObject(value)) throw new RecordFault('"relationships" is an object.', '/data/relationships');
  const read: [string, Identifier[]][] = [];
  for (const [name, relationship] of Object.entries(value)) {
    const pointer = `/data/relationships/${step(name)}`;
    if (!isObject(relationship)) throw new RecordFault('A relationship is an object.', pointer);
    const { data } = relationship;
    // Without data it changes nothing, as in a document from the service.
    if (data === undefined || data === null) continue;
    const list = Array.isArray(data) ? data : [data];
    read.push([
      name,
      list.map((item, index) => readIdentifier(item, `${pointer}/data${Array.isArray(data) ? `/${index}` : ''}`)),
    ]);
  }
  return Object.fromEntries(read);
}

/** @throws RecordFault */
function readName(value: unknown): string {
  if (typeof value === 'string' && /^[a-z][a-z0-9_]{0,199}$/.test(value)) return value;
  throw new RecordFault('A record needs a type: "type", or the option --type.', '/data/type');
}

/** @throws RecordFault */
function readId(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (isId(value)) return String(value);
  throw new RecordFault('An id is text or a whole number.', '/data/id');
}

/** Its members are attributes; it may contain its type, which is no attribute. @throws RecordFault */
function readPlain(value: Record<string, unknown>, type: string | undefined): SourceResource {
  const { id, ...attributes } = value;
  assertFinite(attributes, '/data/attributes');
  if (type === undefined) delete attributes['type'];
  return {
    type: readName(type ?? value['type']),
    id: readId(id),
    attributes,
    relationships: {},
    locked: undefined,
  };
}

/**
 * A JSON:API resource; or, without `attributes` and `relationships`, a plain record.
 * @param type of records without one
 * @throws RecordFault
 */
export function readResource(value: unknown, type: string | undefined): SourceResource {
  if (!isObject(value)) throw new RecordFault('A record is an object.');
  const { attributes, meta, relationships } = value;
  if (!isObject(attributes) && !isObject(relationships)) return readPlain(value, type);
  if (attributes !== undefined && !isObject(attributes)) {
    throw new RecordFault('"attributes" is an object.', '/data/attributes');
  }
  assertFinite(attributes, '/data/attributes');
  const locked = isObject(meta) ? meta['locked'] : undefined;
  return {
    type: readName(value['type'] ?? type),
    id: readId(value['id']),
    attributes,
    relationships: readRelationships(relationships),
    locked: typeof locked === 'boolean' ? locked : undefined,
  };
}

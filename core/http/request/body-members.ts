// Members of a resource in a body: each takes effect or is refused with its pointer; none is ignored (D406, D407).
// Known members are those of the request schema. A PATCH may also send back the members of the resource as they are.
import { isDeepStrictEqual } from 'node:util';
import { ApiError, type Fault } from '../../errors.ts';
import { keptLinkage, timeOf, wasShown, type CopyScope, type ShowResource } from './earlier-copies.ts';
import type { Operation } from '../routing/operation.ts';
import type { HandlerCall } from '../handler.ts';
import {
  identifierSchema,
  nodeOf,
  checkedLinkage,
  shownMeta,
  step,
  unknownAt,
  type Members,
  type ShownMeta,
} from './identifier-members.ts';
import { JSON_API } from './media-types.ts';
import { isRecord } from '../../values.ts';

const own = (node: Members, name: string): unknown => (Object.hasOwn(node, name) ? node[name] : undefined);

const PARTS = ['attributes', 'meta', 'relationships'] as const;
type Part = (typeof PARTS)[number];

interface Sent {
  part: Part;
  /** The name of its parent, if that is another one. */
  at?: string;
  name: string;
  value: unknown;
}

/** Members of a resource object in JSON:API that describe the resource. */
const MEANINGFUL = [...PARTS, 'links', 'lid'];

/** Members of `meta` that lists add about the place of the resource; they do not belong to the resource. */
const OF_PLACE: ReadonlySet<string> = new Set(['relation', 'extra']);

const fault = ({ part, at = part, name }: Sent, rule: string, message: string): Fault => ({
  detail: `[${name.slice(0, 100)}.${rule}]: ${message}`,
  source: { pointer: `/data/${at}/${step(name)}` },
});
const unknown = (sent: Sent): Fault => fault(sent, '_unknown', 'This is not known here.');

/** Signed addresses differ at each read. */
const withoutQuery = (url: string): string => (/^https?:/.test(url) ? (url.split('?')[0] ?? '') : url);

/** The same value, in any notation of dates. */
function isSame(given: unknown, shown: unknown): boolean {
  if (typeof given === 'string' && typeof shown === 'string') {
    const time = timeOf(given);
    if (time !== undefined) return Math.floor(time / 1000) === Math.floor((timeOf(shown) ?? NaN) / 1000);
    return withoutQuery(given) === withoutQuery(shown);
  }
  if (Array.isArray(given) && Array.isArray(shown)) {
    return given.length === shown.length && given.every((item, index) => isSame(item, shown[index]));
  }
  if (!isRecord(given) || !isRecord(shown)) return given === shown;
  const names = Object.keys(given);
  return names.length === Object.keys(shown).length && names.every((name) => isSame(given[name], own(shown, name)));
}

const faultsOfMembers = (given: unknown, schema: unknown, pointer: string): Fault[] => {
  const { properties, additionalProperties } = nodeOf(schema);
  if (additionalProperties !== undefined) return [];
  const names = Object.keys(nodeOf(given)).filter((name) => !Object.hasOwn(nodeOf(properties), name));
  return names.map((name) => unknownAt(pointer, name));
};

const faultsOfCount = (name: string, relationship: unknown): Fault[] =>
  faultsOfMembers(
    nodeOf(relationship)['meta'],
    { properties: { count: {} } },
    `/data/relationships/${step(name)}/meta`,
  );

/** Faults within a known relationship object, which is returned without places of other lists. */
function readRelationship(
  name: string,
  relationship: unknown,
  { schema, shown }: { schema: unknown; shown: ShownMeta },
): { relationship: unknown; faults: Fault[] } {
  const { data } = nodeOf(relationship);
  const faults = faultsOfCount(name, relationship);
  const identifiers = identifierSchema(nodeOf(nodeOf(schema)['properties'])['data']);
  if (!identifiers || data === undefined) return { relationship, faults };
  const pointer = `/data/relationships/${step(name)}/data`;
  const read = checkedLinkage(data, { pointer, schema: identifiers, shown });
  return { relationship: { ...nodeOf(relationship), data: read.data }, faults: [...faults, ...read.faults] };
}

/** Members that the description does not let a client set. */
function undescribed({ facts }: Operation, schema: Members, data: Members): Sent[] {
  const described = nodeOf(schema['properties']);
  return PARTS.flatMap((part) => {
    const { properties, additionalProperties } = nodeOf(described[part]);
    const isOfObjects = part === 'attributes' && part in described && facts.attributes === 'byType';
    if (additionalProperties !== undefined || isOfObjects) return [];
    const sent = Object.entries(nodeOf(data[part])).filter(([name]) => !Object.hasOwn(nodeOf(properties), name));
    return sent.map(([name, value]): Sent => ({ part, name, value }));
  });
}

/** Faults of members that are sent back: unknown ones, and those with other values. */
async function faultsOfCopy(
  sent: readonly Sent[],
  { data, call, show, changingMeta }: CopyScope & { changingMeta: readonly string[] },
): Promise<Fault[]> {
  const shown = await show.read(call, []);
  if (!shown) return sent.map(unknown);
  const meta = Object.fromEntries(sent.flatMap(({ part, name, value }) => (part === 'meta' ? [[name, value]] : [])));
  const isShown = ({ part, name }: Sent): boolean =>
    Object.hasOwn(nodeOf(shown[part]), name) || (part === 'meta' && OF_PLACE.has(name));
  const related = sent.filter((each) => each.part === 'relationships' && isShown(each));
  const linkage = Object.fromEntries(related.map(({ name, value }) => [name, value]));
  const kept = await keptLinkage(linkage, Object.keys(linkage), { data, call, show });
  const isKept = ({ part, name, value }: Sent): boolean => {
    if (part === 'relationships') return kept.has(name) || !('data' in nodeOf(value));
    const isNotCompared = part === 'meta' && (OF_PLACE.has(name) || changingMeta.includes(name));
    return isNotCompared || isSame(value, own(nodeOf(shown[part]), name));
  };
  return sent.flatMap((each) => {
    if (!isShown(each)) return [unknown(each)];
    if (isKept(each)) return each.part === 'relationships' ? faultsOfCount(each.name, each.value) : [];
    if (each.part === 'meta' && wasShown(each, meta, nodeOf(shown['meta']))) return [];
    return [fault(each, 'readOnly', 'This cannot be changed here; send back the present value, or leave it out.')];
  });
}

/** A resource whose members are not in `attributes` would be treated as an empty one. */
function misplaced(data: Members): Fault[] {
  if (MEANINGFUL.some((name) => Object.hasOwn(data, name))) return [];
  const name = Object.keys(data).find((member) => member !== 'id' && member !== 'type');
  if (name === undefined) return [];
  const detail = `[${name.slice(0, 100)}._unknown]: Attributes are members of "attributes".`;
  return [{ detail, source: { pointer: `/data/${step(name)}` } }];
}

const schemaOf = (content: unknown): Members => nodeOf(nodeOf(nodeOf(content)[JSON_API])['schema']);
const contentOf = (reading: Operation | undefined): unknown =>
  nodeOf(nodeOf(reading?.definition.responses)['200'])['content'];
const dataOf = (schema: Members): Members => nodeOf(nodeOf(schema['properties'])['data']);

/** Schema of the one resource in a body; undefined for bodies of other kinds. */
function resourceSchema({ definition, path }: Operation): Members | undefined {
  const { content } = definition.requestBody ?? {};
  // POST /objects accepts the legacy form; JSON:API is read only to refuse it.
  const flat = nodeOf(nodeOf(content)['application/json'])['schema'];
  if (!isDeepStrictEqual(flat, schemaOf(content))) return undefined;
  const data = dataOf(schemaOf(content));
  const { type } = nodeOf(data['properties']);
  return type !== undefined && !path.includes('/relationships/') ? data : undefined;
}

/** @param show undefined when the path has no operation that reads @returns the body to continue with */
type MemberCheck = (call: HandlerCall, show: ShowResource | undefined) => Promise<unknown>;

/** Members that some clients put among the attributes when they send a resource back (D407). */
function withoutCopies(data: Members): { data: Members; copied: Sent[] } {
  const { meta, links, ...attributes } = nodeOf(data['attributes']);
  if (!isRecord(meta) && !isRecord(links)) return { data, copied: [] };
  const place = { part: 'meta', at: 'attributes/meta' } as const;
  const copied = Object.entries(nodeOf(meta)).map(([name, value]) => ({ ...place, name, value }));
  return { data: { ...data, attributes }, copied };
}

/** Relationships of an object that are no relations of the model: responses contain them, bodies do not. */
function writtenElsewhere(relationships: Members, reading: Operation | undefined): string[] {
  if (relationships['additionalProperties'] === undefined) return [];
  const resource = nodeOf(dataOf(schemaOf(contentOf(reading)))['properties']);
  const shown = nodeOf(nodeOf(resource['relationships'])['properties']);
  return Object.keys(shown).filter((name) => !Object.hasOwn(nodeOf(relationships['properties']), name));
}

/** A body without the relationships that are sent back unchanged; core/objects applies or refuses the rest (D331). */
async function withoutKept(names: readonly string[], scope: CopyScope): Promise<Members> {
  const { data } = scope;
  const sent = nodeOf(data['relationships']);
  const named = names.filter((name) => Object.hasOwn(sent, name));
  const kept = await keptLinkage(sent, named, scope);
  if (kept.size === 0) return data;
  return { ...data, relationships: Object.fromEntries(Object.entries(sent).filter(([name]) => !kept.has(name))) };
}

function resourceCheck(operation: Operation, schema: Members, { reading, shown }: CheckScope): MemberCheck {
  const relationships = nodeOf(nodeOf(schema['properties'])['relationships']);
  const elsewhere = writtenElsewhere(relationships, reading);
  const { changingMeta } = operation.facts;
  const schemaOfRelationship = (name: string): unknown =>
    own(nodeOf(relationships['properties']), name) ?? relationships['additionalProperties'];
  return async (call, show) => {
    const given = nodeOf(call.body)['data'];
    if (!isRecord(given)) return call.body;
    const canBeCopy = show !== undefined && operation.method === 'patch';
    const { data, copied } = canBeCopy ? withoutCopies(given) : { data: given, copied: [] };
    const sent = [...undescribed(operation, schema, data), ...copied];
    const faults = misplaced(data);
    const linked = Object.entries(nodeOf(data['relationships'])).map(([name, value]) => {
      if (sent.some((each) => each.part === 'relationships' && each.name === name)) return [name, value];
      const read = readRelationship(name, value, { schema: schemaOfRelationship(name), shown });
      faults.push(...read.faults);
      return [name, read.relationship];
    });
    if (sent.length > 0)
      faults.push(...(canBeCopy ? await faultsOfCopy(sent, { data, call, show, changingMeta }) : sent.map(unknown)));
    if (faults.length > 0) throw new ApiError('invalid_data', faults);
    const checked = linked.length > 0 ? { ...data, relationships: Object.fromEntries(linked) } : data;
    const left = canBeCopy ? await withoutKept(elsewhere, { data: checked, call, show }) : checked;
    return left === given ? call.body : { ...nodeOf(call.body), data: left };
  };
}

/** Schema of the places in `meta.relation` of the resources at the path. */
function shownPlaces(reading: Operation | undefined): Members {
  const meta = nodeOf(identifierSchema(dataOf(schemaOf(contentOf(reading))))?.['meta']);
  return nodeOf(nodeOf(nodeOf(meta['properties'])['relation'])['properties']);
}

interface CheckScope {
  /** The operation that reads at the same path. */
  reading: Operation | undefined;
  shown: ShownMeta;
}

/** Checks the resource, or the identifiers, in the bodies of an operation; undefined when there are none. */
function memberCheck(operation: Operation, { reading, shown }: CheckScope): MemberCheck | undefined {
  const resource = resourceSchema(operation);
  if (resource) return resourceCheck(operation, resource, { reading, shown });
  const schema = identifierSchema(dataOf(schemaOf(operation.definition.requestBody?.content)));
  if (!schema) return undefined;
  const scope = { pointer: '/data', schema, shown, shownHere: shownPlaces(reading) };
  return ({ body }) => {
    const { data, faults } = checkedLinkage(nodeOf(body)['data'], scope);
    if (faults.length > 0) return Promise.reject(new ApiError('invalid_data', faults));
    return Promise.resolve({ ...nodeOf(body), data });
  };
}

export type MemberChecks = ReturnType<typeof createMemberChecks>;

/** The checks of the bodies of all operations, each made at its first use. */
export function createMemberChecks(operations: readonly Operation[]) {
  const shown = shownMeta(operations);
  const readings = new Map(operations.flatMap((each) => (each.method === 'get' ? [[each.path, each]] : [])));
  const checks = new Map<Operation, MemberCheck | undefined>();
  const reading = ({ path }: Operation): Operation | undefined => readings.get(path);
  return {
    /** The operation that reads at the same path. */
    reading,
    of(operation: Operation): MemberCheck | undefined {
      if (!checks.has(operation)) {
        const isWrite = operation.consumes.length > 0;
        checks.set(operation, memberCheck(operation, { reading: isWrite ? reading(operation) : undefined, shown }));
      }
      return checks.get(operation);
    },
  };
}

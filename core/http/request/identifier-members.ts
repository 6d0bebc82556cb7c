// Identifiers in bodies: what may stand beside id and type (D406, D840); only `meta.relation` has an effect.
import type { Fault } from '../../errors.ts';
import type { Operation } from '../routing/operation.ts';
import { isRecord } from '../../values.ts';
import { JSON_API } from './media-types.ts';

export type Members = Readonly<Record<string, unknown>>;

export const nodeOf = (value: unknown): Members => (isRecord(value) ? value : {});
export const step = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 100);

export const unknownAt = (pointer: string, name: string): Fault => ({
  detail: `[${name.slice(0, 100)}._unknown]: This is not known here.`,
  source: { pointer: `${pointer}/${step(name)}` },
});

/** What responses show in `meta` of resources, of all types. */
export interface ShownMeta {
  names: ReadonlySet<string>;
  /** Schemas of `meta.relation`, one for each kind of place. */
  places: readonly Members[];
}

/** Where linkage stands in a body, and what a response shows there. */
interface LinkageScope {
  pointer: string;
  /** Properties of an identifier that the operation accepts. */
  schema: Members;
  shown: ShownMeta;
  /** Properties of `meta.relation` in the response to GET of the same path. */
  shownHere?: Members;
}

interface CheckedLinkage {
  /** Without places that belong to other lists. */
  data: unknown;
  faults: Fault[];
}

/** The properties that a schema describes, one entry for each of its alternatives; of a list those of its items. */
function alternatives(schema: unknown): Members[] {
  const { properties, items, oneOf, anyOf, allOf } = nodeOf(schema);
  const others = [oneOf, anyOf, allOf, items].flat().filter((each) => each !== undefined);
  return [...(isRecord(properties) ? [properties] : []), ...others.flatMap(alternatives)];
}

/** Properties of the resources or identifiers in `data`. */
const itemSchemas = (data: unknown): Members[] => alternatives(data).filter(({ type }) => type !== undefined);

/** Schema of the identifiers, when `schema` accepts one, several, or either. */
export const identifierSchema = (schema: unknown): Members | undefined => itemSchemas(schema)[0];

/** What the JSON:API responses of these operations show. */
export function shownMeta(operations: readonly Operation[]): ShownMeta {
  const names = new Set<string>();
  const places = new Set<Members>();
  for (const { definition, method } of operations) {
    if (method !== 'get') continue;
    const { schema } = nodeOf(nodeOf(nodeOf(definition.responses['200'])['content'])[JSON_API]);
    for (const item of alternatives(schema).flatMap(({ data }) => itemSchemas(data))) {
      const members = nodeOf(nodeOf(item['meta'])['properties']);
      for (const name of Object.keys(members)) names.add(name);
      if (isRecord(members['relation'])) places.add(members['relation']);
    }
  }
  return { names, places: [...places] };
}

/** Whether a response has shown this as the place of a resource in a list. */
function isShownPlace(relation: Members, places: readonly Members[]): boolean {
  const names = Object.keys(relation);
  return places.some(({ properties, required }) => {
    const isWhole = [required].flat().every((name) => names.includes(String(name)));
    return isWhole && names.every((name) => Object.hasOwn(nodeOf(properties), name));
  });
}

function readIdentifier(item: unknown, scope: LinkageScope, pointer: string): CheckedLinkage {
  const { meta, ...members } = nodeOf(item);
  if (!isRecord(meta)) return { data: item, faults: [] };
  const { shown, shownHere } = scope;
  const described = nodeOf(nodeOf(scope.schema['meta'])['properties']);
  // The meta of a whole resource is the project's own, as its type has it.
  const isWhole = ['attributes', 'relationships', 'links'].some((name) => Object.hasOwn(members, name));
  const isKnown = (name: string): boolean => isWhole || Object.hasOwn(described, name) || shown.names.has(name);
  const faults = Object.keys(meta).flatMap((name) => (isKnown(name) ? [] : unknownAt(`${pointer}/meta`, name)));
  const relation = nodeOf(meta['relation']);
  const known = { ...nodeOf(nodeOf(described['relation'])['properties']), ...shownHere };
  const unknown = Object.keys(relation).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return { data: item, faults };
  if (isShownPlace(relation, shown.places)) {
    const { relation: _place, ...others } = meta;
    return { data: { ...members, meta: others }, faults };
  }
  if (!Object.hasOwn(described, 'relation'))
    return { data: item, faults: [...faults, unknownAt(`${pointer}/meta`, 'relation')] };
  return { data: item, faults: [...faults, ...unknown.map((name) => unknownAt(`${pointer}/meta/relation`, name))] };
}

/** Checks one identifier, a list of them, or null. */
export function checkedLinkage(data: unknown, scope: LinkageScope): CheckedLinkage {
  if (!Array.isArray(data)) return readIdentifier(data, scope, scope.pointer);
  const read = data.map((item, index) => readIdentifier(item, scope, `${scope.pointer}/${index}`));
  return { data: read.map((each) => each.data), faults: read.flatMap(({ faults }) => faults) };
}

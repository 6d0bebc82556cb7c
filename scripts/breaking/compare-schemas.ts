// What of a schema breaks clients that were written against an older one.
import { resolved, type Description, type Schema } from './description.ts';

/** Where a fault is, in words that CHANGELOG.md can repeat, and what it is. */
export interface Break {
  /** `getTag`, `listTags filter[name]`, `TagsAttributes.label` */
  place: string;
  what: string;
}

/** Of a request counts what is no longer taken, of a response what clients can no longer rely on. */
export type Direction = 'request' | 'response';

export interface Pair {
  before: Schema;
  after: Schema;
  place: string;
  direction: Direction;
}

export type SchemaComparison = (pair: Pair) => void;

/** Limits that are narrower when they are lower, and the other way round. */
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'];

/** @returns a function that compares two schemas and adds what it finds to `breaks`; the same two only once */
export function schemaComparison(from: Description, to: Description, breaks: Break[]): SchemaComparison {
  const seen = { request: new Map<Schema, Set<Schema>>(), response: new Map<Schema, Set<Schema>>() };
  const isNew = ({ before, after, direction }: Pair): boolean => {
    const [one, other] = [resolved(from, before), resolved(to, after)];
    const others = seen[direction].get(one) ?? new Set();
    const known = others.has(other);
    seen[direction].set(one, others.add(other));
    return !known;
  };
  const compare: SchemaComparison = (pair) => {
    const { direction, before, after } = pair;
    const report = (what: string, at: string) => breaks.push({ place: at, what: `${direction}: ${what}` });
    const [only, onlyAfter] = [onlyPart(before), onlyPart(after)];
    if (only && onlyAfter) {
      // `allOf` of one reference says in OpenAPI 3.0 that null counts as well, or is a place for a text.
      for (const what of nullBreaks(pair)) report(what, pair.place);
      compare({ ...pair, before: only, after: onlyAfter });
      return;
    }
    if (!isNew(pair)) return;
    const name = nameOf(before);
    const place = name !== undefined && name === nameOf(after) ? name : pair.place;
    const inner = { before: flat(from, before), after: flat(to, after), place, direction };
    const inPlace = (what: string, at = place) => report(what, at);
    const limits = direction === 'request' ? limitBreaks(inner) : [];
    for (const what of [...typeBreaks(inner), ...nullBreaks(inner), ...enumBreaks(inner), ...limits]) inPlace(what);
    compareProperties(inner, inPlace, compare);
    compareItems(inner, compare);
    compareBranches(inner, inPlace, compare);
  };
  return compare;
}

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '');

/** The reference in an `allOf` of nothing else. */
const onlyPart = ({ allOf, properties }: Schema): Schema | undefined =>
  allOf?.length === 1 && !properties ? allOf[0] : undefined;

/** Without its own `$ref`, and with all of `allOf` laid into one. */
function flat(description: Description, schema: Schema): Schema {
  const { allOf, ...own } = resolved(description, schema);
  if (!allOf) return own;
  return [...allOf.map((part) => flat(description, part)), own].reduce((all, part) => ({
    ...all,
    ...part,
    ...((all.properties ?? part.properties) && { properties: { ...all.properties, ...part.properties } }),
    required: [...(all.required ?? []), ...(part.required ?? [])],
  }));
}

const isOneOf = (schema: Schema) => schema.oneOf ?? schema.anyOf;

function typeBreaks({ before, after, direction }: Pair): string[] {
  const found: string[] = [];
  // Whose values must all be values of the other one.
  const [values, allowed] = direction === 'request' ? [before, after] : [after, before];
  if (!isWithin(values.type, allowed.type) && !isOneOf(before) && !isOneOf(after)) {
    found.push(`type ${before.type ?? 'any'} is now ${after.type ?? 'any'}`);
  }
  if (before.format !== after.format && allowed.format !== undefined) {
    found.push(`format ${before.format ?? 'none'} is now ${after.format ?? 'none'}`);
  }
  return found;
}

function nullBreaks({ before, after, direction }: Pair): string[] {
  const [was, is] = [before.nullable === true, after.nullable === true];
  if (direction === 'request') return was && !is ? ['null is no longer taken'] : [];
  return is && !was ? ['may be null now'] : [];
}

function enumBreaks({ before, after, direction }: Pair): string[] {
  if (direction === 'response') return before.enum && !after.enum ? ['is no longer one of few values'] : [];
  if (!after.enum) return [];
  if (!before.enum) return [`takes ${JSON.stringify(after.enum)} only`];
  const lost = before.enum.filter((value) => !after.enum?.includes(value));
  return lost.length > 0 ? [`no longer takes ${lost.map((value) => JSON.stringify(value)).join(', ')}`] : [];
}

/** Whether each value of the one type is a value of the other. */
function isWithin(type: string | undefined, other: string | undefined): boolean {
  return other === undefined || type === other || (type === 'integer' && other === 'number');
}

function limitBreaks({ before, after }: Pair): string[] {
  const found: string[] = [];
  const tell = (key: string) => found.push(`${key} ${show(before[key])} is now ${show(after[key])}`);
  for (const key of UPPER) if (numberOr(after[key], Infinity) < numberOr(before[key], Infinity)) tell(key);
  for (const key of LOWER) if (numberOr(after[key], -Infinity) > numberOr(before[key], -Infinity)) tell(key);
  if (after.pattern !== undefined && after.pattern !== before.pattern) tell('pattern');
  if (after['uniqueItems'] === true && before['uniqueItems'] !== true) tell('uniqueItems');
  if (before.additionalProperties !== false && after.additionalProperties === false) {
    found.push('other properties are no longer taken');
  }
  return found;
}

const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);
const show = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

function compareProperties(
  { before, after, place, direction }: Pair,
  report: (what: string, at?: string) => void,
  compare: SchemaComparison,
): void {
  for (const [name, property] of Object.entries(before.properties ?? {})) {
    const at = `${place}.${name}`;
    const now = after.properties?.[name];
    if (!now) report('removed', at);
    else compare({ before: property, after: now, place: at, direction });
    const [wasRequired, isRequired] = [before, after].map((schema) => schema.required?.includes(name) ?? false);
    if (!now || wasRequired === isRequired) continue;
    if (direction === 'request' && isRequired) report('required now', at);
    if (direction === 'response' && wasRequired) report('no longer always there', at);
  }
  if (direction === 'response') return;
  const added = (after.required ?? []).filter((name) => !before.properties?.[name] && !before.required?.includes(name));
  for (const name of added) report('new and required', `${place}.${name}`);
}

function compareItems({ before, after, place, direction }: Pair, compare: SchemaComparison): void {
  if (before.items && after.items) {
    compare({ before: before.items, after: after.items, place: `${place}[]`, direction });
  }
  const [values, valuesAfter] = [before.additionalProperties, after.additionalProperties];
  if (typeof values === 'object' && typeof valuesAfter === 'object') {
    compare({ before: values, after: valuesAfter, place: `${place}.*`, direction });
  }
}

/**
 * Branches of a union belong together by name, or by the one place that both have. A response may get more of them, since
 * clients of a project whose types are made at run time expect some that they do not know.
 */
function compareBranches(
  { before, after, place, direction }: Pair,
  report: (what: string) => void,
  compare: SchemaComparison,
): void {
  const [was, now] = [isOneOf(before), isOneOf(after)];
  if (!was && now && direction === 'response') return report('is one of several now');
  if (!was || !now) {
    if (was && direction === 'request') report('is no longer one of several');
    return;
  }
  const branch = (schema: Schema, index: number) => nameOf(schema) ?? `${schema.type ?? ''} ${index}`;
  const byName = new Map(now.map((schema, index) => [branch(schema, index), schema]));
  for (const [index, schema] of was.entries()) {
    const name = branch(schema, index);
    const same = byName.get(name);
    if (same) compare({ before: schema, after: same, place: `${place}(${name.trim()})`, direction });
    else if (direction === 'request') report(`${name.trim()} is no longer taken`);
  }
}

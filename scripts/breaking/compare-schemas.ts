// Changes of a schema that break clients of an older one.
import { resolved, type Description, type Schema } from './description.ts';
import { nullBreaks, unionOf, valueBreaks, type Pair } from './value-breaks.ts';

/** A break: its place, in words that CHANGELOG.md can repeat, and its kind. */
export interface Break {
  /** `getTag`, `listTags filter[name]`, `TagsAttributes.label` */
  place: string;
  what: string;
}

export type SchemaComparison = (pair: Pair) => void;

/** @returns a function that compares two schemas and adds the differences to `breaks`; the same pair only once */
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
      // In OpenAPI 3.0, `allOf` with one reference adds null, or a description.
      for (const what of nullBreaks(pair)) report(what, pair.place);
      compare({ ...pair, before: only, after: onlyAfter });
      return;
    }
    if (!isNew(pair)) return;
    const name = nameOf(before);
    const place = name !== undefined && name === nameOf(after) ? name : pair.place;
    const inner = { before: flat(from, before), after: flat(to, after), place, direction };
    const inPlace = (what: string, at = place) => report(what, at);
    for (const what of valueBreaks(inner)) inPlace(what);
    compareProperties(inner, inPlace, compare);
    compareItems(inner, compare);
    compareBranches(inner, to, inPlace, compare);
  };
  return compare;
}

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '');

/** The only reference in an `allOf`. */
const onlyPart = ({ allOf, properties }: Schema): Schema | undefined =>
  allOf?.length === 1 && !properties ? allOf[0] : undefined;

/** Without its own `$ref`, and with all of `allOf` merged. */
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
  if (before.type === 'array' && after.type === 'array') {
    compare({ before: before.items ?? {}, after: after.items ?? {}, place: `${place}[]`, direction });
  }
  const [values, valuesAfter] = [before.additionalProperties, after.additionalProperties];
  if (typeof values === 'object' && typeof valuesAfter === 'object') {
    compare({ before: values, after: valuesAfter, place: `${place}.*`, direction });
  }
}

/**
 * Branches of a union are matched by name, else by type and position. A response may gain some, since clients of a project with
 * run-time types expect unknown ones; it may lose none (D365).
 */
function compareBranches(
  { before, after, place, direction }: Pair,
  to: Description,
  report: (what: string) => void,
  compare: SchemaComparison,
): void {
  const [was, now] = [unionOf(before), unionOf(after)];
  if (!was && !now) return;
  if (was && !now) return report('is no longer one of several');
  if (!was && direction === 'response') return report('is one of several now');
  const branches = named(now ?? []);
  // A value that is one of several now.
  const alike = was ? undefined : now?.find((branch) => resolved(to, branch).type === before.type);
  if (alike) return compare({ before, after: alike, place, direction });
  for (const [name, schema] of named(was ?? [before])) {
    const same = branches.get(name);
    if (same) compare({ before: schema, after: same, place: `${place}(${name})`, direction });
    else report(`${name} is no longer ${direction === 'request' ? 'taken' : 'answered'}`);
  }
}

/** `Tag`, `string`, `string 2`. */
function named(branches: readonly Schema[]): Map<string, Schema> {
  const byName = new Map<string, Schema>();
  for (const schema of branches) {
    const name = nameOf(schema) ?? schema.type ?? 'any';
    const more = [...byName.keys()].filter((each) => each.replace(/ \d+$/, '') === name).length;
    byName.set(more > 0 ? `${name} ${more + 1}` : name, schema);
  }
  return byName;
}

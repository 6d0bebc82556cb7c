// What an import would do with the object of a record, without writing (`--dry-run`).
import { isDeepStrictEqual } from 'node:util';
import type { Names } from './names.ts';
import { LEFT_OUT } from './relationships.ts';
import type { SourceResource } from './resource.ts';
import { walk, type Answer, type Identifier, type Known, type Target } from './target.ts';

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]/;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Labels are sets, of which a record may name only some members. */
const isLabel = (value: unknown): value is { name: string } => isObject(value) && typeof value['name'] === 'string';

function areSameLabels(given: readonly unknown[], shown: readonly unknown[]): boolean {
  if (given.length !== shown.length || !given.every(isLabel) || !shown.every(isLabel)) return false;
  return given.every((label) => {
    const other = shown.find(({ name }) => name === label.name);
    return other !== undefined && Object.entries(label).every(([name, value]) => isSame(value, other[name as 'name']));
  });
}

const isSameMoment = (given: unknown, shown: unknown): boolean =>
  [given, shown].every((each) => typeof each === 'string' && DATE_TIME.test(each)) &&
  Date.parse(String(given)) === Date.parse(String(shown));

const areSameItems = (given: readonly unknown[], shown: readonly unknown[]): boolean =>
  areSameLabels(given, shown) || (given.length === shown.length && given.every((each, at) => isSame(each, shown[at])));

/** Whether a given value is what the service shows: dates may have another notation, and numbers may be texts. */
function isSame(given: unknown, shown: unknown): boolean {
  if (isDeepStrictEqual(given ?? null, shown ?? null)) return true;
  if (Array.isArray(given) || Array.isArray(shown))
    return Array.isArray(given) && Array.isArray(shown) && areSameItems(given, shown);
  if (isObject(given) && isObject(shown)) {
    const names = new Set([...Object.keys(given), ...Object.keys(shown)]);
    return [...names].every((name) => isSame(given[name], shown[name]));
  }
  if (isObject(given) || isObject(shown)) return false;
  return typeof shown === 'string' ? isSameMoment(given, shown) : String(given) === String(shown);
}

interface Links {
  object: Known;
  name: string;
  identifiers: readonly Identifier[];
}

/** An import only adds links, or changes their members. */
async function hasLinks(target: Target, names: Names, { object, name, identifiers }: Links): Promise<boolean> {
  const present = new Map<string, Record<string, unknown>>();
  for await (const { id, meta } of walk(target, `/${object.type}/${object.id}/relationships/${name}`))
    present.set(id, (meta['relation'] ?? {}) as Record<string, unknown>);
  return identifiers.every((identifier) => {
    const other = names.resolve(identifier);
    const link = other && present.get(other.id);
    return (
      link && Object.entries(identifier.meta?.relation ?? {}).every(([member, value]) => isSame(value, link[member]))
    );
  });
}

/** @throws Refusal */
export async function isUnchanged(
  target: Target,
  names: Names,
  resource: SourceResource,
  object: Known,
): Promise<boolean> {
  const { data } = await target.call<Answer>('GET', `/${object.type}/${object.id}`);
  const { password: _password, ...attributes } = resource.attributes ?? {};
  if (!Object.entries(attributes).every(([name, value]) => isSame(value, data.attributes[name]))) return false;
  if (resource.locked === true && data.meta['locked'] !== true) return false;
  for (const [name, identifiers] of Object.entries(resource.relationships)) {
    // Files are compared by their bytes when they are sent.
    if (LEFT_OUT.has(name) || name === 'streams' || name === 'parent') continue;
    if (!(await hasLinks(target, names, { object, name, identifiers }))) return false;
  }
  return true;
}

// What of a document is read for an answer that shows selected fields only.
import type { FieldSelection } from '../list-request.ts';
import type { ResolvedType } from '../model/model.ts';

/** Texts and content of any size; what else a document holds is small, and needed for more than to be shown. */
const LARGE: ReadonlySet<string> = new Set(['body', 'description', 'extra']);

/**
 * MongoDB projection that leaves out what the answer does not show; undefined where it shows everything.
 * @param sortedBy stored paths that are read in any case
 */
export function fieldsToRead(
  type: ResolvedType,
  fields: FieldSelection,
  sortedBy: readonly string[] = [],
): Record<string, 0> | undefined {
  const named = fields.byType.get(type.name) ?? fields.common;
  if (!named) return undefined;
  // Cursors are made of what is sorted by.
  const sorted = type.attributes.filter(({ path }) => sortedBy.includes(path)).map(({ name }) => name);
  const shown = new Set([...named, ...sorted]);
  const custom = type.attributes.filter((attribute) => attribute.custom);
  const isNoneShown = !custom.some(({ name }) => shown.has(name));
  const hidden = type.attributes.filter(
    ({ name, custom: isCustom, path }) => !shown.has(name) && (isCustom ? !isNoneShown : LARGE.has(path)),
  );
  const paths = [...hidden.map(({ path }) => path), ...(isNoneShown && custom.length > 0 ? ['custom'] : [])];
  return paths.length > 0 ? Object.fromEntries(paths.map((path) => [path, 0])) : undefined;
}

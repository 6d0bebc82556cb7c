// Properties that can have an index, and their number per type (D460): MongoDB allows 64 indexes for a collection, and
// each makes every write slower.
import { invalidData } from '../errors.ts';
import type { Attribute, Model, ResolvedType } from './model.ts';

/** In addition to the indexes of every type (core/store/indexes/indexes.ts). */
export const MAX_INDEXED_PROPERTIES = 32;

const indexedOf = (type: ResolvedType): Attribute[] => type.attributes.filter(({ indexed }) => indexed);

function faultOf(type: ResolvedType, previous: ResolvedType | undefined): string | undefined {
  const indexed = indexedOf(type);
  const whole = indexed.find(({ kind, name }) => {
    const before = previous?.attribute.get(name);
    return kind === 'object' && !(before?.indexed && before.kind === kind);
  });
  if (whole) return `[indexed.kind]: Values of "${whole.name}" are objects, which filters cannot compare.`;
  const count = indexed.length;
  if (count <= MAX_INDEXED_PROPERTIES || (previous && indexedOf(previous).length >= count)) return undefined;
  return `[indexed.max]: "${type.name}" would have ${count} indexed properties; the limit is ${MAX_INDEXED_PROPERTIES}.`;
}

/** @throws ApiError invalid_data when a change of the model requires an index that cannot be made */
export function assertIndexable({ before, after }: { before: Model; after: Model }): void {
  for (const type of after.types.values()) {
    const detail = faultOf(type, before.types.get(type.name));
    if (detail === undefined) continue;
    const isRequested = before.rows.properties.filter(({ indexed }) => indexed).length;
    const requestsIndex = after.rows.properties.filter(({ indexed }) => indexed).length > isRequested;
    throw invalidData(requestsIndex ? '/data/attributes/indexed' : '/data', detail);
  }
}

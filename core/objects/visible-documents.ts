// Documents of one type for what is brought along with others, such as `include`: as far as the caller sees them, in one read.
import type { RequestContext } from '../context.ts';
import type { ResolvedType } from '../model/model.ts';
import { MAX_INCLUDED } from '../resources/include.ts';
import { underTimeLimit } from '../store/page.ts';
import type { ObjectDocument } from '../store/store.ts';
import type { ObjectServices } from './object-services.ts';
import { visibilityFor, visibleFilter } from './visibility.ts';

/**
 * Those that meet a condition, by id; one more than can be included when there are too many.
 * @throws ApiError query_too_expensive
 */
export async function findVisibleDocuments(
  { store, clock, queryTimeLimit }: ObjectServices,
  { type, condition }: { type: ResolvedType; condition: Record<string, unknown> },
  context: RequestContext,
): Promise<ObjectDocument[]> {
  const visibility = visibilityFor(type, context, clock.now());
  if (!visibility) return [];
  return underTimeLimit(
    store
      .documents(type.name)
      .find({ $and: [visibleFilter(visibility), condition] }, { maxTimeMS: queryTimeLimit })
      .sort({ _id: 1 })
      .limit(MAX_INCLUDED + 1)
      // All in one answer of the database.
      .batchSize(MAX_INCLUDED + 1)
      .toArray(),
  );
}

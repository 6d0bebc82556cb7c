// Documents for `include` and similar uses: those that the caller sees, in one read for a type.
import type { RequestContext } from '../../context.ts';
import type { ResolvedType } from '../../model/model.ts';
import { MAX_INCLUDED } from '../../resources/include.ts';
import { underTimeLimit } from '../../query/page.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import { visibilityFor, visibleFilter } from './visibility.ts';

/**
 * Documents that meet a condition, by id; one more than the maximum of `include` when there are too many.
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
      // All in one batch of the cursor.
      .batchSize(MAX_INCLUDED + 1)
      .toArray(),
  );
}

/**
 * Objects of some types in the order of their ids as given: one read of their rows, and one of documents for each type.
 * Objects of other types and hidden ones are omitted.
 * @param ids at most MAX_INCLUDED
 */
export async function findVisibleByIds(
  services: ObjectServices,
  { types, ids }: { types: readonly ResolvedType[]; ids: readonly number[] },
  context: RequestContext,
): Promise<ObjectRecord[]> {
  const limits = { projection: { type: 1 }, batchSize: MAX_INCLUDED + 2 } as const;
  const rows = await services.store.objects.find({ _id: { $in: [...ids] } }, limits).toArray();
  const reads = types.map(async (type) => {
    const own = rows.filter((row) => row.type === type.name).map((row) => row._id);
    const condition = { _id: { $in: own } };
    const documents = own.length === 0 ? [] : await findVisibleDocuments(services, { type, condition }, context);
    return documents.map((document) => ({ type, document }));
  });
  const found = new Map((await Promise.all(reads)).flat().map((each) => [each.document._id, each]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

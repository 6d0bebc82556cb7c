// Documents for `include` and similar uses: those that the caller sees, in one read for a type.
import type { RequestContext } from '../../context.ts';
import type { ResolvedType } from '../../model/model.ts';
import { MAX_INCLUDED } from '../../resources/include.ts';
import { underTimeLimit } from '../../query/page.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import { groupBy } from '../../values.ts';
import { visibilityFor, visibleFilter } from './visibility.ts';

/** By id; one more than `include` allows when there are too many. @throws ApiError query_too_expensive */
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

/** By id, those of some types: one read for each type. @throws ApiError query_too_expensive */
export async function findVisibleOfTypes(
  services: ObjectServices,
  wanted: readonly { type: ResolvedType; ids: readonly number[] }[],
  context: RequestContext,
): Promise<Map<number, ObjectRecord>> {
  const reads = wanted.map(async ({ type, ids }) => {
    const documents = await findVisibleDocuments(services, { type, condition: { _id: { $in: [...ids] } } }, context);
    return documents.map((document) => [document._id, { type, document }] as const);
  });
  return new Map((await Promise.all(reads)).flat());
}

/**
 * Visible objects of some types in the order of their ids as given: also one read of their rows.
 * @param ids at most MAX_INCLUDED
 */
export async function findVisibleByIds(
  services: ObjectServices,
  { types, ids }: { types: readonly ResolvedType[]; ids: readonly number[] },
  context: RequestContext,
): Promise<ObjectRecord[]> {
  const limits = { projection: { type: 1 }, batchSize: MAX_INCLUDED + 2 } as const;
  const rows = await services.store.objects.find({ _id: { $in: [...ids] } }, limits).toArray();
  const byType = groupBy(rows, (row) => row.type);
  const wanted = types.flatMap((type) => {
    const own = byType.get(type.name);
    return own ? [{ type, ids: own.map((row) => row._id) }] : [];
  });
  const found = await findVisibleOfTypes(services, wanted, context);
  return ids.flatMap((id) => found.get(id) ?? []);
}

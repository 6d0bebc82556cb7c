// The last positions among links, for appended ones.
import type { Document, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { placeAfter, type StoredLink } from '../changes/link-plan.ts';
import type { LinkRequest } from '../changes/unit-of-work.ts';

/** A position among the links of the objects at one end of a relation. */
interface LinkEnd {
  relationId: number;
  end: 'left_id' | 'right_id';
  place: 'priority' | 'inv_priority';
}

/** Last positions of some objects, by id: one key of the index for each of them, regardless of its number of links. */
async function readLast(
  store: Store,
  { relationId, end, place }: LinkEnd,
  ids: readonly number[],
  transaction: Transaction,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const last = [{ $match: { relation_id: relationId } }, { $sort: { [place]: -1 } }, { $limit: 1 }];
  const from = store.objectRelations.collectionName;
  const pipeline: Document[] = [
    { $documents: [...new Set(ids)].map((_id) => ({ _id })) },
    { $lookup: { from, localField: '_id', foreignField: end, pipeline: last, as: 'last' } },
    { $project: { last: { $first: `$last.${place}` } } },
  ];
  const rows = await store.db
    .aggregate<{ _id: number; last?: number }>(pipeline, { session: transaction, batchSize: ids.length + 1 })
    .toArray();
  return new Map(rows.map((row) => [row._id, row.last ?? 0]));
}

export interface LastPlaces {
  /** Of the own links of a request that only appends; undefined for one that reads all of them. */
  lastOfOwn(request: LinkRequest): number | undefined;
  /** The next free position among the links of another object. */
  next(request: LinkRequest, other: number): number;
}

interface Wanted {
  end: LinkEnd;
  ids: Set<number>;
}

/** Reads the last positions that some requests need: one read for each end of a relation. */
export async function readLastPlaces(
  store: Store,
  members: readonly { request: LinkRequest }[],
  stored: ReadonlyMap<object, readonly StoredLink[]>,
  transaction: Transaction,
): Promise<LastPlaces> {
  const wanted = new Map<string, Wanted>();
  const keyOf = ({ relationId, end }: LinkEnd): string => `${relationId}:${end}`;
  const want = (end: LinkEnd, ids: readonly number[]): void => {
    const all = wanted.get(keyOf(end)) ?? { end, ids: new Set() };
    for (const id of ids) all.ids.add(id);
    wanted.set(keyOf(end), all);
  };
  const ownEnd = ({ side: { relation }, fields: { me, mine } }: LinkRequest): LinkEnd => {
    return { relationId: relation._id, end: me, place: mine };
  };
  const otherEnd = ({ side: { relation }, fields: { other, theirs } }: LinkRequest): LinkEnd => {
    return { relationId: relation._id, end: other, place: theirs };
  };
  for (const member of members) {
    const { request } = member;
    if (request.how === 'remove') continue;
    if (request.isAppend && !request.isNew) want(ownEnd(request), [request.id]);
    const linked = new Set((stored.get(member) ?? []).map(({ other }) => other));
    const added = request.wanted.filter(({ other, inv_priority }) => inv_priority === undefined && !linked.has(other));
    want(
      otherEnd(request),
      added.map(({ other }) => other),
    );
  }
  const last = new Map<string, Map<number, number>>();
  for (const [key, { end, ids }] of wanted) last.set(key, await readLast(store, end, [...ids], transaction));
  return {
    lastOfOwn: (request) =>
      request.isAppend && !request.isNew ? (last.get(keyOf(ownEnd(request)))?.get(request.id) ?? 0) : undefined,
    next(request, other) {
      const places = last.get(keyOf(otherEnd(request)));
      const place = placeAfter(places?.get(other) ?? 0);
      places?.set(other, place);
      return place;
    },
  };
}

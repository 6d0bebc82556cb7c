// Links of a copy: those of the original on both sides, as far as the caller sees where they lead (D166).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ObjectDocument, ObjectRelationRow, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { ObjectServices } from '../object-services.ts';
import { RevisionConflict } from '../object-writer.ts';
import type { FoundObject } from '../read-objects.ts';
import { placeAfter } from '../relations/link-plan.ts';
import { touchObjects, type ObjectReference } from '../touch-objects.ts';
import { visibilityFor, visibleFilter } from '../visibility.ts';

/** A link of the original, and what it leads to. */
interface Link {
  row: ObjectRelationRow;
  side: 'left' | 'right';
  target: ObjectReference;
}

function linkOf(row: ObjectRelationRow, id: number): Link {
  return row.left_id === id
    ? { row, side: 'left', target: { id: row.right_id, type: row.right_type } }
    : { row, side: 'right', target: { id: row.left_id, type: row.left_type } };
}

async function visibleIds(
  { store, modelService, clock }: ObjectServices,
  targets: readonly ObjectReference[],
  context: RequestContext,
): Promise<Set<number>> {
  const byType = new Map<string, number[]>();
  for (const { id, type } of targets) byType.set(type, [...(byType.get(type) ?? []), id]);
  const { types } = modelService.current();
  const reads = [...byType].map(async ([name, ids]) => {
    const type = types.get(name);
    const visibility = type?.served ? visibilityFor(type, context, clock.now()) : undefined;
    if (!visibility) return [];
    const filter = { $and: [visibleFilter(visibility), { _id: { $in: ids } }] };
    return store
      .documents(name)
      .find(filter, { projection: { _id: 1 } })
      .toArray();
  });
  return new Set((await Promise.all(reads)).flat().map(({ _id }) => _id));
}

/** In the order of their places. A link of the original to itself leads to no other object and is left out. */
export async function linksToCopy(
  services: ObjectServices,
  { document }: FoundObject,
  context: RequestContext,
): Promise<Link[]> {
  const { _id: id } = document;
  const rows = await services.store.objectRelations
    .find({ $or: [{ left_id: id }, { right_id: id }] })
    .sort({ relation_id: 1, priority: 1, inv_priority: 1, _id: 1 })
    .toArray();
  const links = rows.filter((row) => row.left_id !== row.right_id).map((row) => linkOf(row, id));
  const seen = await visibleIds(
    services,
    links.map(({ target }) => target),
    context,
  );
  return links.filter(({ target }) => seen.has(target.id));
}

/** Fails the write, to be made again, when one of the objects went away meanwhile. */
async function touch(store: Store, references: readonly ObjectReference[], session: Transaction): Promise<void> {
  try {
    await touchObjects(store, references, session);
  } catch (error) {
    if (error instanceof ApiError) throw new RevisionConflict(references[0]?.id ?? 0);
    throw error;
  }
}

const keyOf = (relationId: number, objectId: number): string => `${relationId}:${objectId}`;

/** Last place among the links that some objects have on one side, by relation and object. */
async function lastPlaces(
  store: Store,
  links: readonly Link[],
  side: Link['side'],
  session: Transaction,
): Promise<Map<string, number>> {
  const own = side === 'left' ? 'left_id' : 'right_id';
  const ids = links.map(({ target }) => target.id);
  const rows = await store.objectRelations
    .aggregate<{ _id: { relation: number; object: number }; last: number }>(
      [
        { $match: { [own]: { $in: ids }, relation_id: { $in: links.map(({ row }) => row.relation_id) } } },
        {
          $group: {
            _id: { relation: '$relation_id', object: `$${own}` },
            last: { $max: side === 'left' ? '$priority' : '$inv_priority' },
          },
        },
      ],
      { session },
    )
    .toArray();
  return new Map(rows.map(({ _id, last }) => [keyOf(_id.relation, _id.object), last]));
}

/** The same place for the copy; what it is linked to gets it as the last one. */
export async function writeLinks(
  store: Store,
  { document, links }: { document: ObjectDocument; links: readonly Link[] },
  session: Transaction,
): Promise<void> {
  if (links.length === 0) return;
  const targets = links.map(({ target }) => target);
  await touch(store, targets, session);
  const [onLeft, onRight] = [links.filter(({ side }) => side === 'left'), links.filter(({ side }) => side === 'right')];
  // What a link leads to stands on the other side of it.
  const [lastRight, lastLeft] = [
    await lastPlaces(store, onLeft, 'right', session),
    await lastPlaces(store, onRight, 'left', session),
  ];
  const rows = links.map(({ row, side, target }): ObjectRelationRow => {
    const { _id: _old, ...kept } = row;
    void _old;
    const key = keyOf(row.relation_id, target.id);
    return side === 'left'
      ? { ...kept, left_id: document._id, inv_priority: placeAfter(lastRight.get(key) ?? 0) }
      : { ...kept, right_id: document._id, priority: placeAfter(lastLeft.get(key) ?? 0) };
  });
  await store.objectRelations.insertMany(rows, { session });
}

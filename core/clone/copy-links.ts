// Links of a copy: those of the original on both sides whose targets are visible, if the caller may change the object whose
// list gets a link (D134, D166).
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { isSymmetric } from '../model/relation-sides.ts';
import { recordChangeOfObject } from '../store/recorded/committed-changes.ts';
import type { ObjectDocument, ObjectRelationRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { assertWritable } from '../objects/visibility/object-permissions.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { RevisionConflict } from '../objects/changes/unit-of-work.ts';
import type { ObjectRecord, ObjectReference } from '../objects/object-record.ts';
import { placeAfter } from '../objects/changes/link-plan.ts';
import { lockObjects } from '../objects/changes/lock-objects.ts';
import { isVisible, mayRead, visibilityFor, visibleFilter } from '../objects/visibility/visibility.ts';

/** A link of the original, and its target. */
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

async function visibleDocuments(
  { store, modelService, clock }: ObjectServices,
  targets: readonly ObjectReference[],
  context: RequestContext,
): Promise<Map<number, ObjectDocument>> {
  const byType = new Map<string, number[]>();
  for (const { id, type } of targets) byType.set(type, [...(byType.get(type) ?? []), id]);
  const { types } = modelService.current();
  const reads = [...byType].map(async ([name, ids]) => {
    const type = types.get(name);
    const visibility = type?.served ? visibilityFor(type, context, clock.now()) : undefined;
    if (!visibility) return [];
    const filter = { $and: [visibleFilter(visibility), { _id: { $in: ids } }] };
    const projection = { _id: 1, created_by: 1, permissions: 1 };
    return store.documents(name).find(filter, { projection }).toArray();
  });
  return new Map((await Promise.all(reads)).flat().map((document) => [document._id, document]));
}

/** Whether a link changes its target as well, and the caller may not change that. */
function refuses(
  { modelService }: ObjectServices,
  context: RequestContext,
): (link: Link, target: ObjectDocument) => boolean {
  const { types, relations } = modelService.current();
  const symmetric = new Set([...relations.values()].filter(isSymmetric).map(({ _id }) => _id));
  return ({ row, side, target: { type: name } }, document) => {
    const type = types.get(name);
    if (!type) return true;
    if (side === 'left' && !symmetric.has(row.relation_id)) return false;
    try {
      assertWritable({ type, document }, context);
      return false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return true;
    }
  };
}

/** In the order of their positions. A link of the original to itself has no other object and is omitted. */
export async function linksToCopy(
  services: ObjectServices,
  { document }: ObjectRecord,
  context: RequestContext,
): Promise<Link[]> {
  const { _id: id } = document;
  const rows = await services.store.objectRelations
    .find({ $or: [{ left_id: id }, { right_id: id }] })
    .sort({ relation_id: 1, priority: 1, inv_priority: 1, _id: 1 })
    .toArray();
  const links = rows.filter((row) => row.left_id !== row.right_id).map((row) => linkOf(row, id));
  const seen = await visibleDocuments(
    services,
    links.map(({ target }) => target),
    context,
  );
  const isRefused = refuses(services, context);
  return links.filter((link) => {
    const target = seen.get(link.target.id);
    return target !== undefined && !isRefused(link, target);
  });
}

/** Fails the write, to be retried, if one of the objects was removed or hidden from the caller since. */
async function touch(
  services: ObjectServices,
  links: readonly Link[],
  context: RequestContext,
  transaction: Transaction,
): Promise<void> {
  const { store, modelService, clock } = services;
  const targets = links.map(({ target }) => target);
  const isRefused = refuses(services, context);
  const { types } = modelService.current();
  const now = clock.now();
  try {
    const touched = await lockObjects(store, targets, transaction);
    for (const link of links) {
      const { id, type: name } = link.target;
      const type = types.get(name);
      const visibility = type && visibilityFor(type, context, now);
      const document = touched.get(id);
      const seen = document && visibility && isVisible(document, visibility) && mayRead(document, context.caller);
      if (!seen || isRefused(link, document)) throw new RevisionConflict(id);
    }
  } catch (error) {
    if (error instanceof ApiError) throw new RevisionConflict(targets[0]?.id ?? 0);
    throw error;
  }
}

const keyOf = (relationId: number, objectId: number): string => `${relationId}:${objectId}`;

/** Last position among the links of some objects on one side, by relation and object. */
async function lastPlaces(
  store: Store,
  links: readonly Link[],
  side: Link['side'],
  transaction: Transaction,
): Promise<Map<string, number>> {
  const own = side === 'left' ? 'left_id' : 'right_id';
  const ids = links.map(({ target }) => target.id);
  const last = { $max: side === 'left' ? '$priority' : '$inv_priority' };
  const stages = [
    { $match: { [own]: { $in: ids }, relation_id: { $in: links.map(({ row }) => row.relation_id) } } },
    { $group: { _id: { relation: '$relation_id', object: `$${own}` }, last } },
  ];
  const rows = await store.objectRelations
    .aggregate<{ _id: { relation: number; object: number }; last: number }>(stages, { session: transaction })
    .toArray();
  return new Map(rows.map((row) => [keyOf(row._id.relation, row._id.object), row.last]));
}

/** The same position for the copy; for the target it is the last one. */
export async function writeLinks(
  services: ObjectServices,
  { document, links, context }: { document: ObjectDocument; links: readonly Link[]; context: RequestContext },
  transaction: Transaction,
): Promise<void> {
  if (links.length === 0) return;
  const { store } = services;
  await touch(services, links, context, transaction);
  const on = (wanted: Link['side']): Link[] => links.filter(({ side }) => side === wanted);
  // The target is on the other side of the link.
  const lastRight = await lastPlaces(store, on('left'), 'right', transaction);
  const lastLeft = await lastPlaces(store, on('right'), 'left', transaction);
  const rows = links.map(({ row, side, target }): ObjectRelationRow => {
    const { _id: _old, ...kept } = row;
    const key = keyOf(row.relation_id, target.id);
    return side === 'left'
      ? { ...kept, left_id: document._id, inv_priority: placeAfter(lastRight.get(key) ?? 0) }
      : { ...kept, right_id: document._id, priority: placeAfter(lastLeft.get(key) ?? 0) };
  });
  await store.objectRelations.insertMany(rows, { session: transaction });
  const relations = new Map([...services.modelService.current().relations.values()].map((each) => [each._id, each]));
  const note = { action: 'update', user_id: context.caller.userId, at: document.created } as const;
  for (const { row, side, target } of links) {
    const { name = '', inverse_name: inverse = '' } = relations.get(row.relation_id) ?? {};
    recordChangeOfObject({ ...note, ...target, changed: [side === 'left' ? inverse : name] }, transaction);
  }
}

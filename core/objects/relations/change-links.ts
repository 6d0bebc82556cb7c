// Adding, replacing and removing what an object is related to (reference/jsonapi.md 4.7, D26, D49). One transaction for all
// links of a request, which raises the fence of every object concerned, so that two requests at once leave right places.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestContext } from '../../context.ts';
import { ApiError, notFound } from '../../errors.ts';
import { readParams } from '../../model/relation-params.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import { recordChange } from '../../store/changes.ts';
import { noteObject } from '../../store/object-notes.ts';
import { changeCounts, SLOTS } from '../../store/object-counts.ts';
import type { ObjectDocument, ObjectRelationRow } from '../../store/store.ts';
import { isUnsettled, type Transaction } from '../../store/transaction.ts';
import { isSameValue } from '../change-values.ts';
import { inTurns } from '../in-turns.ts';
import { assertWritable } from '../object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { SchemaConflict } from '../object-writer.ts';
import { findVisible, type FoundObject } from '../read-objects.ts';
import { retryWrite } from '../retry-write.ts';
import { RIGHTS_FIELDS, touchObjects } from '../touch-objects.ts';
import { isVisible, mayRead, visibilityFor, visibleTypes, visibleTypesFilter } from '../visibility.ts';
import { linkFields, type LinkFields, type RelationMeta } from './link-fields.ts';
import { paramsPointer, readLinks, type LinkBody } from './link-input.ts';
import {
  placeAfter,
  planMyOrder,
  type LinkageChange,
  type PlannedLink,
  type StoredLink,
  type WantedLink,
} from './link-plan.ts';
import { LINK_BATCH, sideNamed, typesOfSide } from './sides.ts';
import { writeLinks, type LinkChange } from './write-links.ts';

/** A link that a request has changed: as it is now, or as it was before it was removed. */
export interface AffectedLink {
  id: string;
  type: string;
  meta: { relation: RelationMeta };
}

export interface LinksAddress {
  typeName: string;
  /** Id or uname. */
  id: string;
  relation: string;
}

export interface LinksRequest {
  how: LinkageChange;
  data: LinkBody;
}

interface Asking {
  services: ObjectServices;
  context: RequestContext;
  found: FoundObject;
  side: RelationSide;
  fields: LinkFields;
  how: LinkageChange;
  wanted: readonly WantedLink[];
}

const toStored = (row: ObjectRelationRow, fields: LinkFields): StoredLink => ({
  other: row[fields.other],
  type: row[fields.otherType],
  mine: row[fields.mine],
  theirs: row[fields.theirs],
  params: row.params,
});

/** All links of the object by place; where links are only appended, those that are named and the last place. */
async function readStored(
  { services, found, side, fields, how, wanted }: Asking,
  session: Transaction,
): Promise<{ links: StoredLink[]; last?: number }> {
  const { objectRelations } = services.store;
  const mine = { [fields.me]: found.document._id, relation_id: side.relation._id };
  const options = { session, batchSize: LINK_BATCH };
  const order = { [fields.mine]: 1, [fields.other]: 1 } as const;
  if (how !== 'add' || wanted.some(({ priority }) => priority !== undefined)) {
    const rows = await objectRelations.find(mine, options).sort(order).toArray();
    return { links: rows.map((row) => toStored(row, fields)) };
  }
  const named = { ...mine, [fields.other]: { $in: wanted.map(({ other }) => other) } };
  const rows = await objectRelations.find(named, options).sort(order).toArray();
  const [last] = await objectRelations
    .find(mine, { session, limit: 1 })
    .sort({ [fields.mine]: -1 })
    .toArray();
  return { links: rows.map((row) => toStored(row, fields)), last: last?.[fields.mine] ?? 0 };
}

/** Links that a request takes away; those to objects that the caller does not see stay. */
async function removedLinks(
  { services, context, side, how, wanted }: Asking,
  links: readonly StoredLink[],
  session: Transaction,
): Promise<StoredLink[]> {
  const named = new Set(wanted.map(({ other }) => other));
  if (how === 'add') return [];
  if (how === 'remove') return links.filter(({ other }) => named.has(other));
  const unnamed = links.filter(({ other }) => !named.has(other));
  const visible = visibleTypes(typesOfSide(services.modelService.current(), side), context, services.clock.now());
  if (unnamed.length === 0 || visible.length === 0) return [];
  const filter = { $and: [{ _id: { $in: unnamed.map(({ other }) => other) } }, visibleTypesFilter(visible)] };
  const rows = await services.store.objects
    .find(filter, { session, projection: { _id: 1 }, batchSize: LINK_BATCH })
    .toArray();
  const seen = new Set(rows.map(({ _id }) => _id));
  return unnamed.filter(({ other }) => seen.has(other));
}

/** Last places among the links of other objects, for new links that ask for none. */
async function lastPlaces(
  { services, side, fields }: Asking,
  others: readonly number[],
  session: Transaction,
): Promise<Map<number, number>> {
  if (others.length === 0) return new Map();
  const rows = await services.store.objectRelations
    .aggregate<{
      _id: number;
      last: number;
    }>(
      [
        { $match: { [fields.other]: { $in: [...others] }, relation_id: side.relation._id } },
        { $group: { _id: `$${fields.other}`, last: { $max: `$${fields.theirs}` } } },
      ],
      { session, batchSize: others.length },
    )
    .toArray();
  return new Map(rows.map(({ _id, last }) => [_id, last]));
}

/** @param last place of the last link of the other object */
function changeOf({ relation }: RelationSide, { before, wanted, mine }: PlannedLink, last: number): LinkChange {
  const theirs = wanted.inv_priority ?? before?.theirs ?? placeAfter(last);
  // Without params a new link has the defaults of the schema, and is refused where it must have some.
  const params =
    wanted.params !== undefined
      ? wanted.params
      : before
        ? before.params
        : readParams(relation, undefined, paramsPointer(wanted.pointer));
  const makesRoom = wanted.inv_priority !== undefined;
  return { other: wanted.other, type: wanted.type, before, after: { mine, theirs, params }, makesRoom };
}

const isChange = ({ before, after }: LinkChange): boolean =>
  !before ||
  !after ||
  before.mine !== after.mine ||
  before.theirs !== after.theirs ||
  !isSameValue(before.params, after.params);

/** What is to be written, as the transaction sees the links. */
async function planChanges(
  asking: Asking,
  session: Transaction,
): Promise<{ changes: LinkChange[]; shifts: Map<number, number> }> {
  const { side, how, wanted } = asking;
  const { links, last } = await readStored(asking, session);
  const removed = await removedLinks(asking, links, session);
  const kept = how === 'remove' ? [] : wanted;
  const order = planMyOrder(links, { wanted: kept, removed: new Set(removed.map(({ other }) => other)), last });
  const appended = order.links.filter(({ before, wanted: link }) => !before && link.inv_priority === undefined);
  const lastTheirs = await lastPlaces(
    asking,
    appended.map((link) => link.wanted.other),
    session,
  );
  const changes = order.links.map((link) => changeOf(side, link, lastTheirs.get(link.wanted.other) ?? 0));
  const gone = removed.map((before): LinkChange => {
    const { other, type } = before;
    return { other, type, before, after: undefined, makesRoom: false };
  });
  return { changes: [...changes.filter(isChange), ...gone], shifts: order.shifts };
}

/**
 * Everything that is related anew is still there and seen, and whoever's relation it is may be changed: that of the object
 * on the left, on both sides of a symmetric relation (D49).
 */
function assertAllowed(
  asking: Asking,
  changes: readonly LinkChange[],
  touched: ReadonlyMap<number, ObjectDocument>,
): void {
  const { services, context, found, side } = asking;
  const { types } = services.modelService.current();
  const now = services.clock.now();
  const seen = (typeName: string, id: number): FoundObject => {
    const type = types.get(typeName);
    const document = touched.get(id);
    const visibility = type && visibilityFor(type, context, now);
    if (!type || !document || !visibility || !isVisible(document, visibility) || !mayRead(document, context.caller)) {
      throw notFound(`${typeName} "${id}"`);
    }
    return { type, document };
  };
  const me = seen(found.type.name, found.document._id);
  checkPrecondition(context.precondition, me.document.revision);
  assertWritable(me, context);
  for (const { type, other } of changes) {
    const related = seen(type, other);
    if (side.side === 'right' || side.symmetric) assertWritable(related, context);
  }
}

const affectedLink = ({ other, type, before, after }: LinkChange): AffectedLink[] => {
  const link = after ?? before;
  if (!link) return [];
  const relation = { priority: link.mine, inv_priority: link.theirs, params: link.params };
  return [{ id: String(other), type, meta: { relation } }];
};

/** For the change row of the asking object. */
function changedRelation({ name }: RelationSide, changes: readonly LinkChange[]): Record<string, unknown> {
  const ids = (isIn: (change: LinkChange) => boolean): number[] => changes.filter(isIn).map(({ other }) => other);
  const added = ids(({ before }) => !before);
  const removed = ids(({ after }) => !after);
  const changed = ids(({ before, after }) => before !== undefined && after !== undefined);
  const parts = Object.entries({ added, changed, removed }).filter(([, list]) => list.length > 0);
  return { [name]: Object.fromEntries(parts) };
}

const nameAtOtherEnd = ({ side, relation }: RelationSide): string =>
  side === 'left' ? relation.inverse_name : relation.name;

async function changeOnce(asking: Asking, session: Transaction): Promise<LinkChange[]> {
  const { services, context, found, side } = asking;
  const { store } = services;
  const { changes, shifts } = await planChanges(asking, session);
  if (changes.length === 0) return [];
  const me = { id: found.document._id, type: found.type.name };
  const others = changes.map(({ other, type }) => ({ id: other, type }));
  assertAllowed(asking, changes, await touchObjects(store, [me, ...others], session, RIGHTS_FIELDS));
  // A model change under way conflicts with it, or finds it done: relations are part of the schema of their types.
  const slot = Math.floor(Math.random() * SLOTS);
  const fence = { type: me.type, schema: found.type.revision, slot, delta: {} };
  if (!(await changeCounts(store.objectCounts, fence, session))) throw new SchemaConflict();
  await writeLinks(store, { side, me }, { changes, shifts }, session);
  const change = { type: 'objects', id: me.id, action: 'update', at: services.clock.now() } as const;
  await recordChange(store.changes, { ...change, changed: changedRelation(side, changes) }, context, session);
  const note = { action: 'update', user_id: context.caller.userId, at: change.at } as const;
  noteObject({ ...note, ...me, changed: [side.name] }, session);
  for (const other of others) noteObject({ ...note, ...other, changed: [nameAtOtherEnd(side)] }, session);
  return changes;
}

const DEADLINE_MS = 15_000;

/**
 * Write conflicts are waited out for longer than a transaction does by itself, as with objects (D83).
 * @throws ApiError service_unavailable
 */
export async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnsettled(error)) throw error;
      if (performance.now() > deadline) {
        const detail = 'The relations of the object are changed too often; try again.';
        throw new ApiError('service_unavailable', detail, { 'Retry-After': '1' });
      }
      await sleep(Math.random() * 100);
    }
  }
}

/** A change of links that is ready to be made, with other ones or by itself. */
export interface LinkWork {
  /** Of all objects concerned. */
  ids: readonly number[];
  /** For a transaction, which may run it several times; what has changed comes back. @throws ApiError */
  run: (session: Transaction) => Promise<LinkChange[]>;
}

/**
 * Reads what a request asks of the links of an object under one of its relations.
 * @throws ApiError not_found, type_conflict, invalid_data
 */
export async function prepareLinks(
  services: ObjectServices,
  { found, side }: { found: FoundObject; side: RelationSide },
  { how, data }: LinksRequest,
  context: RequestContext,
): Promise<LinkWork> {
  const wanted = await readLinks(services, { found, side, how }, data, context);
  const asking = { services, context, found, side, fields: linkFields(side), how, wanted };
  return {
    ids: [found.document._id, ...wanted.map(({ other }) => other)],
    run: (session) => changeOnce(asking, session),
  };
}

/** Makes all changes or none. @returns what has changed, by work */
export function commitLinks(services: ObjectServices, works: readonly LinkWork[]): Promise<LinkChange[][]> {
  const runAll = async (session: Transaction): Promise<LinkChange[][]> => {
    const changes: LinkChange[][] = [];
    for (const work of works) changes.push(await work.run(session));
    return changes;
  };
  const ids = works.flatMap((work) => work.ids);
  return inTurns(services.writer, ids, () => untilDone(() => services.store.transaction(runAll)));
}

/**
 * Changes the links of an object under one relation; new ones go last on both sides unless they ask for a place.
 * @returns the links that are added, changed or removed; none when everything was so already
 * @throws ApiError not_found, type_conflict, invalid_data, authentication_required, forbidden, precondition_failed
 */
export function changeLinks(
  services: ObjectServices,
  { typeName, id, relation }: LinksAddress,
  request: LinksRequest,
  context: RequestContext,
): Promise<AffectedLink[]> {
  return retryWrite(services, async () => {
    const found = await findVisible(services, typeName, id, context);
    const side = sideNamed(found.type, relation);
    assertWritable(found, context);
    checkPrecondition(context.precondition, found.document.revision);
    const work = await prepareLinks(services, { found, side }, request, context);
    const changes = await commitLinks(services, [work]);
    return changes.flat().flatMap(affectedLink);
  });
}

// The links that a batch of units of work adds, moves and removes (D541, D26, D49). All objects concerned are locked, so that
// concurrent transactions leave correct positions.
import { notFound } from '../../errors.ts';
import { mapInSlices } from '../../event-loop-turns.ts';
import type { Clock } from '../../clock.ts';
import type { ModelService } from '../../model/model-service.ts';
import { readParams } from '../../model/relation-params.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import { changeRow, type ChangeRow } from '../../store/history/changes.ts';
import type { CountChange } from '../../store/object-counts.ts';
import type { CommittedChange } from '../../store/recorded/committed-changes.ts';
import type { ObjectDocument, ObjectRelationRow, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { isSameValue } from '../changes/change-values.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import { type CollectedWork, runUnit, type LinkRequest } from '../changes/unit-of-work.ts';
import type { ObjectRecord, ObjectReference } from '../object-record.ts';
import { RIGHTS_FIELDS, lockAll } from '../changes/lock-objects.ts';
import { seesOrSaw } from '../past-objects.ts';
import { visibilityFor, visibleTypes, visibleTypesFilter } from '../visibility/visibility.ts';
import { readLastPlaces } from './last-places.ts';
import type { LinkFields } from '../changes/link-fields.ts';
import { missingTarget, paramsPointer } from './link-request.ts';
import { planMyOrder, type LinkChange, type PlannedLink, type StoredLink } from '../changes/link-plan.ts';
import { LINK_BATCH, typesOfSide } from './sides.ts';
import { linkOperations } from './write-links.ts';

/** Additions of links to the rows of a batch. */
export interface LinkedRows {
  /** A running model change conflicts with them: relations are part of the schema of their types. */
  fences: CountChange[];
  changes: ChangeRow[];
  notes: CommittedChange[];
}

export interface LinkParts {
  store: Store;
  modelService: Pick<ModelService, 'current'>;
  clock: Clock;
}

interface Member {
  unit: CollectedWork;
  request: LinkRequest;
}

interface Plan extends Member {
  changes: LinkChange[];
  shifts: Map<number, number>;
}

const meOf = ({ found }: LinkRequest): ObjectReference => ({ id: found.document._id, type: found.type.name });

/** Runs work for one request: its errors end its unit only, and point into the body. */
const inMember = <T>({ unit, request }: Member, work: () => Promise<T>): Promise<T> =>
  runUnit(unit, () => request.within(work));

const toStored = (row: ObjectRelationRow, fields: LinkFields): StoredLink => ({
  other: row[fields.other],
  type: row[fields.otherType],
  mine: row[fields.mine],
  theirs: row[fields.theirs],
  params: row.params,
});

/** Links of the objects by position: all of them, or the named ones when links are only appended. */
async function readStored(
  store: Store,
  members: readonly Member[],
  transaction: Transaction,
): Promise<Map<Member, StoredLink[]>> {
  const stored = members.filter(({ request }) => !request.isNew);
  const filters = stored.map(({ request: { id, side, fields, isAppend, otherIds } }) => ({
    [fields.me]: id,
    relation_id: side.relation._id,
    ...(isAppend && { [fields.other]: { $in: [...otherIds] } }),
  }));
  const options = { session: transaction, batchSize: LINK_BATCH };
  const rows = filters.length === 0 ? [] : await store.objectRelations.find({ $or: filters }, options).toArray();
  return new Map(
    stored.map((member) => {
      const { id, side, fields } = member.request;
      const own = rows.filter((row) => row.relation_id === side.relation._id && row[fields.me] === id);
      const links = own.map((row) => toStored(row, fields));
      return [member, links.sort((a, b) => a.mine - b.mine || a.other - b.other)] as const;
    }),
  );
}

/** Links that a request removes; those to hidden objects are kept. */
async function removedLinks(
  { store, modelService, clock }: LinkParts,
  { context, side, how, otherIds }: LinkRequest,
  links: readonly StoredLink[],
  transaction: Transaction,
): Promise<StoredLink[]> {
  const named = new Set(otherIds);
  if (how === 'add') return [];
  if (how === 'remove') return links.filter(({ other }) => named.has(other));
  const unnamed = links.filter(({ other }) => !named.has(other));
  const visible = visibleTypes(typesOfSide(modelService.current(), side), context, clock.now());
  if (unnamed.length === 0) return [];
  const filter = { $and: [{ _id: { $in: unnamed.map(({ other }) => other) } }, visibleTypesFilter(visible)] };
  const rows = await store.objects
    .find(filter, { session: transaction, projection: { _id: 1 }, batchSize: LINK_BATCH })
    .toArray();
  const seen = new Set(rows.map(({ _id }) => _id));
  return unnamed.filter(({ other }) => seen.has(other));
}

function changeOf({ relation }: RelationSide, { before, wanted, mine }: PlannedLink, theirs: number): LinkChange {
  // Without params a new link has the defaults of the schema, and is refused when some are required.
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

async function plan(parts: LinkParts, members: readonly Member[], transaction: Transaction): Promise<Plan[]> {
  const stored = await readStored(parts.store, members, transaction);
  const places = await readLastPlaces(parts.store, members, stored, transaction);
  const plans: Plan[] = [];
  for (const member of members) {
    const { request } = member;
    plans.push(
      await inMember(member, async () => {
        await request.check?.(transaction);
        const links = stored.get(member) ?? [];
        const removed = await removedLinks(parts, request, links, transaction);
        const order = planMyOrder(links, {
          wanted: request.how === 'remove' ? [] : request.wanted,
          removed: new Set(removed.map(({ other }) => other)),
          isOrdered: request.how === 'replace',
          last: places.lastOfOwn(request),
        });
        const changes = order.links.map((link) => {
          const { wanted, before } = link;
          if (wanted.isTrashed && !before) throw missingTarget({ ...wanted, id: wanted.other });
          const theirs = wanted.inv_priority ?? before?.theirs ?? places.next(request, wanted.other);
          return changeOf(request.side, link, theirs);
        });
        const gone = removed.map((before): LinkChange => {
          const { other, type } = before;
          return { other, type, before, after: undefined, makesRoom: false };
        });
        return { ...member, changes: [...changes.filter(isChange), ...gone], shifts: order.shifts };
      }),
    );
  }
  return plans.filter(({ changes }) => changes.length > 0);
}

/**
 * New targets must still exist and be visible, those of existing links may be in the trash, and every object whose relation
 * changes must be writable: the object on the left, on both sides of a symmetric relation (D49).
 */
function assertAllowed(
  { modelService, clock }: LinkParts,
  { context, found, side }: LinkRequest,
  changes: readonly LinkChange[],
  documents: ReadonlyMap<number, ObjectDocument>,
): void {
  const { types } = modelService.current();
  const now = clock.now();
  const visible = (typeName: string, id: number, isLinked: boolean): ObjectRecord => {
    const type = types.get(typeName);
    const document = documents.get(id);
    const isSeen = type && document && seesOrSaw(document, visibilityFor(type, context, now), context.caller);
    if (!isSeen || (document.trashed && !isLinked)) throw notFound(`${typeName} "${id}"`);
    return { type, document };
  };
  const me = visible(found.type.name, found.document._id, false);
  checkPrecondition(context.precondition, me.document.revision);
  assertWritable(me, context);
  for (const { type, other, before } of changes) {
    const related = visible(type, other, before !== undefined);
    if (side.side === 'right' || side.symmetric) assertWritable(related, context);
  }
}

/** For the change row of the object. */
export function changedRelation({ name }: RelationSide, changes: readonly LinkChange[]): Record<string, unknown> {
  const ids = (isIn: (change: LinkChange) => boolean): number[] => changes.filter(isIn).map(({ other }) => other);
  const added = ids(({ before }) => !before);
  const removed = ids(({ after }) => !after);
  const changed = ids(({ before, after }) => before !== undefined && after !== undefined);
  const parts = Object.entries({ added, changed, removed }).filter(([, list]) => list.length > 0);
  return { [name]: Object.fromEntries(parts) };
}

const nameAtOtherEnd = ({ side, relation }: RelationSide): string =>
  side === 'left' ? relation.inverse_name : relation.name;

/** Requests that can be made together: all that only append, or a single one. */
async function writeTogether(
  parts: LinkParts,
  members: readonly Member[],
  created: ReadonlyMap<number, ObjectDocument>,
  transaction: Transaction,
): Promise<Plan[]> {
  const { store } = parts;
  const plans = await plan(parts, members, transaction);
  if (plans.length > 0) {
    const references = plans.flatMap(({ request, changes }) => [
      meOf(request),
      ...changes.map(({ other, type }) => ({ id: other, type })),
    ]);
    const stored = references.filter(({ id }) => !created.has(id));
    const documents = new Map([
      ...created,
      ...(await lockAll(store, stored, { fence: 'link_fence', fields: RIGHTS_FIELDS, withTrash: true }, transaction)),
    ]);
    for (const member of plans) {
      const { request, changes } = member;
      await inMember(member, () => Promise.resolve(assertAllowed(parts, request, changes, documents)));
    }
    const operations = await mapInSlices(plans, ({ request, changes, shifts }) =>
      linkOperations({ side: request.side, me: meOf(request) }, { changes, shifts }),
    );
    await store.objectRelations.bulkWrite(operations.flat(), { session: transaction, ordered: true });
  }
  const changed = new Map(plans.map(({ request, changes }) => [request, changes]));
  for (const { request } of members) request.onWritten?.(changed.get(request) ?? []);
  return plans;
}

/** Writes all links of a batch. @throws UnitFault with ApiError not_found, invalid_data, forbidden, precondition_failed … */
export async function writeLinkRequests(
  parts: LinkParts,
  units: readonly CollectedWork[],
  transaction: Transaction,
): Promise<LinkedRows> {
  const members = units.flatMap((unit) => unit.links.map((request) => ({ unit, request })));
  const rows: LinkedRows = { fences: [], changes: [], notes: [] };
  if (members.length === 0) return rows;
  const creations = units.flatMap(({ writes }) => writes.filter(({ expectedRevision }) => expectedRevision === null));
  const created = new Map(creations.map(({ id, document }) => [id, document]));
  const appends = members.filter(({ request }) => request.isAppend);
  const others = members.filter(({ request }) => !request.isAppend);
  const plans: Plan[] = [];
  if (appends.length > 0) plans.push(...(await writeTogether(parts, appends, created, transaction)));
  for (const member of others) plans.push(...(await writeTogether(parts, [member], created, transaction)));
  for (const { request, changes } of plans) {
    const { context, side, found } = request;
    const me = meOf(request);
    const at = parts.clock.now();
    rows.fences.push({ type: me.type, schema: found.type.revision, delta: {} });
    const own = { id: me.id, changed: changedRelation(side, changes), view: found.document };
    rows.changes.push(changeRow({ type: 'objects', action: 'update', at, ...own }, context));
    const note = { action: 'update', user_id: context.caller.userId, at } as const;
    rows.notes.push({ ...note, ...me, changed: [side.name] });
    for (const { other: id, type } of changes) rows.notes.push({ ...note, id, type, changed: [nameAtOtherEnd(side)] });
  }
  return rows;
}

// Relations of one object as the legacy side changes them (reference/legacy.md 3.4, D47).
import type { RequestContext } from '../context.ts';
import { ApiError, invalidParameter, notFound } from '../errors.ts';
import type { RelationSide } from '../model/model.ts';
import { assertWritable } from '../objects/object-permissions.ts';
import type { FoundObject } from '../objects/found-object.ts';
import { readLinkRequest, type LinksInput } from '../objects/relations/link-request.ts';
import type { LinkChange } from '../objects/relations/write-links.ts';
import type { UnitOfWork } from '../objects/unit-of-work.ts';
import { linkFields } from '../objects/relations/link-fields.ts';
import { checkPrecondition } from '../resources/precondition.ts';
import { unescapeKeys } from '../store/stored-keys.ts';
import type { ObjectRelationRow } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import type { LegacyLink } from './legacy-input.ts';
import { linkRequest, sideOf } from './legacy-links.ts';
import { inLegacyBody, linkPlaces } from './legacy-places.ts';
import type { LegacyServices } from './publication.ts';
import { seenTypes } from './seen-objects.ts';
import { reachedObject } from './list-legacy-objects.ts';
import { assertWritableType } from './writable-types.ts';
import { isObjectId } from '../store/object-names.ts';

export interface RelationAddress {
  /** Id or nickname. */
  id: string;
  relation: string;
}

export interface LinkRow {
  related_id: number;
  priority: number;
  /** Absent when there are none. */
  params?: Record<string, unknown>;
}

interface Linked {
  found: FoundObject;
  publicationId: number;
  side: RelationSide;
}

/** @throws ApiError not_found, bad_request, invalid_parameter, authentication_required, forbidden, precondition_failed */
async function findLinked(
  services: LegacyServices,
  { id, relation }: RelationAddress,
  context: RequestContext,
): Promise<Linked> {
  const { object: found, publicationId } = await reachedObject(services, id, context);
  assertWritableType(services, found.type);
  assertWritable(found, context);
  checkPrecondition(context.precondition, found.document.revision);
  return { found, publicationId, side: sideOf(found, relation) };
}

/** Links of an object by the id at their other end. */
async function linksTo(
  { objects }: LegacyServices,
  { found, side }: Pick<Linked, 'found' | 'side'>,
  ids: readonly number[],
  session?: Transaction,
): Promise<Map<number, ObjectRelationRow>> {
  const { me, other } = linkFields(side);
  const filter = { relation_id: side.relation._id, [me]: found.document._id, [other]: { $in: [...ids] } };
  const rows = await objects.store.objectRelations.find(filter, session ? { session } : {}).toArray();
  return new Map(rows.map((row) => [row[other], row]));
}

/**
 * Relates an object to others; of those that are related already places and params change where they are given.
 * @returns a row for each link of the request, in its order, and whether one is new
 * @throws ApiError not_found, invalid_data, invalid_parameter, bad_request, forbidden, precondition_failed
 */
export async function addRelations(
  services: LegacyServices,
  address: RelationAddress,
  links: LegacyLink | readonly LegacyLink[],
  context: RequestContext,
): Promise<{ rows: LinkRow[]; isNew: boolean }> {
  let changed: readonly LinkChange[] = [];
  const linked = await services.objects.writer.commit(async (unit) => {
    const found = await findLinked(services, address, context);
    const request = await linkRequest(services, { ...found, how: 'add', links, at: '/data' }, context);
    unit.link({ ...request, onWritten: (changes) => (changed = changes) });
    return found;
  });
  const ids = ([links].flat() as LegacyLink[]).map((link) => Number(link.related_id));
  const stored = await linksTo(services, linked, ids);
  const { mine } = linkFields(linked.side);
  const rows = ids.flatMap((id): LinkRow[] => {
    const row = stored.get(id);
    return row
      ? [{ related_id: id, priority: row[mine], ...(row.params && { params: unescapeKeys(row.params) }) }]
      : [];
  });
  return { rows, isNew: changed.some(({ before }) => !before) };
}

/** @throws ApiError invalid_parameter */
export function readId(text: string, parameter: string): number {
  if (isObjectId(text)) return Number(text);
  throw invalidParameter(parameter, `${parameter} is the id of an object, a positive integer.`);
}

/** A change of one link that is there, and still is when it is changed. @throws what `absent` makes */
async function changeOne(
  { unit, ...services }: LegacyServices & { unit: UnitOfWork },
  linked: Linked,
  {
    other,
    request,
    absent,
  }: { other: number; request: Omit<LegacyLink, 'related_id'> | undefined; absent: () => ApiError },
  context: RequestContext,
): Promise<void> {
  const { objects } = services;
  const row = (await linksTo(services, linked, [other])).get(other);
  if (!row || !(await seenTypes(services, [other], context)).has(other)) throw absent();
  const type = row[linkFields(linked.side).otherType];
  const identifier = { id: other, type, ...(request && { meta: { relation: request } }) };
  const input: LinksInput = { how: request ? 'add' : 'remove', data: identifier };
  const wanted = await readLinkRequest(objects, linked, input, context);
  unit.link({
    ...wanted,
    // It is read by itself, since its absence is a fault.
    isAppend: false,
    async check(session) {
      if (!(await linksTo(services, linked, [other], session)).has(other)) throw absent();
    },
  });
}

/**
 * Gives a link a place and params: those that are not sent are none, the place stays.
 * @throws ApiError bad_request when the two are not related, and as addRelations does
 */
export async function replaceRelation(
  services: LegacyServices,
  { related, ...address }: RelationAddress & { related: string },
  { priority, params = null }: Omit<LegacyLink, 'related_id'>,
  context: RequestContext,
): Promise<{ priority: number; params: Record<string, unknown> }> {
  const other = readId(related, 'related_id');
  const absent = (): ApiError => new ApiError('bad_request', `It is not related to object ${other}.`);
  const linked = await inLegacyBody(linkPlaces('/data'), () =>
    services.objects.writer.commit(async (unit) => {
      const found = await findLinked(services, address, context);
      const request = { params, ...(priority !== undefined && { priority }) };
      await changeOne({ ...services, unit }, found, { other, request, absent }, context);
      return found;
    }),
  );
  const row = (await linksTo(services, linked, [other])).get(other);
  if (!row) throw absent();
  return { priority: row[linkFields(linked.side).mine], params: unescapeKeys(row.params ?? {}) };
}

/** @throws ApiError not_found, also when the two are not related; invalid_parameter, bad_request, forbidden */
export function removeRelation(
  services: LegacyServices,
  { related, ...address }: RelationAddress & { related: string },
  context: RequestContext,
): Promise<void> {
  const other = readId(related, 'related_id');
  const absent = (): ApiError => notFound(`Relation "${address.relation.slice(0, 100)}" to object ${other}`);
  return services.objects.writer.commit(async (unit) => {
    const linked = await findLinked(services, address, context);
    await changeOne({ ...services, unit }, linked, { other, request: undefined, absent }, context);
  });
}

// Relations of one object in the legacy envelope: listed and written as those of the JSON:API side (service.md 4.3,
// D567, D47).
import type { components } from '../../generated/api.d.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, invalidParameter, notFound } from '../errors.ts';
import type { LegacyQuery } from '../format/legacy/list-query.ts';
import type { RelationSide } from '../model/relation-sides.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { assertWritable } from '../objects/visibility/object-permissions.ts';
import { linkFields } from '../objects/changes/link-fields.ts';
import { readLinkRequest } from '../objects/relations/link-request.ts';
import { listRelated } from '../objects/relations/related-objects.ts';
import type { LinkChange } from '../objects/changes/link-plan.ts';
import type { LinkRequest, UnitOfWork } from '../objects/changes/unit-of-work.ts';
import { checkPrecondition } from '../resources/precondition.ts';
import { encodePointer } from '../model/schemas/attribute-validator.ts';
import { unescapeKeys } from '../store/stored-keys.ts';
import type { ObjectRelationRow } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { inLegacyBody, linkPointers } from './body-pointers.ts';
import type { LegacyLink, linksIn } from './legacy-input.ts';
import { requestedList, pageOf, representPage, type LegacyPage } from './read-legacy-objects.ts';
import { assertWritableType, type LegacyServices } from './publication.ts';
import {
  assertVisible,
  reachableTypes,
  reachObject,
  readId,
  visibleTypesOf,
  type ReachedObject,
} from './reachable-objects.ts';
import type { LinkageChange } from '../format/jsonapi/resource-input.ts';

interface RelationAddress {
  /** Id or nickname. */
  id: string;
  relation: string;
}

/** @param related id of the other object */
type LinkAddress = RelationAddress & { related: string };

type Schemas = components['schemas'];

/** A relation of an object. */
interface ObjectRelation extends ReachedObject {
  side: RelationSide;
}

type LinkBody = LegacyLink | readonly LegacyLink[];

const listOf = (links: LinkBody): readonly LegacyLink[] => [links].flat();

/** @throws ApiError invalid_parameter for a relation that the type does not have */
function sideOf({ type }: ObjectRecord, name: string): RelationSide {
  const side = type.sides.get(name);
  if (side) return side;
  const detail = `Objects of type "${type.row.singular}" have no relation "${name.slice(0, 100)}".`;
  throw invalidParameter('relation_name', detail);
}

/** @throws ApiError not_found, authentication_required, forbidden, invalid_parameter */
async function findRelation(
  services: LegacyServices,
  { id, relation }: RelationAddress,
  context: RequestContext,
): Promise<ObjectRelation> {
  const reached = await reachObject(services, id, context);
  return { ...reached, side: sideOf(reached.found, relation) };
}

/** Links of an object by the id at their other end. */
async function linksTo(
  { objects }: LegacyServices,
  { found, side }: ObjectRelation,
  ids: readonly number[],
  transaction?: Transaction,
): Promise<Map<number, ObjectRelationRow>> {
  const { me, other } = linkFields(side);
  const filter = { relation_id: side.relation._id, [me]: found.document._id, [other]: { $in: [...ids] } };
  const rows = await objects.store.objectRelations.find(filter, transaction ? { session: transaction } : {}).toArray();
  return new Map(rows.map((row) => [row[other], row]));
}

const relationMeta = ({ side }: ObjectRelation, row: ObjectRelationRow): Schemas['LegacyLinkDetail'] => ({
  priority: row[linkFields(side).mine],
  params: unescapeKeys(row.params ?? {}),
});

/**
 * A page of the related objects by priority, or by relevance in a search; the params of each link are in
 * `meta.relation_params`.
 * @throws ApiError not_found, authentication_required, forbidden, invalid_parameter, invalid_filter, query_too_expensive
 */
export async function listRelation(
  services: LegacyServices,
  { query, ...address }: RelationAddress & { query: LegacyQuery },
  context: RequestContext,
): Promise<LegacyPage> {
  const { request, requested } = requestedList(services, query, context);
  const { found, publicationId } = await findRelation(services, address, context);
  const related = { found: { type: found.type, id: found.document._id }, name: address.relation, ...requested };
  const page = await pageOf(request, (each) => listRelated(services.objects, related, each, context));
  const { objects, paging } = await representPage(services, { page, query, publicationId }, context);
  const metaOf = (id: number) => ({ relation_params: page.relation.get(id)?.params ?? {} });
  return { objects: objects.map((shown) => ({ ...shown, meta: metaOf(shown.id) })), paging };
}

/** The link of two objects. @throws ApiError invalid_parameter, not_found, authentication_required, forbidden */
export async function getRelation(
  services: LegacyServices,
  { related, ...address }: LinkAddress,
  context: RequestContext,
): Promise<Schemas['LegacyLinkDetail']> {
  const id = readId(related, 'related_id');
  const relation = await findRelation(services, address, context);
  const row = (await linksTo(services, relation, [id])).get(id);
  const absent = () => notFound(`Object ${id} in relation "${address.relation}"`);
  const typeName = row?.[linkFields(relation.side).otherType];
  if (!row || typeName === undefined || !relation.side.types.includes(typeName)) throw absent();
  await assertVisible(services, { typeName, id, absent }, context);
  return relationMeta(relation, row);
}

interface RequestedLinks extends ObjectRelation {
  /** The object is created in the same transaction. */
  isNew?: boolean;
  how: Exclude<LinkageChange, 'remove'>;
  links: LinkBody;
  /** JSON pointer to the links. */
  at: string;
}

/** The links of one relation of a body as the JSON:API side has them. @throws ApiError invalid_data */
async function linkRequest(
  services: LegacyServices,
  { publicationId, found, side, how, links, at, isNew = false }: RequestedLinks,
  context: RequestContext,
): Promise<LinkRequest> {
  const list = listOf(links);
  const ids = list.map((link) => Number(link.related_id));
  const pointer = (index: number): string => `${at}${Array.isArray(links) ? `/${index}` : ''}/related_id`;
  const linked = isNew ? [] : [...(await linksTo(services, { publicationId, found, side }, ids)).keys()];
  const pastTypes = how === 'replace' ? side.types : [];
  const types = await reachableTypes(services, { publicationId, ids, linked, pastTypes, pointer }, context);
  const identifiers = list.map(({ related_id: id, params, priority: given }, index) => {
    const priority = how === 'replace' ? (given ?? index + 1) : given;
    const relation = { ...(params !== undefined && { params }), ...(priority !== undefined && { priority }) };
    return { id, type: types[index] ?? '', meta: { relation } };
  });
  const [single] = identifiers;
  const data = Array.isArray(links) || !single ? identifiers : single;
  const request = await inLegacyBody(linkPointers(at), () =>
    readLinkRequest(services.objects, { found, side, isNew }, { how, data }, context),
  );
  return { ...request, within: (work) => inLegacyBody(linkPointers(at), work) };
}

/** The links of all relations of a body, to be written with the object. @throws ApiError invalid_data */
export async function linkRequests(
  services: LegacyServices,
  requested: Pick<RequestedLinks, 'publicationId' | 'found' | 'isNew' | 'how'> & {
    relations: ReturnType<typeof linksIn>;
  },
  context: RequestContext,
): Promise<LinkRequest[]> {
  const { relations, ...rest } = requested;
  const requests: LinkRequest[] = [];
  // The transaction has already changed the revision of the object.
  const unconditional = { ...context, precondition: undefined };
  for (const [name, links] of relations) {
    const at = `/data/relations/${encodePointer(name)}`;
    const side = rest.found.type.sides.get(name);
    if (!side) throw invalidData(at, `"${rest.found.type.name}" has no relation "${name.slice(0, 100)}".`);
    if (!links) continue;
    requests.push(await linkRequest(services, { ...rest, side, links, at }, unconditional));
  }
  return requests;
}

/** @throws ApiError bad_request, precondition_failed, and as findRelation does */
async function findChangeable(
  services: LegacyServices,
  { id, relation }: RelationAddress,
  context: RequestContext,
): Promise<ObjectRelation> {
  const reached = await reachObject(services, id, context);
  const { found } = reached;
  assertWritableType(services, found.type);
  assertWritable(found, context);
  checkPrecondition(context.precondition, found.document.revision);
  return { ...reached, side: sideOf(found, relation) };
}

/**
 * Relates an object to others; an existing link gets the place and the params of the request.
 * @returns a row for each link of the request, in its order, and whether one is new
 * @throws ApiError not_found, invalid_data, invalid_parameter, bad_request, forbidden, precondition_failed
 */
export async function addRelations(
  services: LegacyServices,
  address: RelationAddress,
  links: LinkBody,
  context: RequestContext,
): Promise<{ rows: Schemas['LegacyLinkRow'][]; isNew: boolean }> {
  let changed: readonly LinkChange[] = [];
  const relation = await services.objects.writer.commit(async (unit) => {
    const found = await findChangeable(services, address, context);
    const request = await linkRequest(services, { ...found, how: 'add', links, at: '/data' }, context);
    unit.link({ ...request, onWritten: (changes) => (changed = changes) });
    return found;
  });
  const ids = listOf(links).map((link) => Number(link.related_id));
  const stored = await linksTo(services, relation, ids);
  const rows = ids.flatMap((id): Schemas['LegacyLinkRow'][] => {
    const row = stored.get(id);
    if (!row) return [];
    const { priority, params } = relationMeta(relation, row);
    return [{ related_id: id, priority, ...(row.params && { params }) }];
  });
  return { rows, isNew: changed.some(({ before }) => !before) };
}

/** Changes or removes one link, which still exists in the transaction. @throws the error of `absent` */
async function changeLink(
  { unit, ...services }: LegacyServices & { unit: UnitOfWork },
  relation: ObjectRelation,
  { id, meta, absent }: { id: number; meta: Omit<LegacyLink, 'related_id'> | undefined; absent: () => ApiError },
  context: RequestContext,
): Promise<void> {
  const row = (await linksTo(services, relation, [id])).get(id);
  if (!row || !(await visibleTypesOf(services, { ids: [id], linked: [id] }, context)).has(id)) throw absent();
  const type = row[linkFields(relation.side).otherType];
  const data = { id, type, ...(meta && { meta: { relation: meta } }) };
  const request = await readLinkRequest(services.objects, relation, { how: meta ? 'add' : 'remove', data }, context);
  unit.link({
    ...request,
    // Not in one write with others, since the absence of the link is an error.
    isAppend: false,
    async check(transaction) {
      if (!(await linksTo(services, relation, [id], transaction)).has(id)) throw absent();
    },
  });
}

/**
 * Gives a link a place and params: params that are not sent are removed, the place is kept.
 * @throws ApiError bad_request when the two are not related, and as addRelations does
 */
export async function replaceRelation(
  services: LegacyServices,
  { related, ...address }: LinkAddress,
  { priority, params = null }: Omit<LegacyLink, 'related_id'>,
  context: RequestContext,
): Promise<Schemas['LegacyLinkDetail']> {
  const id = readId(related, 'related_id');
  const absent = (): ApiError => new ApiError('bad_request', `It is not related to object ${id}.`);
  const meta = { params, ...(priority !== undefined && { priority }) };
  const relation = await inLegacyBody(linkPointers('/data'), () =>
    services.objects.writer.commit(async (unit) => {
      const found = await findChangeable(services, address, context);
      await changeLink({ ...services, unit }, found, { id, meta, absent }, context);
      return found;
    }),
  );
  const row = (await linksTo(services, relation, [id])).get(id);
  if (!row) throw absent();
  return relationMeta(relation, row);
}

/** @throws ApiError not_found, also when the two are not related; invalid_parameter, bad_request, forbidden */
export function removeRelation(
  services: LegacyServices,
  { related, ...address }: LinkAddress,
  context: RequestContext,
): Promise<void> {
  const id = readId(related, 'related_id');
  const absent = (): ApiError => notFound(`Relation "${address.relation.slice(0, 100)}" to object ${id}`);
  return services.objects.writer.commit(async (unit) => {
    const relation = await findChangeable(services, address, context);
    await changeLink({ ...services, unit }, relation, { id, meta: undefined, absent }, context);
  });
}

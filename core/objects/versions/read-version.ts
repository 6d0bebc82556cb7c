// Versions of an object, the oldest first by default (D505). An earlier state is the values of its change rows merged, from the first
// to that of the version; restoring it is a change of those attributes that differ now (D507).
import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../context.ts';
import { ApiError, notFound } from '../../errors.ts';
import { underTimeLimit } from '../../query/page.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { ObjectRecord } from '../object-record.ts';
import { inlineLabels, objectAttributes } from '../object-resource.ts';
import type { ObjectServices } from '../object-services.ts';
import { auditShown } from '../visibility/shown-attributes.ts';
import type { Difference, ShownVersion } from './version-resource.ts';
import { visibleVersionFilter, VERSION_ROW, versionsUpTo, lastWholeVersion, type VersionRow } from './version-rows.ts';
import { recordsIn } from '../../values.ts';
import { changedAttributes, isSameValue } from '../changes/change-values.ts';
import type { AttributeValues } from '../changes/object-input.ts';
import type { ListRequest, PageEnds } from '../../list-request.ts';
import { byIndex } from '../../query/by-index.ts';
import { assertNoSearch, type Field } from '../../query/filters.ts';
import { planList } from '../../query/list-plan.ts';

/** One order is enough: versions are ordered by time. */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['number', { path: 'version.number', kind: 'integer' }],
  ['created', { path: 'created', kind: 'datetime', sortable: false }],
  ['user_id', { path: 'user_id', kind: 'integer', sortable: false }],
  ['user_action', { path: 'user_action', kind: 'string', sortable: false }],
]);

/** @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive */
export async function listVersions(
  services: ObjectServices,
  found: ObjectRecord,
  request: ListRequest,
  context: RequestContext,
): Promise<PageEnds & { items: ShownVersion[] }> {
  assertNoSearch(request);
  const scope = [
    versionsUpTo(found, await lastWholeVersion(services, found)),
    visibleVersionFilter(services, found, context),
  ];
  const sort = request.sort.length > 0 ? request.sort : [{ field: 'number', descending: false }];
  const listing = { collection: services.store.changes, fields: FIELDS, scope };
  const plan = await planList(listing, { ...request, sort }, services.queryTimeLimit);
  const { rows, ...ends } = await byIndex<VersionRow>()({ ...plan, projection: VERSION_ROW });
  return { items: rows.map((row) => ({ found, row, attributes: {} })), ...ends };
}

type Values = Readonly<Record<string, unknown>>;

/** An object in one of its versions. */
export interface PastObject {
  row: VersionRow;
  /** Values by attribute, as in change rows. */
  recorded: Values;
  /** Visible wire values, in the present form of the type. */
  attributes: Values;
}

const NUMBER = /^[1-9]\d{0,14}$/;

/** Of custom properties younger than the object, earlier rows belong to previous ones of the same name. */
function withoutFormer(
  { modelService }: Pick<ObjectServices, 'modelService'>,
  { type, document }: ObjectRecord,
): Record<string, unknown>[] {
  const names = new Set([type.name, ...type.ancestors]);
  const young = modelService
    .current()
    .rows.properties.filter(
      ({ object_type_name, created }) => names.has(object_type_name) && created > document.created,
    );
  if (young.length === 0) return [];
  const isFormer = young.map(({ name, created }) => ({
    $and: [{ $eq: ['$$this.k', { $literal: name }] }, { $lt: ['$created', created] }],
  }));
  const kept = { $filter: { input: { $objectToArray: '$changed' }, cond: { $not: [{ $or: isFormer }] } } };
  return [{ $set: { changed: { $arrayToObject: kept } } }];
}

/** undefined when a row is missing, so that the values are incomplete. @throws ApiError query_too_expensive */
async function recordedAt(services: ObjectServices, found: ObjectRecord, number: number): Promise<Values | undefined> {
  const pipeline = [
    { $match: versionsUpTo(found, number) },
    { $sort: { 'version.number': 1 } },
    ...withoutFormer(services, found),
    { $group: { _id: null, count: { $sum: 1 }, values: { $mergeObjects: '$changed' } } },
  ];
  const { changes } = services.store;
  const limits = { maxTimeMS: services.queryTimeLimit };
  const [all] = await underTimeLimit(changes.aggregate<{ count: number; values: Values }>(pipeline, limits).toArray());
  return all?.count === number ? all.values : undefined;
}

/** A document with recorded values instead of stored ones, which have the same form in responses. */
function documentOf({ type, document }: ObjectRecord, recorded: Values): ObjectDocument {
  const past: Record<string, unknown> = { _id: document._id, type: type.name };
  const custom: Record<string, unknown> = {};
  for (const attribute of type.attributes) {
    const value = Object.hasOwn(recorded, attribute.name) ? recorded[attribute.name] : null;
    if (value === null) continue;
    if (attribute.custom) custom[attribute.name] = value;
    else past[attribute.path] = value;
  }
  // cast: versions record every attribute of the type, at the path of the document
  return { ...past, custom } as ObjectDocument;
}

/** undefined for a version that is missing, incomplete or hidden from the caller. @throws ApiError query_too_expensive */
async function readPast(
  services: ObjectServices,
  found: ObjectRecord,
  number: number,
  context: RequestContext,
): Promise<PastObject | undefined> {
  const { type, document } = found;
  // Versions that are newer than the object as it was read do not exist yet.
  if (number > document.revision) return undefined;
  const filter = {
    $and: [versionsUpTo(found, number), { 'version.number': number }, visibleVersionFilter(services, found, context)],
  };
  const row = await services.store.changes.findOne<VersionRow>(filter, { projection: VERSION_ROW });
  const recorded = row && (await recordedAt(services, found, number));
  if (!recorded) return undefined;
  const past = documentOf(found, recorded);
  const labels = await inlineLabels(services.store, [past]);
  auditShown(found, context);
  const attributes = objectAttributes({ type, document: past }, { labels, caller: context.caller });
  return { row, recorded, attributes };
}

/** The version that a path names. @throws ApiError not_found, query_too_expensive */
async function findPast(
  services: ObjectServices,
  found: ObjectRecord,
  text: string,
  context: RequestContext,
): Promise<PastObject> {
  const past = NUMBER.test(text) ? await readPast(services, found, Number(text), context) : undefined;
  if (!past) throw notFound(`Version "${text.slice(0, 100)}" of ${found.type.name} "${found.document._id}"`);
  return past;
}

function differences(attributes: Values, others: Values): Record<string, Difference> {
  const names = Object.keys(attributes).filter((name) => !isDeepStrictEqual(attributes[name], others[name]));
  return Object.fromEntries(names.map((name) => [name, { value: attributes[name], other: others[name] }]));
}

/**
 * @param compare number of another version
 * @throws ApiError not_found, which names the parameter for the other version; query_too_expensive
 */
export async function findVersion(
  services: ObjectServices,
  found: ObjectRecord,
  { number: text, compare }: { number: string; compare?: number | undefined },
  context: RequestContext,
): Promise<ShownVersion> {
  const { row, attributes } = await findPast(services, found, text, context);
  if (compare === undefined) return { found, row, attributes };
  const other = await readPast(services, found, compare, context);
  if (!other) {
    const detail = `The object has no version ${compare} to compare with.`;
    throw new ApiError('not_found', { detail, source: { parameter: 'compare' } });
  }
  const compared = { number: compare, differences: differences(attributes, other.attributes) };
  return { found, row, attributes, compared };
}

/** A value in the form of a body: labels of categories and tags do not belong to the object. */
const asInput = (name: string, isCustom: boolean, value: unknown): unknown => {
  if (isCustom || !Array.isArray(value)) return value;
  if (name === 'categories')
    return recordsIn(value).map((each) => ({ name: each['name'], params: each['params'] ?? null }));
  return name === 'tags' ? recordsIn(value).map((each) => ({ name: each['name'] })) : value;
};

/**
 * Attributes of a change that restores a version. Differences are computed from recorded values: a date in a body is
 * less exact than a stored one.
 * @throws ApiError not_found, query_too_expensive
 */
export async function attributesOfVersion(
  services: ObjectServices,
  found: ObjectRecord,
  number: string,
  context: RequestContext,
): Promise<AttributeValues> {
  const { recorded, attributes } = await findPast(services, found, number, context);
  const current = changedAttributes(found.type, found.document, null);
  const differing = found.type.attributes.filter(
    ({ name }) => Object.hasOwn(attributes, name) && !isSameValue(recorded[name], current[name]),
  );
  return Object.fromEntries(differing.map(({ name, custom }) => [name, asInput(name, custom, attributes[name])]));
}

// Changes of the links of an object, as a body requests them, and whether the caller sees the named objects (D26, D49).
import type { RequestContext } from '../../context.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import type { ObjectServices } from '../object-services.ts';
import type { LinkRequest } from '../changes/unit-of-work.ts';
import type { ObjectRecord } from '../object-record.ts';
import { linkFields } from '../changes/link-fields.ts';
import type { LinkageChange } from '../../format/jsonapi/resource-input.ts';
import { ApiError, invalidData, notFound } from '../../errors.ts';
import { readParams, type LinkParams } from '../../model/relation-params.ts';
import { idsOfNames } from '../../store/object-names.ts';
import type { ViewRow } from '../../store/rows/object-rows.ts';
import { purgedAmong, seesOrSaw } from '../past-objects.ts';
import { visibilityFor } from '../visibility/visibility.ts';
import type { WantedLink } from '../changes/link-plan.ts';
import { typesOfSide } from './sides.ts';

/** One identifier of `data`, after validation. */
export interface LinkInput {
  /** Id or uname. */
  id: string | number;
  type: string;
  meta?: {
    relation?: { priority?: number; inv_priority?: number; params?: LinkParams | null };
  };
}

export type LinkBody = LinkInput | readonly LinkInput[];

export const paramsPointer = (pointer: string): string => `${pointer}/meta/relation/params`;

const pointersOf = (data: LinkBody): string[] =>
  Array.isArray(data) ? data.map((_item, index) => `/data/${index}`) : ['/data'];

function assertTypes(inputs: readonly LinkInput[], side: RelationSide, pointers: readonly string[]): void {
  const wrong = inputs.findIndex(({ type }) => !side.types.includes(type));
  if (wrong < 0) return;
  const given = inputs[wrong]?.type.slice(0, 100) ?? '';
  const shown = side.types.slice(0, 20).map((name) => `"${name}"`);
  throw new ApiError('type_conflict', {
    detail: `The type is "${given}"; relation "${side.name}" leads to ${shown.join(', ')}.`,
    source: { pointer: `${pointers[wrong] ?? ''}/type` },
  });
}

interface NamedRows {
  /** Seen objects, in the trash or not, by id. */
  seen: ReadonlyMap<number, ViewRow>;
  /** Ids of purged objects that the caller saw. */
  purged: ReadonlySet<number>;
}

/** The objects with some ids, as far as the caller sees or saw them. */
async function readNamed(
  services: ObjectServices,
  { side, ids, mayBePurged }: { side: RelationSide; ids: readonly number[]; mayBePurged: boolean },
  context: RequestContext,
): Promise<NamedRows> {
  const rows = (await Promise.all(ids.map((id) => services.store.findView(id)))).filter((row) => row !== null);
  const types = typesOfSide(services.modelService.current(), side);
  const visibilities = new Map(
    types.map((type) => [type.name, visibilityFor(type, context, services.clock.now())] as const),
  );
  const seen = rows.filter((row) => seesOrSaw(row, visibilities.get(row.type), context.caller));
  const known = new Set(rows.map((row) => row._id));
  const absent = mayBePurged ? ids.filter((id) => !known.has(id)) : [];
  const purged = await purgedAmong(services, { ids: absent, typeNames: types.map(({ name }) => name) }, context);
  return { seen: new Map(seen.map((row) => [row._id, row])), purged };
}

/** The error for an object that is missing or hidden. @param pointer to its identifier */
export const missingTarget = (target: { type: string; id: string | number; pointer: string }): ApiError =>
  notFound(`${target.type} "${String(target.id).slice(0, 100)}"`, `${target.pointer}/id`);

/**
 * The links that a request names. Each must lead to a visible object of a target type, other than the object itself. Objects in
 * the trash are marked, since only existing links may lead to them; purged ones are omitted unless links are added (D768).
 * @throws ApiError type_conflict, not_found, invalid_data
 */
async function readLinks(
  services: ObjectServices,
  { found, side, how, isNew }: { found: ObjectRecord; side: RelationSide; how: LinkageChange; isNew: boolean },
  data: LinkBody,
  context: RequestContext,
): Promise<WantedLink[]> {
  const inputs = [data].flat().map((input) => ({ ...input, id: String(input.id) }));
  const pointers = pointersOf(data);
  assertTypes(inputs, side, pointers);
  const idOf = await idsOfNames(
    services.store,
    inputs.map(({ id }) => id),
  );
  const ids = inputs.map(({ id }) => idOf.get(id));
  const known = ids.filter((id) => id !== undefined);
  const named = await readNamed(services, { side, ids: known, mayBePurged: how !== 'add' && !isNew }, context);
  const places = new Map<number, number>();
  return inputs.flatMap(({ id: text, type, meta }, index): WantedLink[] => {
    const pointer = pointers[index] ?? '';
    const id = ids[index];
    if (id !== undefined && named.purged.has(id)) return [];
    const row = named.seen.get(id ?? 0);
    if (id === undefined || row?.type !== type) throw missingTarget({ type, id: text, pointer });
    if (id === found.document._id) {
      throw invalidData(pointer, '[id.other]: An object cannot be related to itself.');
    }
    const earlier = places.get(id);
    if (earlier !== undefined) {
      throw invalidData(pointer, `[id.unique]: ${type} "${text.slice(0, 100)}" is the same as ${pointers[earlier]}.`);
    }
    places.set(id, index);
    const { priority, inv_priority, params } = meta?.relation ?? {};
    const isGiven = params !== undefined && how !== 'remove';
    const read = isGiven ? readParams(side.relation, params, paramsPointer(pointer)) : undefined;
    return [{ other: id, type, priority, inv_priority, params: read, isTrashed: row.trashed, pointer }];
  });
}

export interface LinksInput {
  how: LinkageChange;
  data: LinkBody;
}

/** @throws ApiError not_found, type_conflict, invalid_data */
export async function readLinkRequest(
  services: ObjectServices,
  { found, side, isNew = false }: { found: ObjectRecord; side: RelationSide; isNew?: boolean },
  { how, data }: LinksInput,
  context: RequestContext,
): Promise<LinkRequest> {
  const wanted = await readLinks(services, { found, side, how, isNew }, data, context);
  const isPlaced = wanted.some(({ priority, inv_priority }) => priority !== undefined || inv_priority !== undefined);
  return {
    context,
    found,
    side,
    fields: linkFields(side),
    how,
    wanted,
    id: found.document._id,
    otherIds: wanted.map(({ other }) => other),
    isNew,
    isAppend: !isPlaced && (how === 'add' || (isNew && how === 'replace')),
    within: (work) => work(),
  };
}

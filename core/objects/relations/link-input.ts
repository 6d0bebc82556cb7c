// The identifiers in a request that changes links: their objects, and whether these are visible to the caller (D49).
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import { readParams, type LinkParams } from '../../model/relation-params.ts';
import { idsOfNames } from '../../store/object-names.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import { isVisible, mayRead, visibilityFor } from '../visibility.ts';
import type { WantedLink } from './link-plan.ts';
import { typesOfSide } from './sides.ts';
import type { LinkageChange } from '../../format/jsonapi/resource-input.ts';

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

/** Ids of the identifiers, by id or uname; undefined when there is no object. */
async function resolveIds(
  services: ObjectServices,
  inputs: readonly { id: string }[],
): Promise<(number | undefined)[]> {
  const names = inputs.map(({ id }) => id);
  const ids = await idsOfNames(services.store, names);
  return names.map((name) => ids.get(name));
}

/**
 * The links that a request names. Each must lead to a visible object of a target type of the relation, and not to the object
 * itself.
 * @throws ApiError type_conflict, not_found, invalid_data
 */
export async function readLinks(
  services: ObjectServices,
  { found, side, how }: { found: ObjectRecord; side: RelationSide; how: LinkageChange },
  data: LinkBody,
  context: RequestContext,
): Promise<WantedLink[]> {
  const inputs = ([data].flat() as LinkInput[]).map((input) => ({ ...input, id: String(input.id) }));
  const pointers = pointersOf(data);
  assertTypes(inputs, side, pointers);
  const ids = await resolveIds(services, inputs);
  const known = ids.filter((id) => id !== undefined);
  const rows = (await Promise.all(known.map((id) => services.store.findView(id)))).filter((row) => row !== null);
  const visibilities = new Map(
    typesOfSide(services.modelService.current(), side).map((type) => {
      return [type.name, visibilityFor(type, context, services.clock.now())];
    }),
  );
  const seen = rows.filter((row) => {
    const visibility = visibilities.get(row.type);
    return visibility && isVisible(row, visibility) && mayRead(row, context.caller);
  });
  const typeOf = new Map(seen.map((row) => [row._id, row.type]));
  const places = new Map<number, number>();
  return inputs.map(({ id: text, type, meta }, index) => {
    const pointer = pointers[index] ?? '';
    const id = ids[index];
    if (id === undefined || typeOf.get(id) !== type) {
      const detail = `${type} "${text.slice(0, 100)}" was not found.`;
      throw new ApiError('not_found', { detail, source: { pointer: `${pointer}/id` } });
    }
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
    return {
      other: id,
      type,
      priority,
      inv_priority,
      params: isGiven ? readParams(side.relation, params, paramsPointer(pointer)) : undefined,
      pointer,
    };
  });
}

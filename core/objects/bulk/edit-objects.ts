// The same change to several objects (D55, D165, D543).
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData, notFound, type Fault } from '../../errors.ts';
import { MAX_IDS } from '../../format/jsonapi/ids.ts';
import { encodePointer } from '../../model/schemas/attribute-validator.ts';
import { assertMayWriteAttributes } from '../visibility/attribute-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { abstractType, updateObject } from '../writing/write-objects.ts';
import { outcomes } from './for-each-id.ts';

export interface BulkEdit {
  attributes: Readonly<Record<string, unknown>>;
  /** Ids or unames by the name of their type. */
  objects: Readonly<Record<string, readonly (string | number)[]>>;
}

export interface BulkEditResult {
  saved: string[];
  errors: { id: string; message: string }[];
}

/** @throws ApiError not_found, abstract_type, forbidden for types that cannot be changed here */
function assertEditable({ modelService }: ObjectServices, typeName: string): void {
  const type = modelService.current().types.get(typeName);
  if (!type?.served) throw notFound(`Object type "${typeName.slice(0, 100)}"`);
  if (type.abstract) throw abstractType(typeName);
  if (type.kind === 'users') throw new ApiError('forbidden', 'Users are changed at /users.');
}

/** @throws ApiError invalid_data for attributes that none of the types has */
function assertKnown(
  { modelService }: ObjectServices,
  attributes: BulkEdit['attributes'],
  typeNames: readonly string[],
): void {
  const types = typeNames.flatMap((name) => modelService.current().types.get(name) ?? []);
  if (types.length === 0) return;
  const unknown = Object.keys(attributes).filter((name) => !types.some((type) => type.attribute.has(name)));
  const faults = unknown.map((name): Fault => {
    const detail = `[${name.slice(0, 100)}._unknown]: None of the types has such an attribute.`;
    return { detail, source: { pointer: `/data/attributes/${encodePointer(name.slice(0, 100))}` } };
  });
  if (faults.length > 0) throw new ApiError('invalid_data', faults);
}

/**
 * Each object is changed separately, by the rules of a PATCH. A refusal is reported, and the other objects are changed.
 * @throws ApiError invalid_data for too many objects, and for attributes that none of their types has; authentication_required,
 * forbidden for attributes of a type that only other roles write
 */
export async function editObjects(
  services: ObjectServices,
  { attributes, objects }: BulkEdit,
  context: RequestContext,
): Promise<BulkEditResult> {
  const items = Object.entries(objects).flatMap(([typeName, ids]) =>
    [...new Set(ids.map(String))].map((id) => ({ typeName, id })),
  );
  if (items.length > MAX_IDS) {
    throw invalidData('/data/objects', `[objects.maxItems]: At most ${MAX_IDS} objects can be changed at once.`);
  }
  assertKnown(services, attributes, Object.keys(objects));
  for (const typeName of Object.keys(objects)) {
    const type = services.modelService.current().types.get(typeName);
    if (type) assertMayWriteAttributes(type, Object.keys(attributes), context);
  }
  const aboutObject = { ...context, precondition: undefined };
  const edited = await outcomes(items, async (address) => {
    assertEditable(services, address.typeName);
    const { document } = await updateObject(services, address, () => ({ attributes }), aboutObject);
    return String(document._id);
  });
  return {
    saved: edited.flatMap((outcome) => ('result' in outcome ? [outcome.result] : [])),
    errors: edited.flatMap((outcome) =>
      'error' in outcome ? [{ id: outcome.item.id, message: outcome.error.message }] : [],
    ),
  };
}

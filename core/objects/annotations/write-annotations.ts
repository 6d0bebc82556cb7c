// Creating and changing annotations (service.md 4.10, D19, D29).
import type { RequestContext } from '../../context.ts';
import { invalidData } from '../../errors.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../../format/jsonapi/resource-input.ts';
import { immutable } from '../../resources/model-write.ts';
import { escapeKeys } from '../../store/stored-keys.ts';
import type { AnnotationRow } from '../../store/store.ts';
import { changeOwned, findOwned } from '../owned/owned-rows.ts';
import { addToObject, assertSameObject, findNamedObject, objectOfRow, withObjectId } from '../owned/object-of-row.ts';
import type { ObjectServices } from '../object-services.ts';
import { foldedText } from '../search/search-text.ts';
import { annotationKind } from './annotation-kind.ts';

export type AnnotationInput = Partial<Pick<AnnotationRow, 'description' | 'params'>> & { object_id?: number | string };

const FIELDS = ['object_id', 'description', 'params'] as const;

const MAX_PARAMS = 16_384;

/** The input as stored values (D414). @throws ApiError invalid_data */
function readInput<Input extends AnnotationInput>(input: Input): Input {
  const { description, params } = input;
  if (description?.trim() === '') {
    throw invalidData('/data/attributes/description', '[description._empty]: This field cannot be left empty');
  }
  if (params !== undefined && JSON.stringify(params).length > MAX_PARAMS) {
    const detail = `[params.maxLength]: At most ${MAX_PARAMS} characters of JSON are allowed.`;
    throw invalidData('/data/attributes/params', detail);
  }
  return params === undefined ? input : { ...input, params: escapeKeys(params) };
}

/** On any visible object. @throws ApiError invalid_data, forbidden, type_conflict, client_id_forbidden */
export async function createAnnotation(
  services: ObjectServices,
  body: ResourceBody<AnnotationInput>,
  context: RequestContext,
): Promise<AnnotationRow> {
  const { resources } = annotationKind(services);
  const input = readInput(withObjectId(knownAttributes(readCreate(body, 'annotations'), FIELDS)));
  const { object_id: objectId = 0, description = '', params = null } = input;
  const found = await findNamedObject(services, objectId, context);
  assertSameObject(body, found);
  const own = { description, params, user_id: context.caller.userId, search: foldedText(description) };
  return addToObject(services, { found, resources }, context, (common) => ({ ...common, ...own }));
}

/** @throws ApiError not_found, invalid_data, forbidden, immutable (another object), precondition_failed … */
export async function updateAnnotation(
  services: ObjectServices,
  id: string,
  body: ResourceBody<AnnotationInput>,
  context: RequestContext,
): Promise<AnnotationRow> {
  const kind = annotationKind(services);
  const seen = await findOwned(services, kind, id, context);
  const given = withObjectId(knownAttributes(readUpdate(body, 'annotations', seen._id), FIELDS));
  await kind.assertMayChange(services, seen, context);
  if (given.object_id !== undefined && given.object_id !== seen.object_id) {
    throw immutable('An annotation cannot be moved to another object.');
  }
  if (body.data.relationships) assertSameObject(body, await objectOfRow(services, seen, context));
  const input = readInput(given);
  const search = input.description === undefined ? undefined : foldedText(input.description);
  return changeOwned(services, kind, { id: seen._id, input, search }, context);
}

// The publication, which is the root folder of the legacy side (D36); object types by their legacy names, and those that it
// writes: all types of content, or those of LEGACY_WRITABLE (D38).
import type { RequestContext } from '../context.ts';
import { notFound, ApiError, invalidData } from '../errors.ts';
import type { FileServices } from '../files/file-services.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { findVisible } from '../objects/read-objects.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import { PUBLICATION, typeNamed } from '../format/legacy/type-names.ts';
import type { ResolvedType } from '../model/model.ts';

export interface LegacyServices {
  objects: ObjectServices;
  /** Id or uname of the publication (LEGACY_ROOT); undefined for the first root folder, `off` for none. */
  publication: string | undefined;
  /** Names of the writable types (LEGACY_WRITABLE); undefined for all types of content. */
  writable: readonly string[] | undefined;
  files: FileServices;
}

/** Id or uname of the publication; undefined without one. */
async function publicationName({ objects, publication }: LegacyServices): Promise<string | undefined> {
  if (publication !== undefined) return publication === 'off' ? undefined : publication;
  const roots = { parent_id: null, 'object.type': FOLDERS, 'object.trashed': false };
  const [first] = await objects.store.trees.find(roots).sort({ key: 1 }).limit(1).toArray();
  return first && String(first.object_id);
}

/**
 * @throws ApiError not_found when there is none or it is hidden; authentication_required, forbidden when only certain
 * roles may see it
 */
export async function findPublication(services: LegacyServices, context: RequestContext): Promise<ObjectRecord> {
  const name = await publicationName(services);
  if (name === undefined) throw notFound('The publication');
  const found = await findVisible(services.objects, FOLDERS, name, context);
  if (found.document.parents?.length) throw notFound('The publication');
  return found;
}

/** The type with a legacy name; undefined when there is none. */
export function typeOfName({ objects }: LegacyServices, name: string): ResolvedType | undefined {
  const model = objects.modelService.current();
  return model.types.get(typeNamed(name, model) ?? '');
}

/** Concrete types by their legacy names; lists do not contain the publication. @throws ApiError invalid_filter (D47) */
export function listedTypes(services: LegacyServices, names: readonly string[]): Set<string> {
  const concrete = names.flatMap((name) => {
    const type = typeOfName(services, name);
    if (type?.enabled && type.kind !== 'users') return name === PUBLICATION ? [] : type.concreteTypes;
    const detail = `There is no type "${name.slice(0, 100)}".`;
    throw new ApiError('invalid_filter', { detail, source: { parameter: 'filter[object_type]' } });
  });
  return new Set(concrete);
}

export function isWritableType(services: LegacyServices, { served, abstract, kind, name }: ResolvedType): boolean {
  if (!served || abstract || kind === 'users') return false;
  return services.writable?.some((each) => typeOfName(services, each)?.name === name) ?? true;
}

/** The type in `object_type`. @throws ApiError invalid_data for an unknown one */
export function namedType(services: LegacyServices, name: string): ResolvedType {
  const type = typeOfName(services, name);
  if (type?.served) return type;
  throw invalidData('/data/object_type', `There is no type "${name.slice(0, 100)}".`);
}

/**
 * The type of a new object.
 * @throws ApiError invalid_data for an unknown type and one that is read-only on the legacy side
 */
export function creatableType(services: LegacyServices, name: string | undefined): ResolvedType {
  if (name === undefined) throw invalidData('/data/object_type', '[object_type._required]: This field is required.');
  const type = namedType(services, name);
  if (name !== PUBLICATION && isWritableType(services, type)) return type;
  throw invalidData('/data/object_type', `Objects of type "${name.slice(0, 100)}" cannot be created here.`);
}

/** @throws ApiError bad_request */
export function assertWritableType(services: LegacyServices, type: ResolvedType): void {
  if (isWritableType(services, type)) return;
  throw new ApiError('bad_request', `Objects of type "${type.name}" cannot be written here.`);
}

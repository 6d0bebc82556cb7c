// Types that the legacy side writes: all types of content, or those of LEGACY_WRITABLE (D38).
import { ApiError, invalidData } from '../errors.ts';
import { PUBLICATION, typeNamed } from '../format/legacy/type-names.ts';
import type { ResolvedType } from '../model/model.ts';
import type { LegacyServices } from './publication.ts';

const isContent = ({ served, abstract, row }: ResolvedType): boolean =>
  served && !abstract && row.table !== 'BEdita/Core.Users';

export function isWritableType({ objects, writable }: LegacyServices, type: ResolvedType): boolean {
  const model = objects.modelService.current();
  return isContent(type) && (writable?.some((name) => typeNamed(name, model) === type.name) ?? true);
}

/** The type that `object_type` names. @throws ApiError invalid_data for one that is not known */
export function namedType({ objects }: LegacyServices, name: string): ResolvedType {
  const model = objects.modelService.current();
  const type = model.types.get(typeNamed(name, model) ?? '');
  if (type?.served) return type;
  throw invalidData('/data/object_type', `There is no type "${name.slice(0, 100)}".`);
}

/** The type of an object to come. @throws ApiError invalid_data: it is not known, or not written here */
export function creatableType(services: LegacyServices, name: string | undefined): ResolvedType {
  if (name === undefined) throw invalidData('/data/object_type', '[object_type._required]: This field is required.');
  const type = namedType(services, name);
  if (name !== PUBLICATION && isWritableType(services, type)) return type;
  throw invalidData('/data/object_type', `Objects of type "${name.slice(0, 100)}" are not made here.`);
}

/** @throws ApiError bad_request */
export function assertWritableType(services: LegacyServices, type: ResolvedType): void {
  if (isWritableType(services, type)) return;
  throw new ApiError('bad_request', `Objects of type "${type.name}" are not written here.`);
}

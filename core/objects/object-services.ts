import type { Clock } from '../clock.ts';
import type { PasswordLists } from '../config/password-lists.ts';
import { notFound } from '../errors.ts';
import type { HtmlSanitizer } from '../model/html-sanitizer.ts';
import type { ModelService } from '../model/model-service.ts';
import type { ResolvedType } from '../model/model.ts';
import type { Store } from '../store/store.ts';
import type { OwnedFiles } from './owned-files.ts';
import type { ObjectWriter } from './changes/unit-of-work.ts';

/** Dependencies of the rules of objects. */
export interface ObjectServices {
  store: Store;
  modelService: ModelService;
  writer: ObjectWriter;
  /** Skips the listeners that can refuse a write (D348): for consequences of a change that is already made. */
  unproposedWriter: ObjectWriter;
  clock: Clock;
  files: OwnedFiles;
  /** Undefined when rich text is stored unchanged (D631). */
  sanitizeHtml?: HtmlSanitizer | undefined;
  /** Lists that no new password of a user may be in (D630). */
  passwordLists?: PasswordLists | undefined;
  /** Time limit of the database for a list, in milliseconds (D7). */
  queryTimeLimit: number;
}

/** @throws ApiError `not_found` for a type without an endpoint */
export function requireType(services: Pick<ObjectServices, 'modelService'>, typeName: string): ResolvedType {
  const type = services.modelService.current().types.get(typeName);
  if (!type?.served) throw notFound(`Object type "${typeName}"`);
  return type;
}

/** Concrete types that the service serves, users among them. */
export const servedTypes = ({ modelService }: Pick<ObjectServices, 'modelService'>): ResolvedType[] =>
  [...modelService.current().types.values()].filter(({ served, abstract }) => served && !abstract);

/** Concrete types at the endpoint of a type: itself, or the subtypes of an abstract one, without users, no content (D51). */
export function concreteTypesOf(services: Pick<ObjectServices, 'modelService'>, type: ResolvedType): ResolvedType[] {
  if (!type.abstract) return [type];
  const { types } = services.modelService.current();
  return type.concreteTypes
    .map((name) => types.get(name))
    .filter((each): each is ResolvedType => each?.served === true && each.kind !== 'users');
}

/** Those at `/objects`. */
export const contentTypes = (services: Pick<ObjectServices, 'modelService'>): ResolvedType[] =>
  concreteTypesOf(services, requireType(services, 'objects'));

import type { Clock } from '../clock.ts';
import { notFound } from '../errors.ts';
import type { AttributeValidators } from '../model/attribute-validator.ts';
import type { ModelService } from '../model/model-service.ts';
import type { ResolvedType } from '../model/model.ts';
import type { Store } from '../store/store.ts';
import type { OwnedFiles } from './owned-files.ts';
import type { ObjectWriter } from './unit-of-work.ts';

/** What the rules of objects work with. */
export interface ObjectServices {
  store: Store;
  modelService: ModelService;
  validators: AttributeValidators;
  writer: ObjectWriter;
  /** Does not propose what it writes (D348): for what follows from a change that is made already. */
  unproposedWriter: ObjectWriter;
  clock: Clock;
  files: OwnedFiles;
  /** Milliseconds that the database may take for a list (D7). */
  queryTimeLimit: number;
}

/** @throws ApiError `not_found` for a type that has no endpoint (any more) */
export function requireType(services: Pick<ObjectServices, 'modelService'>, typeName: string): ResolvedType {
  const type = services.modelService.current().types.get(typeName);
  if (!type?.served) throw notFound(`Object type "${typeName}"`);
  return type;
}

/**
 * Concrete types that the endpoint of a type shows: itself, or those under an abstract one. Users are under none, since
 * they are no content (D51).
 */
export function concreteTypesOf(services: Pick<ObjectServices, 'modelService'>, type: ResolvedType): ResolvedType[] {
  if (!type.abstract) return [type];
  const { types } = services.modelService.current();
  return type.concreteTypes
    .map((name) => types.get(name))
    .filter((each): each is ResolvedType => each?.served === true && each.kind !== 'users');
}

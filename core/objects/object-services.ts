import type { Clock } from '../clock.ts';
import { notFound } from '../errors.ts';
import type { AttributeValidators } from '../model/attribute-validator.ts';
import type { ModelService } from '../model/model-service.ts';
import type { ResolvedType } from '../model/model.ts';
import type { Store } from '../store/store.ts';
import type { ObjectWriter } from './object-writer.ts';

/** What the rules of objects work with. */
export interface ObjectServices {
  store: Store;
  modelService: ModelService;
  validators: AttributeValidators;
  writer: ObjectWriter;
  clock: Clock;
  /** Milliseconds that the database may take for a list (D7). */
  queryTimeLimit: number;
}

/** @throws ApiError `not_found` for a type that has no endpoint (any more) */
export function servedType(services: Pick<ObjectServices, 'modelService'>, typeName: string): ResolvedType {
  const type = services.modelService.current().types.get(typeName);
  if (!type?.served) throw notFound(`Object type "${typeName}"`);
  return type;
}

/** Concrete types that `/objects` shows. */
export const servedConcreteTypes = (services: Pick<ObjectServices, 'modelService'>): ResolvedType[] =>
  [...services.modelService.current().types.values()].filter((type) => type.served && !type.abstract);

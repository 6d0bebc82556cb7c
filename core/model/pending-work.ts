// Pending background work of model changes, in the model (core/store/model-state.ts).
import { buildingOf, staleSearchOf, type Cleanup } from '../store/model-state.ts';
import type { Model, ResolvedType } from './model.ts';

/** A resolved model with its pending work: search texts to rebuild, indexes under construction. */
export function withPendingWork(model: Model, cleanups: readonly Cleanup[]): Model {
  const building = buildingOf(cleanups);
  const withIndexes = ([name, type]: [string, ResolvedType]): [string, ResolvedType] => {
    const names = building.get(name);
    return [name, names ? { ...type, building: names } : type];
  };
  const types = building.size > 0 ? new Map([...model.types].map(withIndexes)) : model.types;
  return { ...model, types, staleSearch: staleSearchOf(cleanups) };
}

// Shared parts of the writes of model resources.
import type { Clock } from '../clock.ts';
import { ApiError, notFound } from '../errors.ts';
import type { RequestContext } from '../context.ts';
import type { ResourceName } from '../format/jsonapi/documents.ts';
import type { ResourceRow, WriteScope } from './resource-type.ts';
import type { RowRules } from './row-operations.ts';
import { writeScope } from './write-rows.ts';
import type { ObjectTypeRow } from '../store/rows/model-rows.ts';
import type { Store } from '../store/store.ts';
import type { Model } from '../model/model.ts';
import type { ModelService } from '../model/model-service.ts';

export interface ModelDependencies {
  store: Store;
  modelService: ModelService;
  clock: Clock;
}

/** Changes rows of the model (ModelService.change); `work` gets it as the transaction reads it, and may run several times. */
export const changeModel = <T>(
  { modelService, clock }: ModelDependencies,
  context: RequestContext,
  work: (scope: WriteScope, model: Model) => Promise<T>,
): Promise<T> => modelService.change((transaction, model) => work(writeScope({ clock }, context, transaction), model));

export interface ModelScope extends WriteScope {
  model: Model;
}

/** How operations on rows of the model write (core/resources/row-operations.ts). */
export const modelRules = (
  dependencies: ModelDependencies,
): Pick<RowRules<ResourceRow, ResourceName, ModelScope>, 'transact' | 'nextId'> => ({
  transact: (context, work) => changeModel(dependencies, context, (scope, model) => work({ ...scope, model })),
  nextId: dependencies.store.sequences.next,
});

/** The scope of rows that change with the row of the request, without its If-Match. */
export const withoutPrecondition = (scope: WriteScope): WriteScope => ({
  ...scope,
  context: { ...scope.context, precondition: undefined },
});

export const inUse = (detail: string): ApiError => new ApiError('in_use', detail);
export const immutable = (detail: string): ApiError => new ApiError('immutable', detail);

/** A row of the snapshot by its id (decimal digits) or by one of its names. */
export const lookUp = <Row extends { _id: number }>(
  rows: readonly Row[],
  id: string,
  names: (row: Row) => readonly string[],
): Row | undefined =>
  /^[1-9]\d{0,15}$/.test(id) ? rows.find((row) => row._id === Number(id)) : rows.find((row) => names(row).includes(id));

/** @throws ApiError not_found */
export function findIn<Row extends { _id: number }>(
  rows: readonly Row[],
  target: { id: string; type: string },
  names: (row: Row) => readonly string[],
): Row {
  const row = lookUp(rows, target.id, names);
  if (!row) throw notFound(`${target.type} "${target.id.slice(0, 100)}"`);
  return row;
}

/** The type with this id or name. @throws ApiError not_found */
export const findObjectType = (model: Model, id: string): ObjectTypeRow =>
  findIn(model.rows.object_types, { id, type: 'object_types' }, (row) => [row.name]);

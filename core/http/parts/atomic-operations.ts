// POST /operations: several operations in one transaction (jsonapi.org/ext/atomic, D490 to D493).
import { memberOf } from '../../values.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { createLocalIds, errorInOperation, partOf, type AtomicOperation, type AtomicPart } from './atomic-parts.ts';
import { callOf, PartExchange } from '../exchange.ts';
import { bodyOf, type OperationHooks, type Schema } from '../handler.ts';
import type { Operation } from '../routing/operation.ts';
import { withoutCredentials } from '../request/request-target.ts';
import type { RoutingTable } from '../routing/routing-table.ts';

type Result = Schema<'AtomicResult'>;

export interface PartResponse {
  /** undefined when the response has no body (204). */
  document: unknown;
  /** Starts the after-hooks of the operation. */
  announce(): void;
}

/** A request within another one, for the caller of the whole (D491). @param handle passes the steps of a part */
export const createPerformPart =
  ({ hooks }: { hooks: ReadonlyMap<string, OperationHooks> }, handle: (exchange: PartExchange) => Promise<void>) =>
  async (part: PartExchange['part'], outer: RequestContext): Promise<PartResponse> => {
    const exchange = new PartExchange(part, outer);
    await handle(exchange);
    const { reply, operation } = exchange;
    if (!reply) throw new Error(`${operation.operationId} has no result`);
    const made = { ...reply, body: await bodyOf(reply) };
    return {
      document: made.body,
      announce: () => void hooks.get(operation.operationId)?.after(callOf(exchange), made),
    };
  };

export interface AtomicOptions {
  /** Runs work in one transaction, perhaps several times. */
  atomically<T>(work: () => Promise<T>): Promise<T>;
  performPart: ReturnType<typeof createPerformPart>;
  table: Pick<RoutingTable, 'operations'>;
  /** Reads the model again if another process has changed it. */
  refreshModel(): Promise<unknown>;
}

export type ChangeAtomically = ReturnType<typeof createAtomicOperations>;

/** Paths of collections that are below another segment, by type: that is their last segment. */
function collectionPaths({ operations }: AtomicOptions['table']): ReadonlyMap<string, string> {
  const top = new Set(operations.map(({ path }) => path));
  const below = operations.flatMap(({ path, method }) => {
    const [, type] = /^\/[^/{]+\/([a-z_]+)$/.exec(path) ?? [];
    return type === undefined || method !== 'post' || top.has(`/${type}`) ? [] : [[type, path] as const];
  });
  return new Map(below);
}

/** Only changes that a transaction rolls back (D492). @param operation undefined when the path has none with the method */
function assertTaken({ method, path }: AtomicPart, operation: Operation | undefined): void {
  if (operation?.facts.atomic) return;
  const request = `${method.toUpperCase()} ${withoutCredentials(path).slice(0, 200)}`;
  if (operation === undefined) throw new ApiError('forbidden', `${request} is not an operation of this service.`);
  throw new ApiError('forbidden', `${request} cannot be part of an atomic request: it cannot be undone.`);
}

interface ResourceDocument {
  data?: { id?: string } & NonNullable<Result['data']>;
  meta?: NonNullable<Result['meta']>;
}

export function createAtomicOperations(options: AtomicOptions) {
  const paths = collectionPaths(options.table);
  const collectionOf = (type: string): string => paths.get(type) ?? `/${encodeURIComponent(type)}`;

  async function perform(operations: readonly AtomicOperation[], context: RequestContext): Promise<PartResponse[]> {
    const lids = createLocalIds();
    const answers: PartResponse[] = [];
    for (const [index, operation] of operations.entries()) {
      try {
        const part = partOf(operation, { lids, base: context.url.base, collectionOf });
        const taken = { ...part, assertTaken: (matched: Operation | undefined) => assertTaken(part, matched) };
        const answer = await options.performPart(taken, context);
        const id = memberOf(memberOf(answer.document, 'data'), 'id');
        if (part.added && typeof id === 'string') lids.add(part.added.type, part.added.lid, id);
        answers.push(answer);
      } catch (error) {
        throw error instanceof ApiError ? errorInOperation(error, index) : error;
      }
    }
    return answers;
  }

  /** Executes all or none. @throws ApiError of the first failure, with pointers into the body; service_unavailable */
  return async (operations: readonly AtomicOperation[], context: RequestContext): Promise<Result[]> => {
    let isAgain = false;
    const answers = await options.atomically(async () => {
      // The model may have changed.
      if (isAgain) await options.refreshModel();
      isAgain = true;
      return perform(operations, context);
    });
    for (const { announce } of answers) announce();
    return answers.map(({ document }) => {
      // cast: a part without a document answers 204, the others answer documents of resources
      const { data, meta } = (document ?? {}) as ResourceDocument;
      return { ...(data !== undefined && { data }), ...(meta !== undefined && { meta }) };
    });
  };
}

// The response to a POST whose stored one is missing or not given any more (D763), made again from its result (D501).
import { ApiError } from '../../errors.ts';
import type { MadeResource } from '../../store/idempotency-keys.ts';
import type { RequestExchange } from '../exchange.ts';
import type { StepServices } from '../step.ts';
import type { Operation } from '../routing/operation.ts';
import type { AnyReply } from '../handler.ts';
import { replayed } from './idempotency.ts';

type Requested = Pick<RequestExchange, 'operation' | 'params' | 'context'>;

const lost = (made: readonly MadeResource[]): ApiError => {
  const what = made.map(({ type, id }) => ` ${type} "${id}"`).slice(0, 5);
  const list = what.length > 0 ? ` It has made${what.join(',')}.` : '';
  return new ApiError('idempotency_response_lost', {
    detail: `The request with this key was done, and its answer is not available: it was interrupted, held secrets, or rules for reading have changed.${list}`,
    source: { header: 'Idempotency-Key' },
  });
};

/** The path at which the resources of a POST are read: below its own path, or below its first segment. */
function readingOf({ path }: Operation, operations: readonly Operation[]): Operation | undefined {
  const below = (parent: string): Operation | undefined =>
    operations.find(
      (each) => each.method === 'get' && each.path.replace(/\/\{\w+\}$/, '') === parent && each.path !== parent,
    );
  return below(path) ?? below(`/${path.split('/')[1]}`);
}

const successes = ({ definition }: Operation): string =>
  Object.keys(definition.responses)
    .filter((status) => status.startsWith('2'))
    .join();

/** Whether the response is the new resource, as a GET of it returns it; not one with a secret, which no cache may keep. */
function showsMade(operation: Operation): boolean {
  const { headers = {} } = operation.definition.responses['201'] ?? {};
  const isShown = headers['Location'] !== undefined && headers['ETag'] !== undefined;
  return successes(operation) === '201' && isShown && headers['Cache-Control'] === undefined;
}

/** The operation that reads the new resource; undefined when none returns it like the response. */
function readingOfMade(
  made: readonly MadeResource[],
  { operation, params }: Requested,
  operations: readonly Operation[],
): { reading: Operation; params: Record<string, string>; rawPath: string } | undefined {
  const segments = operation.path.split('/');
  const resource = made.find(({ type }) => segments.includes(type)) ?? made.find(({ type }) => type === 'objects');
  const reading =
    operation.facts.origin === 'service' && showsMade(operation) ? readingOf(operation, operations) : undefined;
  if (!resource || !reading) return undefined;
  const own = /\{(\w+)\}$/.exec(reading.path)?.[1] ?? '';
  const values: Record<string, string> = { ...params, [own]: resource.id };
  const valueOf = (_match: string, name: string): string => encodeURIComponent(values[name] ?? '');
  return { reading, params: values, rawPath: reading.path.replaceAll(/\{(\w+)\}/g, valueOf) };
}

/** @throws ApiError idempotency_response_lost */
export async function recreate(
  made: readonly MadeResource[],
  requested: Requested,
  { router, handlers, authorize }: Pick<StepServices, 'router' | 'handlers' | 'authorize'>,
): Promise<AnyReply> {
  if (successes(requested.operation) === '204') return replayed<AnyReply>({ status: 204 });
  const found = readingOfMade(made, requested, router.table.operations);
  const handle = handlers[found?.reading.operationId ?? ''];
  if (!found || !handle) throw lost(made);
  const { reading, params, rawPath } = found;
  const { context } = requested;
  const url = { ...context.url, rawPath, path: rawPath.slice(1), query: new URLSearchParams() };
  try {
    authorize(reading, { params, query: {} }, context);
    const call = { params, query: {}, body: undefined, context: { ...context, precondition: undefined, url } };
    const { body, etag } = await handle(call);
    return replayed({ status: 201, headers: { Location: context.url.base + rawPath }, body, ...(etag && { etag }) });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw lost(made);
    throw error;
  }
}

// The operation of a request, by its path and method.
import { ApiError, invalidParameter } from '../errors.ts';
import { withoutCredentials, type RequestTarget } from './request-target.ts';
import type { Match, RoutingTable } from './routing-table.ts';

export interface MatchOptions {
  /** Type names with an endpoint at present. */
  isTypeName(name: string): boolean;
  /** Reads the model again if another process has changed it. */
  refreshModel(): Promise<unknown>;
  /** Plural of a singular type name, for the hint of a 404. */
  pluralOf(singular: string): string | undefined;
}

/** The operation of a request. */
export async function matchTarget(
  target: RequestTarget,
  method: string,
  table: Pick<RoutingTable, 'match' | 'firstSegments'>,
  options: MatchOptions,
): Promise<Match> {
  const lookup = method === 'head' ? 'get' : method;
  const found = table.match(lookup, target.segments, options.isTypeName);
  if (found.kind !== 'path' || table.firstSegments.has(target.segments[0] ?? '')) return found;
  // Another process may just have created the type.
  await options.refreshModel();
  return table.match(lookup, target.segments, options.isTypeName);
}

/**
 * 400 for a path without its last segment, if the description of the operation has that response (D433).
 * @returns undefined for all other paths
 */
export function missingSegment(
  { segments }: RequestTarget,
  method: string,
  table: Pick<RoutingTable, 'match'>,
  options: Pick<MatchOptions, 'isTypeName'>,
): ApiError | undefined {
  const longer = table.match(method, [...segments, 'x'], options.isTypeName);
  if (longer.kind !== 'operation') return undefined;
  const { definition, path } = longer.operation;
  const name = definition['x-required-segment'];
  if (name === undefined || !path.endsWith(`/{${name}}`)) return undefined;
  return invalidParameter(name, `${name} is missing from the path: ${method.toUpperCase()} ${path}.`);
}

/** 404 for an unknown path. */
export function routeNotFound(target: RequestTarget, options: MatchOptions): ApiError {
  const plural = options.pluralOf(target.segments[0] ?? '');
  const hint = plural ? ` Did you mean "${plural}"?` : '';
  return new ApiError(
    'route_not_found',
    `There is nothing at "${withoutCredentials(target.rawPath).slice(0, 200)}".${hint}`,
  );
}

// What a request is for, by its path and method.
import { ApiError, invalidParameter } from '../errors.ts';
import { withoutSecrets, type RequestTarget } from './request-target.ts';
import type { Match, RoutingTable } from './routing-table.ts';

export interface MatchOptions {
  /** Type names that have an endpoint now. */
  isTypeName(name: string): boolean;
  /** Reads the model again if another process has changed it. */
  refreshModel(): Promise<unknown>;
  /** Plural of a singular type name, for the hint of a 404. */
  pluralOf(singular: string): string | undefined;
}

/** The operation that a request is for. */
export async function matchTarget(
  target: RequestTarget,
  method: string,
  table: Pick<RoutingTable, 'match' | 'firstSegments'>,
  options: MatchOptions,
): Promise<Match> {
  const lookup = method === 'head' ? 'get' : method;
  const found = table.match(lookup, target.segments, options.isTypeName);
  if (found.kind !== 'path' || table.firstSegments.has(target.segments[0] ?? '')) return found;
  // The type may have been made in another process a moment ago.
  await options.refreshModel();
  return table.match(lookup, target.segments, options.isTypeName);
}

/**
 * 400 for a path that lacks its last segment, where the description says so of the operation (D433).
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

/** 404 for a path that nothing is at. */
export function routeNotFound(target: RequestTarget, options: MatchOptions): ApiError {
  const plural = options.pluralOf(target.segments[0] ?? '');
  const hint = plural ? ` Did you mean "${plural}"?` : '';
  return new ApiError(
    'route_not_found',
    `There is nothing at "${withoutSecrets(target.rawPath).slice(0, 200)}".${hint}`,
  );
}

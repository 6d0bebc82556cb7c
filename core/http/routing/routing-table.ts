// The routing table: built once from the description, with the correct precedence, 404 and 405, which openapi-backend's
// own router does not have. A path with `/{object_type_name}` matches only a known type; types with separate paths have
// those of the template as well.
export { METHODS } from '../../description/openapi-document.ts';
import { servesOwnPaths, TYPE_PARAMETER } from '../../description/template-paths.ts';
import type { Operation } from './operation.ts';

export type Match =
  | { kind: 'operation'; operation: Operation; params: Record<string, string> }
  | { kind: 'method'; allow: string[] }
  | { kind: 'path' };

export type RoutingTable = ReturnType<typeof createRoutingTable>;

/** OpenAPI has no parameter of several segments; a client that encodes its slashes reaches the same path. */
const REST_PARAMETER = 'tree_path';

function pathEntry(path: string) {
  const segments = path.split('/').slice(1);
  /** Name of the parameter at each position, undefined for a literal. */
  const parameters = segments.map((segment) => /^\{(.+)\}$/.exec(segment)?.[1]);
  return {
    path,
    segments,
    parameters,
    literalCount: parameters.filter((name) => name === undefined).length,
    typed: parameters[0] === TYPE_PARAMETER,
    /** Its last parameter takes all remaining segments, joined by slashes. */
    takesRest: parameters.at(-1) === REST_PARAMETER,
    operations: new Map<string, Operation>(),
  };
}
type PathEntry = ReturnType<typeof pathEntry>;

/** Methods for `Allow`: HEAD belongs to GET, OPTIONS always works (D4). */
function allowed(entries: readonly PathEntry[]): string[] {
  const methods = [...new Set(entries.flatMap(({ operations }) => [...operations.keys()]))];
  const names = methods.map((method) => method.toUpperCase());
  return [...(names.includes('GET') ? ['GET', 'HEAD'] : []), ...names.filter((name) => name !== 'GET'), 'OPTIONS'];
}

const matches = (entry: PathEntry, segments: readonly string[]): boolean =>
  entry.segments.every((literal, index) => entry.parameters[index] !== undefined || literal === segments[index]);

function paramsOf(entry: PathEntry, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  entry.parameters.forEach((name, index) => {
    if (name !== undefined) params[name] = segments[index] ?? '';
  });
  if (entry.takesRest) params[REST_PARAMETER] = segments.slice(entry.segments.length - 1).join('/');
  return params;
}

export function createRoutingTable(operations: readonly Operation[]) {
  const entries = new Map<string, PathEntry>();
  for (const operation of operations) {
    const entry = entries.get(operation.path) ?? pathEntry(operation.path);
    entry.operations.set(operation.method, operation);
    entries.set(operation.path, entry);
  }
  // Most literal segments first, and among equals those with earlier literals: the first match is the most specific one.
  const shape = ({ parameters }: PathEntry): string => parameters.map((name) => (name === undefined ? 0 : 1)).join('');
  const ordered = [...entries.values()].sort(
    (a, b) => b.literalCount - a.literalCount || Number(shape(a) > shape(b)) - Number(shape(a) < shape(b)),
  );
  const firstSegments: ReadonlySet<string> = new Set(
    ordered.flatMap(({ parameters, segments }) => (parameters[0] ? [] : (segments[0] ?? ''))),
  );
  const buckets = new Map<string, PathEntry[]>();
  for (const entry of ordered) {
    const key = `${entry.parameters[0] ? '' : entry.segments[0]}/${entry.segments.length}`;
    buckets.set(key, [...(buckets.get(key) ?? []), entry]);
  }
  const open = ordered.filter((entry) => entry.takesRest);
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));

  return {
    operations,
    operation: (operationId: string) => byId.get(operationId),
    /** Literal first segments, which are no names for object types. */
    firstSegments,
    /** @param method in lower case; HEAD is get @param segments decoded */
    match(method: string, segments: readonly string[], isTypeName: (name: string) => boolean): Match {
      const first = segments[0] ?? '';
      const literal = firstSegments.has(first);
      const candidates = (bucket: string): PathEntry[] => buckets.get(`${bucket}/${segments.length}`) ?? [];
      const isMatch = (each: PathEntry): boolean => matches(each, segments) && (!each.typed || isTypeName(first));
      const own = candidates(literal ? first : '').find(isMatch);
      // A path of a type alone has those methods of the template that it lacks itself.
      const ofTemplate =
        literal && (own?.literalCount ?? 1) === 1
          ? candidates('').find((each) => servesOwnPaths(each.path, first) && each.typed && isMatch(each))
          : undefined;
      const found = [own, ofTemplate].filter((each) => each !== undefined);
      if (ofTemplate && ofTemplate.literalCount > 0) found.reverse();
      const entry =
        found.find((each) => each.operations.has(method)) ??
        found[0] ??
        open.find((each) => segments.length > each.segments.length && isMatch(each));
      if (!entry) return { kind: 'path' };
      const operation = entry.operations.get(method);
      if (!operation) return { kind: 'method', allow: allowed([entry, ...found]) };
      return { kind: 'operation', operation, params: paramsOf(entry, segments) };
    },
  };
}

// The home document: per path, what this caller may do there (service.md 4.2, D44).
import { sideOf } from './accounts/authorization.ts';
import { OWN_CONTEXT, type RequestContext } from './context.ts';
import type { Model } from './model/model.ts';

interface HomeOperation {
  method: string;
  path: string;
  produces: readonly string[];
  definition: { security?: readonly Readonly<Record<string, unknown>>[] };
}

export interface HomeEntry {
  href: string;
  hints: {
    allow: ('GET' | 'POST' | 'PATCH' | 'DELETE')[];
    formats: string[];
    display: { label: string };
    object_type: boolean;
    multiple_types?: boolean;
  };
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
const TYPE_PATH = '/{object_type_name}';
const DEFAULT_FORMATS = ['application/vnd.api+json', 'application/json'];

const label = (path: string): string =>
  path
    .slice(1)
    .split(/[^a-z0-9]+/i)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Operations of a collection and of its items, which a client finds from the collection. */
const operationsAt = (operations: readonly HomeOperation[], path: string): HomeOperation[] =>
  operations.filter(
    (operation) =>
      operation.path === path ||
      (operation.path.startsWith(`${path}/{`) && operation.path.split('/').length === path.split('/').length + 1),
  );

const needsUser = ({ security = [] }: HomeOperation['definition']): boolean =>
  security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);

function entry(operations: readonly HomeOperation[], path: string, context: RequestContext): HomeEntry | undefined {
  const endpoint = path.split('/')[1] ?? '';
  const mayUse = ({ method, definition }: HomeOperation): boolean =>
    context.access.grant(endpoint, sideOf(method)) !== 'none' &&
    (context.caller.userId !== null || !needsUser(definition));
  const methods = new Set(operations.filter(mayUse).map((operation) => operation.method.toUpperCase()));
  const allow = METHODS.filter((method) => methods.has(method));
  if (allow.length === 0) return undefined;
  const formats = [...new Set(operations.flatMap((operation) => operation.produces))];
  return {
    href: context.url.base + path,
    hints: {
      allow: [...allow],
      formats: formats.length > 0 ? formats : DEFAULT_FORMATS,
      display: { label: label(path) },
      object_type: false,
    },
  };
}

/** By path; paths where the caller may do nothing are absent. */
export function homeResources(
  operations: readonly HomeOperation[],
  model: Model,
  context: RequestContext,
): Record<string, HomeEntry> {
  const resources: Record<string, HomeEntry> = {};
  const typed = operationsAt(operations, TYPE_PATH);
  for (const type of model.types.values()) {
    if (!type.served || type.name === 'objects') continue;
    const found = entry(
      type.abstract ? typed.filter(({ method }) => method === 'get' || method === 'delete') : typed,
      `/${type.name}`,
      context,
    );
    if (found)
      resources[`/${type.name}`] = {
        ...found,
        hints: { ...found.hints, object_type: true, multiple_types: type.abstract },
      };
  }
  for (const { path } of operations) {
    if (path.includes('{') || resources[path]) continue;
    const found = entry(operationsAt(operations, path), path, context);
    if (!found) continue;
    // POST /objects exists to say that the type is abstract.
    const hints =
      path === '/objects'
        ? {
            ...found.hints,
            allow: found.hints.allow.filter((method) => method !== 'POST'),
            object_type: true,
            multiple_types: true,
          }
        : found.hints;
    resources[path] = { ...found, hints };
  }
  return resources;
}

/** The same in short, for the pages of browsers. */
export function homeEndpoints(
  operations: readonly HomeOperation[],
  model: Model,
  who: Pick<RequestContext, 'caller' | 'access'>,
  base: string,
): { path: string; isContent: boolean; methods: readonly string[] }[] {
  const context = { ...OWN_CONTEXT, ...who, url: { ...OWN_CONTEXT.url, base } };
  return Object.entries(homeResources(operations, model, context)).map(([path, { hints }]) => ({
    path,
    isContent: hints.object_type,
    methods: hints.allow,
  }));
}

// The home document: for each path, the permissions of this caller (service.md 4.2, D44).
import { accessKind } from '../access/authorization.ts';
import { SERVICE_CONTEXT, type RequestContext } from '../context.ts';
import type { Model, ResolvedType } from '../model/model.ts';
import type { Schema } from './handler.ts';
import { needsUser, type Operation } from './routing/operation.ts';

type HomeOperation = Pick<Operation, 'method' | 'path' | 'produces' | 'facts' | 'definition'>;

type HomeEntry = Schema<'HomeEntry'>;

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

const TYPE_PATH = '/{object_type_name}';
const DEFAULT_FORMATS = ['application/vnd.api+json', 'application/json'];

const label = (path: string): string =>
  path
    .slice(1)
    .split(/[^a-z0-9]+/i)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** An operation without a successful response in the description is always refused (D401). */
const isEverDone = ({ definition: { responses = {} } }: HomeOperation): boolean =>
  Object.keys(responses).some((status) => /^[123d]/.test(status));

const CHANGES_OF_ITEMS: ReadonlySet<string> = new Set(['patch', 'delete']);

/** Operations at a path, and changes of its items: clients find the items of a collection from there (D401). */
const operationsAt = (operations: readonly HomeOperation[], path: string): HomeOperation[] =>
  operations.filter(
    (operation) =>
      operation.path === path ||
      (CHANGES_OF_ITEMS.has(operation.method) &&
        operation.path.startsWith(`${path}/{`) &&
        operation.path
          .slice(path.length + 1)
          .split('/')
          .every((segment) => segment.startsWith('{'))),
  );

function entry(operations: readonly HomeOperation[], path: string, context: RequestContext): HomeEntry | undefined {
  const endpoint = path.split('/')[1] ?? '';
  const isGranted = ({ method, facts }: HomeOperation): boolean =>
    facts.access === 'parts' || context.access.grant(endpoint, accessKind(method)) !== 'none';
  const mayUse = (operation: HomeOperation): boolean =>
    isGranted(operation) &&
    (context.caller.isAdmin || operation.facts.access !== 'administrators') &&
    (context.caller.userId !== null || !needsUser(operation));
  const used = operations.filter((operation) => isEverDone(operation) && mayUse(operation));
  const allow = METHODS.filter((name) => used.some(({ method }) => method.toUpperCase() === name));
  if (allow.length === 0) return undefined;
  const formats = [...new Set(operations.flatMap((operation) => operation.produces))];
  return {
    href: context.url.base + path,
    hints: {
      allow,
      formats: formats.length > 0 ? formats : DEFAULT_FORMATS,
      display: { label: label(path) },
      object_type: false,
    },
  };
}

/** The parts of the service in the home document. */
export interface HomeSource {
  operations: readonly HomeOperation[];
  model: Model;
  /** Whether the legacy side creates objects of a type (D38). */
  isLegacyWritable(type: ResolvedType): boolean;
}

/** At this path the legacy side creates objects of the type in the body, with the permission to write that type (D402). */
function objectsHints(
  hints: HomeEntry['hints'],
  { model, isLegacyWritable }: HomeSource,
  { access }: RequestContext,
): HomeEntry['hints'] {
  const mayCreate = [...model.types.values()].some(
    (type) => isLegacyWritable(type) && access.grant(type.name, 'write') !== 'none',
  );
  const allow = hints.allow.filter((method) => method !== 'POST' || mayCreate);
  return { ...hints, allow, object_type: true, multiple_types: true };
}

/** By path, without parameters (D401). Paths without permissions for the caller are absent. */
export function homeResources(source: HomeSource, context: RequestContext): Record<string, HomeEntry> {
  const { operations, model } = source;
  const resources: Record<string, HomeEntry> = {};
  const typed = operationsAt(operations, TYPE_PATH).filter(({ path }) => path.split('/').length <= 3);
  for (const type of model.types.values()) {
    if (!type.served || type.name === 'objects') continue;
    const path = `/${type.name}`;
    const found = entry(type.abstract ? typed.filter(({ method }) => method !== 'post') : typed, path, context);
    if (!found) continue;
    resources[path] = { ...found, hints: { ...found.hints, object_type: true, multiple_types: type.abstract } };
  }
  for (const { path } of operations) {
    if (path === '/' || path.includes('{') || resources[path]) continue;
    const found = entry(operationsAt(operations, path), path, context);
    if (!found) continue;
    // The other types have their entries by now.
    const isOfTypes = model.types.has(path.slice(1));
    resources[path] = isOfTypes ? { ...found, hints: objectsHints(found.hints, source, context) } : found;
  }
  return resources;
}

/** A short form, for the pages of browsers. */
export function homeEndpoints(
  source: HomeSource,
  who: Pick<RequestContext, 'caller' | 'access'>,
  base: string,
): { path: string; isContent: boolean; methods: readonly string[] }[] {
  const context = { ...SERVICE_CONTEXT, ...who, url: { ...SERVICE_CONTEXT.url, base } };
  return Object.entries(homeResources(source, context)).map(([path, { hints }]) => ({
    path,
    isContent: hints.object_type,
    methods: hints.allow,
  }));
}

// One snapshot of the rows of applications, endpoints, permissions and configuration, to decide without a query (D53).
import { memberOf } from '../values.ts';
import { ENDPOINT_OF_PROJECT, endpointFacts, type EndpointFacts } from '../endpoint-facts.ts';
import { ENGLISH } from '../languages.ts';
import { secretHash } from '../secret-hash.ts';
import { isInScope } from './application-scope.ts';
import type { Access, AccessMode, Caller, Grant } from '../context.ts';
import { localeOf } from '../store/indexes/text-order.ts';
import type {
  ApplicationRow,
  ConfigRow,
  EndpointPermissionRow,
  EndpointRow,
  Permission,
  RoleRow,
} from '../store/store.ts';

/** Role of the first user. It passes object permissions and is never locked out of `/admin` (D19, D49). */
export const ADMIN_ROLE_ID = 1;
export const EDITOR_ROLE_ID = 2;

/** The object type of accounts. */
export const USERS = 'users';

/** The first administrator, who cannot be deleted and keeps the role (D21). */
export const FIRST_USER_ID = 1;

/** Exists from the first start, so that one application has a key when keys are required (D18). */
export const FIRST_APPLICATION_ID = 1;

/** Priority of role `admin`, and the default of every other role; lower is stronger (D555). */
export const ADMIN_PRIORITY = 0;
export const DEFAULT_PRIORITY = 100;

/** Contexts of configuration that this service reads; it stores entries of other contexts for applications. */
export const EFFECTIVE_CONTEXTS: ReadonlySet<string> = new Set(['core', 'api']);

export interface AccessRows {
  applications: readonly ApplicationRow[];
  endpoints: readonly EndpointRow[];
  permissions: readonly EndpointPermissionRow[];
  config: readonly ConfigRow[];
  roles: readonly RoleRow[];
  hasObjectPermissions: boolean;
  /** Default values of configuration entries, set by the deployment. */
  defaults?: ReadonlyMap<string, unknown>;
  /** Endpoints of the project's own code. They need separate permission rows, and their items have no owner (D317). */
  extensionEndpoints?: ReadonlySet<string>;
}

export type AccessSnapshot = ReturnType<typeof resolveAccess>;

const counts = (row: EndpointPermissionRow, caller: Caller): boolean =>
  (row.application_id === null || row.application_id === caller.applicationId) &&
  (row.role_id === null ? row.anonymous || caller.userId !== null : caller.roles.has(row.role_id));

const letsAnonymousWrite = (row: EndpointPermissionRow, endpointNames: ReadonlyMap<number, string>): boolean =>
  row.role_id === null &&
  row.anonymous &&
  (row.write === true || row.write === 'mine') &&
  (row.endpoint_id === null || endpointFacts(endpointNames.get(row.endpoint_id) ?? '').writesContent);

/** A grant, with the rows that decide it. */
export interface AccessDecision {
  grant: Grant;
  /** `always`: administrators are never locked out; `none`: no row gives the permission. */
  by: 'scope' | 'always' | 'disabled' | 'block' | 'rows' | 'none';
  rows: readonly EndpointPermissionRow[];
}

/** @param rows for the endpoint and for all endpoints are added up: one row that gives a permission is enough */
function decide(
  facts: EndpointFacts,
  rows: readonly EndpointPermissionRow[],
  side: AccessMode,
  caller: Caller,
): AccessDecision {
  const given: EndpointPermissionRow[] = [];
  // Else removing the rows of an endpoint would open it (D91).
  const needsOwnRows = facts.generalRules !== 'all' && facts.generalRules !== side;
  for (const row of rows) {
    if (!counts(row, caller)) continue;
    if (row[side] === 'block') return { grant: 'none', by: 'block', rows: [row] };
    if (!needsOwnRows || row.endpoint_id !== null) given.push(row);
  }
  const giving = (permission: Permission) => given.filter((row) => row[side] === permission);
  const all = giving(true);
  if (all.length > 0) return { grant: 'all', by: 'rows', rows: all };
  // An anonymous caller owns no records.
  const mine = facts.hasOwners && caller.userId !== null ? giving('mine') : [];
  return mine.length > 0 ? { grant: 'mine', by: 'rows', rows: mine } : { grant: 'none', by: 'none', rows: [] };
}

/** Value of a configuration entry: its content as JSON, or the text itself where it is no JSON. */
export function parseContent(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

type Settings = ReadonlyMap<string, unknown>;

/** Value at a dotted name: of the entry with that name, or a member of an entry named by the first part. */
function settingOf(settings: Settings | undefined, name: string): unknown {
  if (!settings) return undefined;
  const parts = name.split('.');
  for (let length = parts.length; length > 0; length--) {
    const entry = settings.get(parts.slice(0, length).join('.'));
    const value = parts.slice(length).reduce(memberOf, entry);
    if (value !== undefined) return value;
  }
  return undefined;
}

export function resolveAccess(rows: AccessRows, version: number) {
  const endpointNames: ReadonlyMap<number, string> = new Map(rows.endpoints.map((row) => [row._id, row.name]));
  const disabled = new Set(rows.endpoints.filter((row) => !row.enabled).map((row) => row.name));
  const general = rows.permissions.filter((row) => row.endpoint_id === null);
  const byEndpoint = new Map<string, EndpointPermissionRow[]>();
  for (const row of rows.permissions) {
    const name = row.endpoint_id === null ? undefined : endpointNames.get(row.endpoint_id);
    if (name !== undefined) byEndpoint.set(name, [...(byEndpoint.get(name) ?? general), row]);
  }
  const settings = new Map<number | null, Map<string, unknown>>();
  for (const row of rows.config) {
    if (!EFFECTIVE_CONTEXTS.has(row.context)) continue;
    const own = settings.get(row.application_id) ?? new Map<string, unknown>();
    settings.set(row.application_id, own.set(row.name, parseContent(row.content)));
  }
  const roleNames = new Map(rows.roles.map((row) => [row._id, row.name]));
  const { hasObjectPermissions } = rows;
  const factsOf = (endpoint: string): EndpointFacts =>
    rows.extensionEndpoints?.has(endpoint) ? ENDPOINT_OF_PROJECT : endpointFacts(endpoint);

  const applicationById: ReadonlyMap<number, ApplicationRow> = new Map(rows.applications.map((row) => [row._id, row]));
  const applicationByHash = new Map(rows.applications.map((row) => [row.api_key_hash, row]));
  const inScope = ({ applicationId }: Caller, endpoint: string, side: AccessMode): boolean => {
    const application = applicationId === null ? undefined : applicationById.get(applicationId);
    return !application || isInScope(application, endpoint, side);
  };

  const language = settingOf(settings.get(null), 'I18n.default');
  const textLocale = localeOf(typeof language === 'string' ? language : ENGLISH);

  const decided = (caller: Caller, endpoint: string, side: AccessMode): AccessDecision => {
    if (!inScope(caller, endpoint, side)) return { grant: 'none', by: 'scope', rows: [] };
    const facts = factsOf(endpoint);
    if (caller.isAdmin && facts.administrators === 'always') return { grant: 'all', by: 'always', rows: [] };
    if (disabled.has(endpoint)) return { grant: 'none', by: 'disabled', rows: [] };
    return decide(facts, byEndpoint.get(endpoint) ?? general, side, caller);
  };

  return {
    version,
    hasObjectPermissions,
    /** Whether a row permits anonymous callers to write content. */
    mayAnonymousWrite: rows.permissions.some((row) => letsAnonymousWrite(row, endpointNames)),
    /** The decision behind `Access.grant`. */
    decide: decided,
    endpointNames,
    applicationById,
    applicationOfKey: (key: string) => applicationByHash.get(secretHash(key)),
    /** Whether the scope of the caller's application permits the request. */
    isInScope: inScope,
    isDisabled: (endpoint: string) => disabled.has(endpoint) && factsOf(endpoint).administrators !== 'always',
    accessOf: (caller: Caller): Access => ({
      grant: (endpoint, side) => decided(caller, endpoint, side).grant,
      setting: (name) =>
        (caller.applicationId === null ? undefined : settingOf(settings.get(caller.applicationId), name)) ??
        settingOf(settings.get(null), name) ??
        rows.defaults?.get(name),
      textLocale,
      roleNames,
      hasObjectPermissions,
    }),
    /** Locale of the order of texts in this project: of the global `I18n.default`, else English (D800). */
    textLocale,
  };
}

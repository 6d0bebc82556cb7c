// Writes that need a recent confirmation of the second factor, if their caller has one: permissions, roles, other
// administrators, providers, secrets, settings (D694). The own name, address and password need a recent sign-in (D740).
import { ADMIN_ROLE_ID, USERS } from '../access/access-rules.ts';
import type { SignInServices } from '../accounts/sign-in-services.ts';
import { findByUnames } from '../store/object-names.ts';
import type { HandlerCall } from './handler.ts';

/** First segments of paths whose writes are all dangerous. */
const ENDPOINTS: ReadonlySet<string> = new Set(['admin', 'config', 'object_permissions', 'roles']);
/** Jobs are not dangerous; replays and tests of a webhook change no rules. */
const HARMLESS = /^\/admin\/(?:async_jobs|webhooks\/\{webhook_id\}\/(?:test|replay))/;
const USER_ROLES = '/users/{user_id}/relationships/roles';

const namesRoles = (body: unknown): boolean =>
  (body as { data?: { relationships?: Record<string, unknown> } } | undefined)?.data?.relationships?.['roles'] !==
  undefined;

type Called = Pick<HandlerCall, 'params' | 'body'>;

/** These depend on the body as well as on the user of the path. */
export const namesRolesInBody = (operationId: string): boolean => ['createUser', 'updateUser'].includes(operationId);

async function userIdOf({ store }: Pick<SignInServices, 'store'>, name = ''): Promise<number | undefined> {
  return /^\d{1,15}$/.test(name) ? Number(name) : (await findByUnames(store, [name]))[0]?._id;
}

/** A caller who may change all users changes the own name, address or password at /users. */
export async function changesOwnCredentials(
  services: Pick<SignInServices, 'store'>,
  { params, body, context: { caller } }: Pick<HandlerCall, 'params' | 'body' | 'context'>,
): Promise<boolean> {
  const { attributes } = (body as { data?: { attributes?: Record<string, unknown> } } | undefined)?.data ?? {};
  const given = ['username', 'email', 'password'].filter((name) => attributes?.[name] !== undefined);
  if (given.length === 0 || (await userIdOf(services, params['user_id'])) !== caller.userId) return false;
  const user: Readonly<Record<string, unknown>> | null = await services.store.findDocument(USERS, caller.userId ?? -1);
  // A user has no attribute `password`.
  return given.some((name) => attributes?.[name] !== (user?.[name] ?? null));
}

/** Whether a call is dangerous; undefined for an operation that never is. */
export function isDangerousCall(
  services: Pick<SignInServices, 'store'>,
  { method, path, operationId }: { method: string; path: string; operationId: string },
): ((call: Called) => boolean | Promise<boolean>) | undefined {
  if (method === 'get') return undefined;
  const isEndpoint = ENDPOINTS.has(path.split('/')[1] ?? '') && !HARMLESS.test(path);
  if (isEndpoint || path === USER_ROLES) return () => true;
  const isAdmin = async (name = ''): Promise<boolean> => {
    const id = await userIdOf(services, name);
    const account = id === undefined ? null : await services.store.findAccount(id);
    return account?.role_ids?.includes(ADMIN_ROLE_ID) ?? false;
  };
  if (operationId === 'createUser') return ({ body }) => namesRoles(body);
  if (operationId === 'updateUser') return ({ params, body }) => namesRoles(body) || isAdmin(params['user_id']);
  if (operationId === 'deleteUser') return ({ params }) => isAdmin(params['user_id']);
  if (operationId !== 'restoreTypedObjectVersion') return undefined;
  return ({ params }) => params['object_type_name'] === 'users' && isAdmin(params['object_id']);
}

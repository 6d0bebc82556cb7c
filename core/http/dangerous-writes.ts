// Writes that need a recent confirmation of the second factor, if their caller has one: permissions, roles, other
// administrators, providers, secrets, settings (D694). The own name, address and password need a recent sign-in (D740).
import { memberOf } from '../values.ts';
import { ADMIN_ROLE_ID, USERS } from '../access/access-rules.ts';
import type { SignInServices } from '../accounts/credentials/sign-in-services.ts';
import { findByUnames } from '../store/object-names.ts';
import type { HandlerCall } from './handler.ts';
import type { Operation } from './routing/operation.ts';

const namesRoles = (body: unknown): boolean =>
  memberOf(memberOf(memberOf(body, 'data'), 'relationships'), 'roles') !== undefined;

async function userIdOf({ store }: Pick<SignInServices, 'store'>, name = ''): Promise<number | undefined> {
  return /^\d{1,15}$/.test(name) ? Number(name) : (await findByUnames(store, [name]))[0]?._id;
}

/** The user at a path: of `/users`, or the object of a path for all types. */
const userOf = (params: HandlerCall['params']): string | undefined =>
  params['user_id'] ?? (params['object_type_name'] === USERS ? params['object_id'] : undefined);

/** A caller who may change all users changes the own name, address or password at /users, or takes back those of a version. */
export async function changesOwnCredentials(
  services: Pick<SignInServices, 'store'>,
  { params, body, context: { caller } }: Pick<HandlerCall, 'params' | 'body' | 'context'>,
): Promise<boolean> {
  const name = userOf(params);
  const isOwn = async (): Promise<boolean> => name !== undefined && (await userIdOf(services, name)) === caller.userId;
  if (params['version_number'] !== undefined) return isOwn();
  const attributes = memberOf(memberOf(body, 'data'), 'attributes');
  const given = ['username', 'email', 'password'].filter((each) => memberOf(attributes, each) !== undefined);
  if (given.length === 0 || !(await isOwn())) return false;
  const user: Readonly<Record<string, unknown>> | null = await services.store.findDocument(USERS, caller.userId ?? -1);
  // A user has no attribute `password`.
  return given.some((each) => memberOf(attributes, each) !== (user?.[each] ?? null));
}

/** @param name id or uname of a user */
async function isAdministrator(services: Pick<SignInServices, 'store'>, name: string | undefined): Promise<boolean> {
  const id = name === undefined ? undefined : await userIdOf(services, name);
  const account = id === undefined ? null : await services.store.findAccount(id);
  return account?.role_ids?.includes(ADMIN_ROLE_ID) ?? false;
}

/** Whether a call needs a recent confirmation of the second factor, as its operation says. */
export async function isDangerousCall(
  services: Pick<SignInServices, 'store'>,
  { facts: { freshFactor } }: Pick<Operation, 'facts'>,
  { params, body }: Pick<HandlerCall, 'params' | 'body'>,
): Promise<boolean> {
  if (typeof freshFactor === 'string') return freshFactor === 'always';
  if (freshFactor.includes('roles') && namesRoles(body)) return true;
  return freshFactor.includes('administrator') && isAdministrator(services, userOf(params));
}

// Users with certain roles need a second factor, after a grace period from their first sign-in without one (D693).
import { ADMIN_ROLE_ID } from '../../access/access-rules.ts';
import { ApiError } from '../../errors.ts';
import type { AccountDocument, CredentialRow } from '../../store/store.ts';
import { applicationCaller } from '../credentials/bearer.ts';
import { hasFactor } from './second-factor.ts';
import type { Identity, SignInServices } from '../credentials/sign-in-services.ts';

export type RequirementServices = Pick<SignInServices, 'store' | 'clock' | 'access' | 'factorPolicy'>;

const roleNamesOf = (access: SignInServices['access']): ReadonlyMap<number, string> =>
  access.current().accessOf(applicationCaller(null)).roleNames;

/** Names of the roles of an account that require a second factor. */
function requiringRoles(
  { access, factorPolicy }: Pick<SignInServices, 'access' | 'factorPolicy'>,
  { role_ids: ids = [] }: AccountDocument,
): string[] {
  const roleNames = roleNamesOf(access);
  const { roles } = factorPolicy;
  // The name of the role of administrators in the settings, even after it is renamed.
  const requires = (id: number) => roles.has(roleNames.get(id) ?? '') || (id === ADMIN_ROLE_ID && roles.has('admin'));
  return ids.filter(requires).map((id) => roleNames.get(id) ?? String(id));
}

/** Names in SECOND_FACTOR_ROLES that no role has: a typing error would leave users without a second factor. */
export function unknownFactorRoles(access: SignInServices['access'], names: readonly string[]): string[] {
  const known = new Set([...roleNamesOf(access).values(), 'admin']);
  return names.filter((name) => !known.has(name));
}

/** The requirements for a user; reading them does not start the time to enrol. */
export async function requirementOf(
  services: RequirementServices,
  { userId, account }: { userId: number; account: AccountDocument },
): Promise<{ roles: string[]; isEnrolled: boolean; due?: Date }> {
  const credential = await services.store.credentials.findOne({ _id: userId });
  const roles = requiringRoles(services, account);
  const isEnrolled = hasFactor(credential);
  const since = credential?.factor_required_since;
  if (roles.length === 0 || isEnrolled || !since) return { roles, isEnrolled };
  return { roles, isEnrolled, due: new Date(since.getTime() + services.factorPolicy.graceMs) };
}

/**
 * The time from which a user must have a second factor. The time to enrol one begins with the first call for a user
 * without one.
 * @returns undefined for users who have one, or need none
 */
export async function enrolmentDue(
  services: RequirementServices,
  { userId, account }: Pick<Identity, 'userId' | 'account'>,
): Promise<Date | undefined> {
  if (userId === null || !account || requiringRoles(services, account).length === 0) return undefined;
  const { store, clock, factorPolicy } = services;
  const credential = await store.credentials.findOne({ _id: userId });
  if (hasFactor(credential)) return undefined;
  const since = credential?.factor_required_since ?? (await noteRequirement(services, userId, clock.now()));
  return new Date(since.getTime() + factorPolicy.graceMs);
}

/** Users of providers may not have a row yet. */
async function noteRequirement({ store }: RequirementServices, userId: number, now: Date): Promise<Date> {
  const whereMissing = {
    factor_required_since: { $ifNull: ['$factor_required_since', now] },
    password_hash: { $ifNull: ['$password_hash', null] },
  };
  const options = { upsert: true, returnDocument: 'after' } as const;
  const row = await store.credentials.findOneAndUpdate({ _id: userId }, [{ $set: whereMissing }], options);
  return row?.factor_required_since ?? now;
}

/**
 * Refuses a sign-in whose user must have enrolled a second factor by now.
 * @returns the deadline for a user without one; undefined if none is required
 * @throws ApiError second_factor_enrolment_required with a challenge that lets the user enrol
 */
export async function assertEnrolled(
  services: SignInServices,
  identity: Pick<Identity, 'account' | 'applicationId'> & { userId: number },
  hash: CredentialRow['password_hash'],
): Promise<Date | undefined> {
  const due = await enrolmentDue(services, identity);
  if (due === undefined || due > services.clock.now()) return due;
  const challenge = await services.challenges.issue({ ...identity, use: 'enrolment' }, hash);
  const detail = 'A second factor is required. Enrol one at /auth/second_factor with this challenge.';
  throw new ApiError('second_factor_enrolment_required', { detail, challenge });
}

/** The same for the renewal of a session, which does not allow enrolling. */
export async function assertSessionMayContinue(
  services: RequirementServices,
  identity: Pick<Identity, 'userId' | 'account'>,
): Promise<Date | undefined> {
  const due = await enrolmentDue(services, identity);
  if (due === undefined || due > services.clock.now()) return due;
  const detail = 'A second factor is required: sign in again to enrol one.';
  throw new ApiError('second_factor_enrolment_required', detail);
}

// The requirements of a request for the second factor of its user, for `/auth/explain` (D585): whether the request
// needs a recent confirmation (D694), and whether a role needs the user to enrol one (D693). The database is not
// changed.
import type { components } from '../../../generated/api.d.ts';
import { requirementOf, type RequirementServices } from '../../accounts/factors/factor-requirement.ts';
import type { AccountDocument } from '../../store/store.ts';
import { isDangerousCall } from '../dangerous-writes.ts';
import type { MatchedOperation } from '../routing/operation.ts';

type SecondFactor = components['schemas']['ExplainSecondFactor'];

interface Requested {
  matched: MatchedOperation;
  userId: number;
  account: AccountDocument;
}

const CONFIRM =
  'The request needs a second factor that the session has confirmed recently; otherwise it is 403 fresh_factor_required.';
const BY_ROLES = 'If its body sets roles, the request needs a second factor that the session has confirmed recently.';
const ENROL =
  'A role of the user requires a second factor, and the time to enrol one has ended: signing in is 401 until then.';
const AHEAD = 'A role of the user requires a second factor; the time to enrol one begins with the next sign-in.';
const SOON = 'A role of the user requires a second factor, which may still be enrolled until `due`.';

/** @returns undefined when the request does not depend on the second factor */
export async function explainFactor(
  services: RequirementServices,
  { matched: { operation, params }, userId, account }: Requested,
): Promise<SecondFactor | undefined> {
  const isDangerous = await isDangerousCall(services, operation, { params, body: undefined });
  const isByRoles = !isDangerous && operation.facts.freshFactor.includes('roles');
  const { roles, isEnrolled, due } = await requirementOf(services, { userId, account });
  const { freshMs } = services.factorPolicy;
  if (isEnrolled) {
    if (freshMs === null || !(isDangerous || isByRoles)) return undefined;
    return { needs: 'confirmation', reason: isDangerous ? CONFIRM : BY_ROLES, roles, fresh_seconds: freshMs / 1000 };
  }
  if (roles.length === 0) return undefined;
  if (!due) return { needs: 'enrolment', reason: AHEAD, roles };
  return { needs: 'enrolment', reason: due <= services.clock.now() ? ENROL : SOON, roles, due: due.toISOString() };
}

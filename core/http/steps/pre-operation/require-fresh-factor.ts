import { assertFresh, assertRecentSignIn } from '../../../accounts/factors/fresh-factor.ts';
import { changesOwnCredentials, isDangerousCall } from '../../dangerous-writes.ts';
import { callOf, type Exchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Requires a recent second factor for dangerous writes (D694), and a recent sign-in for the own credentials (D740). @throws ApiError fresh_factor_required … */
export function requireFreshFactor(exchange: Exchange, services: StepServices): void | Promise<void> {
  return exchange.operation.facts.freshFactor === 'never' ? undefined : assertFreshFor(exchange, services);
}

async function assertFreshFor(exchange: Exchange, { signIn }: StepServices): Promise<void> {
  const { operation, context } = exchange;
  const { freshFactor } = operation.facts;
  const call = callOf(exchange);
  if (await isDangerousCall(signIn, operation, call)) await assertFresh(signIn, context);
  if (freshFactor.includes('credentials') && (await changesOwnCredentials(signIn, call)))
    await assertRecentSignIn(signIn, context);
}

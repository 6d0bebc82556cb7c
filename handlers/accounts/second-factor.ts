// The second factor of the caller, and its removal by an administrator (D686).
import {
  beginEnrolment,
  factorState,
  finishEnrolment,
  renewRecoveryCodes,
} from '../../core/accounts/own-factors/enrolment.ts';
import { checkFactor } from '../../core/accounts/own-factors/check-factor.ts';
import { removeAuthenticator, removeFactor } from '../../core/accounts/own-factors/remove-factor.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { noContent, unstored } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

export function secondFactorHandlers({ signIn: services }: Services) {
  return {
    getSecondFactor: async ({ context }) => unstored(await factorState(services, context), context),
    createSecondFactor: async ({ body, context }) => unstored(await beginEnrolment(services, body, context), context),
    activateSecondFactor: async ({ body, context }) =>
      unstored(await finishEnrolment(services, body, context), context),
    checkSecondFactor: async ({ body, context }) => unstored(await checkFactor(services, body, context), context),
    renewRecoveryCodes: async ({ context }) => unstored(await renewRecoveryCodes(services, context), context),
    removeAuthenticator: ({ context }) => noContent(removeAuthenticator(services, context)),
    deleteSecondFactor: ({ body, query, context }) => noContent(removeFactor(services, { ...body, ...query }, context)),
  } satisfies Partial<Handlers>;
}

// The second factor of the caller, and its removal by an administrator (D686).
import {
  beginEnrolment,
  factorState,
  finishEnrolment,
  renewRecoveryCodes,
} from '../../core/accounts/own-factors/enrolment.ts';
import { checkFactor } from '../../core/accounts/own-factors/check-factor.ts';
import { removeAuthenticator, removeFactor } from '../../core/accounts/own-factors/remove-factor.ts';
import type { RequestContext } from '../../core/context.ts';
import { metaDocument } from '../../core/format/jsonapi/documents.ts';
import type { Handlers } from '../../core/http/handler.ts';
import type { Services } from '../services.ts';

type Operations =
  | 'getSecondFactor'
  | 'createSecondFactor'
  | 'activateSecondFactor'
  | 'deleteSecondFactor'
  | 'checkSecondFactor'
  | 'renewRecoveryCodes'
  | 'removeAuthenticator';

/** Secrets and codes are shown once. */
const answer = <Meta extends object>(meta: Meta, { url }: RequestContext) => ({
  status: 200 as const,
  headers: { 'Cache-Control': 'no-store' as const },
  body: metaDocument(meta, url),
});

export function secondFactorHandlers({ signIn: services }: Services): Pick<Handlers, Operations> {
  return {
    getSecondFactor: async ({ context }) => answer(await factorState(services, context), context),
    createSecondFactor: async ({ body, context }) => answer(await beginEnrolment(services, body, context), context),
    activateSecondFactor: async ({ body, context }) => answer(await finishEnrolment(services, body, context), context),
    checkSecondFactor: async ({ body, context }) => answer(await checkFactor(services, body, context), context),
    renewRecoveryCodes: async ({ context }) => answer(await renewRecoveryCodes(services, context), context),
    removeAuthenticator: async ({ context }) => {
      await removeAuthenticator(services, context);
      return { status: 204 };
    },
    deleteSecondFactor: async ({ body, query, context }) => {
      await removeFactor(services, { ...body, ...query }, context);
      return { status: 204 };
    },
  };
}

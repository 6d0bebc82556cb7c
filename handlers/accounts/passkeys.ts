// Passkeys of the caller, and the options of browsers for authenticators (D695).
import {
  beginPasskey,
  finishPasskey,
  listPasskeys,
  passkeyChallenge,
  removePasskey,
  renamePasskey,
} from '../../core/accounts/own-factors/passkeys.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { noContent, unstored } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

export const passkeyHandlers = ({ signIn }: Services) =>
  ({
    listPasskeys: async ({ context }) => unstored(await listPasskeys(signIn, context), context),
    createPasskey: async ({ body, context }) => unstored(await beginPasskey(signIn, body, context), context),
    activatePasskey: async ({ body, context }) => unstored(await finishPasskey(signIn, body, context), context),
    createPasskeyChallenge: async ({ body, context }) =>
      unstored(await passkeyChallenge(signIn, body ?? {}, context), context),
    updatePasskey: async ({ params, body, context }) =>
      unstored(await renamePasskey(signIn, { id: params.passkey_id, ...body }, context), context),
    deletePasskey: ({ params, context }) => noContent(removePasskey(signIn, params.passkey_id, context)),
  }) satisfies Partial<Handlers>;

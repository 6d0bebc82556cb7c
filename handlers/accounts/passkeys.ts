// Passkeys of the caller, and the options of browsers for authenticators (D695).
import {
  beginPasskey,
  finishPasskey,
  listPasskeys,
  passkeyChallenge,
  removePasskey,
  renamePasskey,
} from '../../core/accounts/own-factors/passkeys.ts';
import type { RequestContext } from '../../core/context.ts';
import { metaDocument } from '../../core/format/jsonapi/documents.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { noContent } from '../../core/representation/no-content.ts';
import type { Services } from '../services.ts';

/** Challenges and codes are shown once. */
const answer = <Meta extends object>(meta: Meta, { url }: RequestContext) => ({
  status: 200 as const,
  headers: { 'Cache-Control': 'no-store' as const },
  body: metaDocument(meta, url),
});

export const passkeyHandlers = ({ signIn }: Services) =>
  ({
    listPasskeys: async ({ context }) => answer(await listPasskeys(signIn, context), context),
    createPasskey: async ({ body, context }) => answer(await beginPasskey(signIn, body, context), context),
    activatePasskey: async ({ body, context }) => answer(await finishPasskey(signIn, body, context), context),
    createPasskeyChallenge: async ({ body, context }) =>
      answer(await passkeyChallenge(signIn, body ?? {}, context), context),
    updatePasskey: async ({ params, body, context }) =>
      answer(await renamePasskey(signIn, { id: params.passkey_id, ...body }, context), context),
    deletePasskey: ({ params, context }) => noContent(removePasskey(signIn, params.passkey_id, context)),
  }) satisfies Partial<Handlers>;

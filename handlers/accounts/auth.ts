// Signing in and out, and forgotten passwords (service.md 5, D15, D52).
import { changeCredentials, requestCredentialsChange } from '../../core/accounts/passwords/credentials-change.ts';
import { signInWithProvider } from '../../core/accounts/providers/provider-sign-in.ts';
import { revokeRefreshToken } from '../../core/accounts/sign-in/end-sessions.ts';
import { secondsLeft, signIn } from '../../core/accounts/sign-in/sign-in.ts';
import { metaDocument } from '../../core/format/jsonapi/documents.ts';
import { envelope } from '../../core/format/legacy/envelope.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { answerToOne, NO_QUERY } from '../../core/representation/responses.ts';
import { objectView } from '../../core/representation/object-views.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

/** Caches must not store tokens (RFC 6749, 5.1). */
const headers = { 'Cache-Control': 'no-store' } as const;

export const authHandlers = (services: Services) =>
  ({
    signIn: async ({ body, context }) => {
      const tokens =
        body.auth_provider === undefined
          ? await signIn(body, services.signIn, context)
          : await signInWithProvider(body, services.providers, context);
      const document = metaDocument(tokens, context.url);
      if (context.mediaType !== 'application/json') return { status: 200, headers, body: document };
      const data = { access_token: tokens.jwt, expires_in: tokens.expires_in, refresh_token: tokens.renew };
      return { status: 200, headers, body: { ...envelope('auth', 'post', data, context.url), ...document } };
    },
    getAccessToken: async ({ context }) => {
      const { token, expiresIn } = await secondsLeft(services.signIn, context);
      const document = metaDocument({ expires_in: expiresIn }, context.url);
      if (context.mediaType !== 'application/json') return { status: 200, headers, body: document };
      const data = { access_token: token, expires_in: expiresIn };
      return { status: 200, headers, body: { ...envelope('auth', 'get', data, context.url), ...document } };
    },
    deleteRefreshToken: ({ params, context }) =>
      noContent(revokeRefreshToken(services.signIn, params.refresh_token, context.caller)),
    createCredentialsChange: ({ body, context }) =>
      noContent(requestCredentialsChange(body, services.credentialsChange, context)),
    changeCredentials: async ({ body, context }) => {
      const { found, tokens, asUser } = await changeCredentials(body, services.credentialsChange, context);
      const { body: user } = await answerToOne(objectView(services.objects, 'Users'), found, NO_QUERY, asUser);
      return { status: 200, headers, body: { ...user, meta: { schema: {}, ...user.meta, ...tokens } } };
    },
  }) satisfies Partial<Handlers>;

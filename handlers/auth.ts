// Signing in (service.md 5).
import { signInWithProvider } from '../core/accounts/providers/provider-sign-in.ts';
import { signIn } from '../core/accounts/sign-in.ts';
import { metaDocument } from '../core/format/jsonapi/documents.ts';
import { envelope } from '../core/format/legacy/envelope.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { Services } from './services.ts';

export const authHandlers = (services: Services): Pick<Handlers, 'signIn'> => ({
  signIn: async ({ body, context }) => {
    const tokens =
      body.auth_provider === undefined
        ? await signIn(body, services.signIn, context)
        : await signInWithProvider(body, services.providers, context);
    const document = metaDocument(tokens, context.url);
    if (context.mediaType !== 'application/json') return { status: 200, body: document };
    const data = { access_token: tokens.jwt, expires_in: tokens.expires_in, refresh_token: tokens.renew };
    return { status: 200, body: { ...envelope('auth', 'post', data, context.url), ...document } };
  },
});

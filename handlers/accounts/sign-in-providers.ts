// Requests of an application before its users sign in through a provider (D120, D121); POST /auth itself is in
// handlers/accounts/auth.ts.
import { startAuthorization } from '../../core/accounts/providers/provider-sign-in.ts';
import { listProviders } from '../../core/accounts/providers/provider.ts';
import { metaDocument } from '../../core/format/jsonapi/documents.ts';
import type { Handlers } from '../../core/http/handler.ts';
import type { Services } from '../services.ts';

export const signInProviderHandlers = (services: Services) =>
  ({
    listSignInProviders: async ({ context }) => {
      const providers = await listProviders(services.store);
      return { status: 200, body: metaDocument({ providers }, context.url) };
    },
    createAuthorization: async ({ body, context }) => {
      const authorization = await startAuthorization(body, services.providers, context);
      return { status: 200, body: metaDocument(authorization, context.url) };
    },
  }) satisfies Partial<Handlers>;

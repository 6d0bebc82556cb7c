// Signing in (service.md 5).
import { signIn } from '../core/accounts/sign-in.ts';
import { metaDocument } from '../core/format/jsonapi/documents.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { Services } from './services.ts';

export const authHandlers = (services: Services): Pick<Handlers, 'signIn'> => ({
  signIn: async ({ body, context }) => ({
    status: 200,
    body: metaDocument(await signIn(body, services.signIn, context), context.url),
  }),
});

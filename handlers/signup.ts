// Accounts that people make for themselves (service.md 4.13, D34, D57).
import { showUser } from '../core/accounts/read-accounts.ts';
import { activateSignup } from '../core/accounts/signup-activation.ts';
import { signUp } from '../core/accounts/signup.ts';
import { singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { Services } from './services.ts';

export const signupHandlers = (services: Services): Pick<Handlers, 'signUp' | 'activateSignup'> => ({
  signUp: async ({ body, context }) => {
    const { found, asUser } = await signUp(body, services.signup, context);
    const { fields } = parseReadRequest({});
    const { resource, included, schema } = await showUser(services.objects, found, asUser, { include: [['roles']] });
    const document = singleDocument(resource, context.url, { fields, included, schema });
    return { status: 202, body: document };
  },
  activateSignup: async ({ body, context }) => {
    await activateSignup(body.uuid, services.signup, context);
    return { status: 202 };
  },
});

// One's own account (reference/jsonapi.md 2.3).
import { findCurrentUser, updateCurrentUser, type CurrentUserBody } from '../core/accounts/current-user.ts';
import { showUser } from '../core/accounts/read-accounts.ts';
import type { RequestContext } from '../core/context.ts';
import { singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { FoundObject } from '../core/objects/read-objects.ts';
import type { Services } from './services.ts';

export function authUserHandlers(services: Services): Pick<Handlers, 'getAuthUser' | 'updateAuthUser'> {
  const { objects, signIn } = services;

  /** With the roles, whatever else is included. */
  async function answer(found: FoundObject, query: object, context: RequestContext) {
    const { fields, include } = parseReadRequest(query);
    const { resource, included, schema, etag } = await showUser(objects, found, context, {
      include: [['roles'], ...include],
    });
    const body = singleDocument(resource, context.url, { fields, included, schema });
    return { status: 200, etag, body } as const;
  }

  return {
    getAuthUser: async ({ query, context }) => answer(await findCurrentUser(objects, context), query, context),
    updateAuthUser: async ({ body, context }) => {
      const current = { objects, throttle: signIn.throttle };
      return answer(await updateCurrentUser(current, body as CurrentUserBody, context), {}, context);
    },
  };
}

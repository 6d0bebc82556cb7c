// The caller's own account (D556).
import { findCurrentUser, updateCurrentUser } from '../../core/accounts/current-user.ts';
import { parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { answerOne } from '../../core/representation/responses.ts';
import { objectView } from '../../core/representation/object-views.ts';
import type { Services } from '../services.ts';

/** Always includes the roles. */
function readRequest(query: object) {
  const request = parseReadRequest(query);
  return { ...request, include: [['roles'], ...request.include] };
}

export function authUserHandlers({ objects, signIn }: Services) {
  const view = objectView(objects, 'Users');
  return {
    getAuthUser: async ({ query, context }) =>
      answerOne(view, await findCurrentUser(objects, context), readRequest(query), context),
    updateAuthUser: async ({ body, context }) => {
      const found = await updateCurrentUser({ objects, signIn }, body, context);
      return answerOne(view, found, readRequest({}), context);
    },
  } satisfies Partial<Handlers>;
}

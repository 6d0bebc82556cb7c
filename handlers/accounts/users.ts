// Users and the roles that they have (service.md 4.7).
import { changeRolesOfUser, createUser, findUser, trashUser, updateUser } from '../../core/accounts/users.ts';
import { listRoles, listUsers } from '../../core/accounts/roles/account-relations.ts';
import type { RoleUsersChange } from '../../core/accounts/roles/role-users.ts';
import { parseReadById, parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { answerChanged, answerNew, answerOne, answerPage, answerToOne } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { objectPage, objectView, typesOfEndpoint } from '../../core/representation/object-views.ts';
import { roleView } from '../../core/representation/owned-views.ts';
import { answerLinkChange, relatedToMany } from '../../core/representation/related.ts';
import { linksOnly, noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

export function userHandlers(services: Services) {
  const { objects, config } = services;
  const view = objectView(objects, 'Users');
  const roles = relatedToMany(config, async (params: { user_id: string }, request, context) => {
    const user = await findUser(objects, params.user_id, context);
    return { view: roleView(objects), ...(await listRoles(objects, user, request, context)), available: '/roles' };
  });

  type LinksInput = HandlerInput<'addUserRoles' | 'replaceUserRoles' | 'removeUserRoles'>;
  const change =
    (how: RoleUsersChange['how']) =>
    ({ params, body, context }: LinksInput): Promise<boolean> =>
      changeRolesOfUser(objects, params.user_id, { how, data: body.data }, context);
  /** 200 whether or not something changed, as service.md 4.7 has it (D104). */
  const changeAnd200 = (how: RoleUsersChange['how']) => (input: LinksInput) =>
    linksOnly(change(how)(input), input.context);

  return {
    listUsers: async ({ query, context }) => {
      const { id, ...others } = query;
      if (id === undefined) {
        const request = readListRequest(others, context, config);
        const users = await listUsers(objects, undefined, request, context);
        const page = objectPage(objects, { name: 'Users', types: typesOfEndpoint(objects, 'users') }, users);
        return answerPage(page.view, page, request, context);
      }
      const [user_id = '', relationship] = id.split('/');
      if (relationship === 'roles') return roles.resources({ params: { user_id }, query: others, context });
      return answerToOne(view, await findUser(objects, user_id, context), parseReadById(others), context);
    },
    createUser: async ({ body, context }) => answerNew(view, await createUser(objects, body, context), context),
    getUser: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      return answerOne(view, await findUser(objects, params.user_id, context), request, context);
    },
    updateUser: async ({ params, body, context }) =>
      answerChanged(view, await updateUser(objects, params.user_id, () => body, context), context),
    deleteUser: ({ params, context }) => noContent(trashUser(objects, params.user_id, context)),
    listUserRoles: roles.resources,
    listUserRoleLinks: roles.identifiers,
    addUserRoles: changeAnd200('add'),
    removeUserRoles: changeAnd200('remove'),
    replaceUserRoles: async (input) => answerLinkChange(await change('replace')(input), input.context),
  } satisfies Partial<Handlers>;
}

// Roles and the users that have them (service.md 4.7).
import { changeUsersOfRole } from '../../core/accounts/users.ts';
import { listRoles, listUsers } from '../../core/accounts/roles/account-relations.ts';
import type { RoleUsersChange } from '../../core/accounts/roles/role-users.ts';
import { createRole, deleteRole, findRole, updateRole } from '../../core/accounts/roles/roles.ts';
import { parseReadById, parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { answerChanged, answerNew, answerOne, answerPage, answerToOne } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { objectPage, typesOfEndpoint } from '../../core/representation/object-views.ts';
import { roleView } from '../../core/representation/owned-views.ts';
import { answerLinkChange, relatedToMany } from '../../core/representation/related.ts';
import { linksOnly, noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

export function roleHandlers(services: Services) {
  const { store, objects, config } = services;
  const view = roleView(objects);
  const users = relatedToMany(config, async (params: { role_id: string }, request, context) => {
    const role = await findRole(store, params.role_id, context);
    const page = await listUsers(objects, role, request, context);
    const listed = { name: 'Users', types: typesOfEndpoint(objects, 'users') } as const;
    return objectPage(objects, listed, { ...page, available: '/users' });
  });

  type LinksInput = HandlerInput<'addRoleUsers' | 'replaceRoleUsers' | 'removeRoleUsers'>;
  const change =
    (how: RoleUsersChange['how']) =>
    ({ params, body, context }: LinksInput): Promise<boolean> =>
      changeUsersOfRole(objects, params.role_id, { how, data: body.data }, context);
  /** 200 whether or not something changed, as service.md 4.7 has it (D104). */
  const changeAnd200 = (how: RoleUsersChange['how']) => (input: LinksInput) =>
    linksOnly(change(how)(input), input.context);

  return {
    listRoles: async ({ query, context }) => {
      const { id, ...others } = query;
      if (id === undefined) {
        const request = readListRequest(others, context, config);
        return answerPage(view, await listRoles(objects, undefined, request, context), request, context);
      }
      const [role_id = '', relationship] = id.split('/');
      if (relationship === 'users') return users.resources({ params: { role_id }, query: others, context });
      return answerToOne(view, await findRole(store, role_id, context), parseReadById(others), context);
    },
    createRole: async ({ body, context }) => answerNew(view, await createRole(services, body, context), context),
    getRole: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      return answerOne(view, await findRole(store, params.role_id, context), request, context);
    },
    updateRole: async ({ params, body, context }) =>
      answerChanged(view, await updateRole(services, params.role_id, body, context), context),
    deleteRole: ({ params, context }) => noContent(deleteRole(services, params.role_id, context)),
    listRoleUsers: users.resources,
    listRoleUserLinks: users.identifiers,
    addRoleUsers: changeAnd200('add'),
    removeRoleUsers: changeAnd200('remove'),
    replaceRoleUsers: async (input) => answerLinkChange(await change('replace')(input), input.context),
  } satisfies Partial<Handlers>;
}

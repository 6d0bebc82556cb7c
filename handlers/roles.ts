// Roles and the users that have them (service.md 4.7).
import { changeUsersOfRole } from '../core/accounts/account-links.ts';
import { listRoles, listUsersOfRole, showRole, type ShownAccount } from '../core/accounts/read-accounts.ts';
import type { LinkChange } from '../core/accounts/role-users.ts';
import { createRole, deleteRole, findRole, updateRole } from '../core/accounts/roles.ts';
import type { RequestContext } from '../core/context.ts';
import { linkListDocument, linksOnlyDocument, listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listRoles'
  | 'createRole'
  | 'getRole'
  | 'updateRole'
  | 'deleteRole'
  | 'listRoleUsers'
  | 'listRoleUserLinks'
  | 'addRoleUsers'
  | 'replaceRoleUsers'
  | 'removeRoleUsers';

export function roleHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, objects, config } = services;

  const document = (
    { resource, included, schema }: ShownAccount<'Roles'>,
    context: RequestContext,
    request?: ReadRequest,
  ) =>
    singleDocument(resource, context.url, {
      fields: request?.fields ?? { common: undefined, byType: new Map() },
      included,
      schema,
    });

  async function get(id: string, query: object, context: RequestContext) {
    const request = parseReadRequest(query);
    const shown = await showRole(objects, await findRole(store, id, context), context, request);
    return { etag: shown.etag, body: document(shown, context, request) };
  }

  async function list(query: object, context: RequestContext) {
    const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
    const page = await listRoles(objects, { request }, context);
    return listDocument(page, request, context.url, page);
  }

  async function users(id: string, query: object, context: RequestContext) {
    const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
    const page = await listUsersOfRole(objects, await findRole(store, id, context), request, context);
    const extras = { ...page, available: '/users' };
    return listDocument(page, request, context.url, extras);
  }

  interface LinksInput {
    params: { role_id: string };
    body: { data: LinkChange['data'] };
    context: RequestContext;
  }
  const change =
    (how: LinkChange['how']) =>
    ({ params, body, context }: LinksInput): Promise<boolean> =>
      changeUsersOfRole(objects, params.role_id, { how, data: body.data }, context);
  /** 200 whether or not something changed, as service.md 4.7 has it (D104). */
  const changeAnd200 = (how: LinkChange['how']) => async (input: LinksInput) => {
    await change(how)(input);
    return { status: 200, body: linksOnlyDocument(input.context.url) } as const;
  };

  return {
    listRoles: async ({ query, context }) => {
      const { id, ...others } = query;
      if (id === undefined) return { status: 200, body: await list(others, context) };
      const [roleId = '', relationship] = id.split('/');
      if (relationship === 'users') return { status: 200, body: await users(roleId, others, context) };
      return { status: 200, body: (await get(roleId, others, context)).body };
    },
    createRole: async ({ body, context }) => {
      const shown = await showRole(objects, await createRole(services, body, context), context);
      const Location = context.url.base + shown.resource.path;
      return { status: 201, headers: { Location }, etag: shown.etag, body: document(shown, context) };
    },
    getRole: async ({ params, query, context }) => ({ status: 200, ...(await get(params.role_id, query, context)) }),
    updateRole: async ({ params, body, context }) => {
      const shown = await showRole(objects, await updateRole(services, params.role_id, body, context), context);
      return { status: 200, etag: shown.etag, body: document(shown, context) };
    },
    deleteRole: async ({ params, context }) => {
      await deleteRole(services, params.role_id, context);
      return { status: 204 };
    },
    listRoleUsers: async ({ params, query, context }) => ({
      status: 200,
      body: await users(params.role_id, query, context),
    }),
    listRoleUserLinks: async ({ params, query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listUsersOfRole(objects, await findRole(store, params.role_id, context), request, context);
      return { status: 200, body: linkListDocument(page, request, context.url, '/users') };
    },
    addRoleUsers: changeAnd200('add'),
    removeRoleUsers: changeAnd200('remove'),
    replaceRoleUsers: async (input) =>
      (await change('replace')(input)) ? { status: 200, body: linksOnlyDocument(input.context.url) } : { status: 204 },
  };
}

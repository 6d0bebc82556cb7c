// Users and the roles that they have (service.md 4.7).
import { changeRolesOfUser } from '../core/accounts/account-links.ts';
import { listRolesOfUser, listUsers, showUser, type ShownAccount } from '../core/accounts/read-accounts.ts';
import type { LinkChange } from '../core/accounts/role-users.ts';
import { createUser, findUser, trashUser, updateUser } from '../core/accounts/users.ts';
import type { RequestContext } from '../core/context.ts';
import { linkListDocument, linksOnlyDocument, listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listUsers'
  | 'createUser'
  | 'getUser'
  | 'updateUser'
  | 'deleteUser'
  | 'listUserRoles'
  | 'listUserRoleLinks'
  | 'addUserRoles'
  | 'replaceUserRoles'
  | 'removeUserRoles';

export function userHandlers(services: Services): Pick<Handlers, Operations> {
  const { objects, config } = services;

  const document = (
    { resource, included, schema }: ShownAccount<'Users'>,
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
    const shown = await showUser(objects, await findUser(objects, id, context), context, request);
    return { etag: shown.etag, body: document(shown, context, request) };
  }

  async function list(query: object, context: RequestContext) {
    const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
    const page = await listUsers(objects, { request }, context);
    return listDocument(page, request, context.url, page);
  }

  async function roles(id: string, query: object, context: RequestContext) {
    const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
    const page = await listRolesOfUser(objects, await findUser(objects, id, context), request, context);
    const extras = { ...page, available: '/roles' };
    return listDocument(page, request, context.url, extras);
  }

  interface LinksInput {
    params: { user_id: string };
    body: { data: LinkChange['data'] };
    context: RequestContext;
  }
  const change =
    (how: LinkChange['how']) =>
    ({ params, body, context }: LinksInput): Promise<boolean> =>
      changeRolesOfUser(objects, params.user_id, { how, data: body.data }, context);
  /** 200 whether or not something changed, as service.md 4.7 has it (D104). */
  const changeAnd200 = (how: LinkChange['how']) => async (input: LinksInput) => {
    await change(how)(input);
    return { status: 200, body: linksOnlyDocument(input.context.url) } as const;
  };

  return {
    listUsers: async ({ query, context }) => {
      const { id, ...others } = query;
      if (id === undefined) return { status: 200, body: await list(others, context) };
      const [userId = '', relationship] = id.split('/');
      if (relationship === 'roles') return { status: 200, body: await roles(userId, others, context) };
      return { status: 200, body: (await get(userId, others, context)).body };
    },
    createUser: async ({ body, context }) => {
      const found = await createUser(objects, body, context);
      const shown = await showUser(objects, found, context);
      const Location = context.url.base + shown.resource.path;
      return { status: 201, headers: { Location }, etag: shown.etag, body: document(shown, context) };
    },
    getUser: async ({ params, query, context }) => ({ status: 200, ...(await get(params.user_id, query, context)) }),
    updateUser: async ({ params, body, context }) => {
      const shown = await showUser(objects, await updateUser(objects, params.user_id, body, context), context);
      return { status: 200, etag: shown.etag, body: document(shown, context) };
    },
    deleteUser: async ({ params, context }) => {
      await trashUser(objects, params.user_id, context);
      return { status: 204 };
    },
    listUserRoles: async ({ params, query, context }) => ({
      status: 200,
      body: await roles(params.user_id, query, context),
    }),
    listUserRoleLinks: async ({ params, query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listRolesOfUser(objects, await findUser(objects, params.user_id, context), request, context);
      return { status: 200, body: linkListDocument(page, request, context.url, '/roles') };
    },
    addUserRoles: changeAnd200('add'),
    removeUserRoles: changeAnd200('remove'),
    replaceUserRoles: async (input) =>
      (await change('replace')(input)) ? { status: 200, body: linksOnlyDocument(input.context.url) } : { status: 204 },
  };
}

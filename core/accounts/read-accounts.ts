// Users and roles as answers show them: pages and single ones, with what they include.
import type { RequestContext } from '../context.ts';
import type { Page, Resource, SchemaReference } from '../format/jsonapi/documents.ts';
import type { ListRequest, ReadRequest } from '../list-request.ts';
import { listObjects } from '../objects/list-objects.ts';
import { schemaReferences } from '../objects/object-resource.ts';
import { servedType, type ObjectServices } from '../objects/object-services.ts';
import type { FoundObject } from '../objects/read-objects.ts';
import { includeRelated } from '../resources/include.ts';
import { listResources } from '../resources/resource-type.ts';
import type { RoleRow } from '../store/store.ts';
import { accountRelations } from './account-relations.ts';
import { rolesOf } from './role-priority.ts';
import { roleResource, roleResources, roleScope } from './role-resource.ts';
import { userResources } from './user-resource.ts';
import { USERS } from './users.ts';

interface Shown {
  included: readonly Resource[] | undefined;
  /** Of the type `users`, when there is one in the answer (D25). */
  schema: Record<string, SchemaReference> | undefined;
}

export type AccountPage = Page & Shown;

export interface ShownAccount extends Shown {
  resource: Resource;
  etag: { revision: number; variant: string };
}

const schemaOf = (objects: ObjectServices, resources: readonly Resource[], { url }: RequestContext) =>
  resources.some(({ type }) => type === USERS) ? schemaReferences([servedType(objects, USERS)], url.base) : undefined;

async function withIncluded(
  objects: ObjectServices,
  page: Page & { type: string },
  request: Pick<ReadRequest, 'include'>,
  context: RequestContext,
): Promise<AccountPage> {
  const relations = accountRelations(objects, context);
  const { resources, included } = await includeRelated(page.resources, page.type, request.include, relations);
  const schema = schemaOf(objects, [...resources, ...(included ?? [])], context);
  return { resources, included, count: page.count, schema };
}

/** @param scope what the users must meet besides the request's filters @throws ApiError as listObjects does */
export async function listUsers(
  objects: ObjectServices,
  { request, scope }: { request: ListRequest; scope?: Record<string, unknown> },
  context: RequestContext,
): Promise<AccountPage> {
  const listed = { typeName: USERS, ...(scope && { scope }) };
  const { found, count } = await listObjects(objects, listed, request, context);
  const resources = await userResources(objects.store, found, context);
  return withIncluded(objects, { resources, count, type: USERS }, request, context);
}

export const listUsersOfRole = (
  objects: ObjectServices,
  role: RoleRow,
  request: ListRequest,
  context: RequestContext,
): Promise<AccountPage> => listUsers(objects, { request, scope: { role_ids: role._id } }, context);

/** @param scope what the roles must meet besides the request's filters @throws ApiError as listResources does */
export async function listRoles(
  objects: ObjectServices,
  { request, scope = {} }: { request: ListRequest; scope?: Record<string, unknown> },
  context: RequestContext,
): Promise<AccountPage> {
  const limits = { timeLimit: objects.queryTimeLimit };
  const page = await listResources(roleResources(objects.store, context), request, limits, [
    { $and: [roleScope(context, scope['_id'] ? context.caller.roles : []), scope] },
  ]);
  return withIncluded(objects, { ...page, type: 'roles' }, request, context);
}

export const listRolesOfUser = (
  objects: ObjectServices,
  { document }: FoundObject,
  request: ListRequest,
  context: RequestContext,
): Promise<AccountPage> => listRoles(objects, { request, scope: { _id: { $in: [...rolesOf(document)] } } }, context);

const NOTHING: Pick<ReadRequest, 'include'> = { include: [] };

async function show(
  objects: ObjectServices,
  { resource, revision }: { resource: Resource; revision: number },
  request: Pick<ReadRequest, 'include'>,
  context: RequestContext,
): Promise<ShownAccount> {
  const page = { resources: [resource], count: 1, type: resource.type };
  const { resources, included, schema } = await withIncluded(objects, page, request, context);
  const [shown = resource] = resources;
  // Signing in leaves the revision alone, and what is shown depends on who looks.
  const variant = JSON.stringify([shown.attributes, shown.meta, included, schema]);
  return { resource: shown, included, schema, etag: { revision, variant } };
}

export async function showUser(
  objects: ObjectServices,
  found: FoundObject,
  context: RequestContext,
  request = NOTHING,
): Promise<ShownAccount> {
  const [resource] = await userResources(objects.store, [found], context);
  return show(objects, { resource: resource as Resource, revision: found.document.revision }, request, context);
}

export const showRole = (
  objects: ObjectServices,
  row: RoleRow,
  context: RequestContext,
  request = NOTHING,
): Promise<ShownAccount> => show(objects, { resource: roleResource(row), revision: row.revision }, request, context);

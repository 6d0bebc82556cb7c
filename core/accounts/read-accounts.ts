// Users and roles as answers show them: pages and single ones, with what they include.
import type { RequestContext } from '../context.ts';
import type { Page, Resource, ResourceName, SchemaReference } from '../format/jsonapi/documents.ts';
import type { ListRequest, ReadRequest } from '../list-request.ts';
import { listObjects } from '../objects/list-objects.ts';
import { resourceAs, schemaReferences } from '../objects/object-resource.ts';
import { servedType, type ObjectServices } from '../objects/object-services.ts';
import type { FoundObject } from '../objects/read-objects.ts';
import { showObjects, type ReadPart } from '../objects/show-objects.ts';
import { includeRelated } from '../resources/include.ts';
import { listResources } from '../resources/resource-type.ts';
import type { RoleRow } from '../store/store.ts';
import { USERS } from './access-rules.ts';
import { accountRelations } from './account-relations.ts';
import { rolesOf } from './role-priority.ts';
import { roleResource, roleResources, roleScope } from './role-resource.ts';
import { addExternalAccounts } from './user-resource.ts';

interface Shown {
  included: readonly Resource[] | undefined;
  /** Of the type `users`, when there is one in the answer (D25). */
  schema: Record<string, SchemaReference> | undefined;
}

export type AccountPage<Name extends ResourceName> = Page<Name> & Shown;

export interface ShownAccount<Name extends ResourceName> extends Shown {
  resource: Resource<Name>;
  etag: { revision: number; variant: string };
}

const schemaOf = (objects: ObjectServices, resources: readonly Resource[], { url }: RequestContext) =>
  resources.some(({ type }) => type === USERS) ? schemaReferences([servedType(objects, USERS)], url.base) : undefined;

async function withIncluded<Name extends ResourceName>(
  objects: ObjectServices,
  page: Page<Name> & { type: string },
  request: Pick<ReadRequest, 'include'>,
  context: RequestContext,
): Promise<AccountPage<Name>> {
  const relations = accountRelations(objects, context);
  const { resources, included } = await includeRelated(page.resources, page.type, request.include, relations);
  const schema = schemaOf(objects, [...resources, ...(included ?? [])], context);
  return { ...page, resources, included, schema };
}

/** @param scope what the users must meet besides the request's filters @throws ApiError as listObjects does */
export async function listUsers(
  objects: ObjectServices,
  { request, scope }: { request: ListRequest; scope?: Record<string, unknown> },
  context: RequestContext,
): Promise<AccountPage<'Users'>> {
  const listed = { typeName: USERS, ...(scope && { scope }) };
  const { found, ...ends } = await listObjects(objects, listed, request, context);
  return { ...ends, ...(await showUsers(objects, found, request, context)) };
}

/** Users with what they are related to: roles, and objects by the relations that name users. */
async function showUsers(
  objects: ObjectServices,
  found: readonly FoundObject[],
  request: ReadPart,
  context: RequestContext,
): Promise<Shown & { resources: Resource<'Users'>[] }> {
  const users = { found, types: [servedType(objects, USERS)] };
  const { resources: shown, included, types } = await showObjects(objects, users, request, context);
  const resources = shown.map((resource) => resourceAs('Users', resource));
  await addExternalAccounts(objects.store, resources, context);
  const schema = types.size > 0 ? schemaReferences(types, context.url.base) : undefined;
  return { resources, included, schema };
}

export const listUsersOfRole = (
  objects: ObjectServices,
  role: RoleRow,
  request: ListRequest,
  context: RequestContext,
): Promise<AccountPage<'Users'>> => listUsers(objects, { request, scope: { role_ids: role._id } }, context);

/** @param scope what the roles must meet besides the request's filters @throws ApiError as listResources does */
export async function listRoles(
  objects: ObjectServices,
  { request, scope = {} }: { request: ListRequest; scope?: Record<string, unknown> },
  context: RequestContext,
): Promise<AccountPage<'Roles'>> {
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
): Promise<AccountPage<'Roles'>> =>
  listRoles(objects, { request, scope: { _id: { $in: [...rolesOf(document)] } } }, context);

const NOTHING: ReadPart = { include: [] };

// Signing in leaves the revision of a user alone, and what is shown depends on who looks.
const shownAccount = <Name extends ResourceName>(
  shown: Shown & { resource: Resource<Name> },
  revision: number,
): ShownAccount<Name> => {
  const { attributes, meta, relationships } = shown.resource;
  const variant = JSON.stringify([attributes, meta, relationships, shown.included, shown.schema]);
  return { ...shown, etag: { revision, variant } };
};

export async function showUser(
  objects: ObjectServices,
  found: FoundObject,
  context: RequestContext,
  request = NOTHING,
): Promise<ShownAccount<'Users'>> {
  const { resources, included, schema } = await showUsers(objects, [found], request, context);
  return shownAccount({ resource: resources[0] as Resource<'Users'>, included, schema }, found.document.revision);
}

export async function showRole(
  objects: ObjectServices,
  row: RoleRow,
  context: RequestContext,
  request = NOTHING,
): Promise<ShownAccount<'Roles'>> {
  const page = { resources: [roleResource(row)], count: 1, type: 'roles' };
  const { resources, included, schema } = await withIncluded(objects, page, request, context);
  return shownAccount({ resource: resources[0] as Resource<'Roles'>, included, schema }, row.revision);
}

// How the request examples of the description are tried (test/contract/examples.test.ts).

/** An example as it is sent: in the place of its ids, those of resources that are there. */
interface Step {
  operationId: string;
  /** Of the object in the path; documents when nothing is said. */
  type?: string;
  /** The body is a picture, and no JSON that could be an example. */
  file?: true;
  /** Ids by path parameter, each the name of a resource made before. */
  path?: Record<string, string>;
  /** The resource whose id stands in `data`. */
  data?: string;
  /** The object whose id stands in `data.attributes.object_id`. */
  about?: string;
  status: number;
  code?: string;
  /** Name for what this step makes. */
  makes?: string;
}

/** In an order in which each finds what it speaks of. */
export const STEPS: readonly Step[] = [
  { operationId: 'createPropertyType', status: 201, makes: 'rating' },
  { operationId: 'updatePropertyType', path: { property_type_id: 'rating' }, data: 'rating', status: 200 },
  { operationId: 'createObjectType', status: 201, makes: 'recipes' },
  { operationId: 'updateObjectType', path: { object_type_id: 'recipes' }, data: 'recipes', status: 200 },
  { operationId: 'createProperty', status: 201, makes: 'servings' },
  { operationId: 'updateProperty', path: { property_id: 'servings' }, data: 'servings', status: 200 },
  { operationId: 'createRelation', status: 201, makes: 'ingredient' },
  { operationId: 'updateRelation', path: { relation_id: 'ingredient' }, data: 'ingredient', status: 200 },
  { operationId: 'addRelationLeftObjectTypes', path: { relation_id: 'ingredient' }, data: 'recipes', status: 200 },
  // Nothing changes, since it is the only one already.
  { operationId: 'replaceRelationLeftObjectTypes', path: { relation_id: 'ingredient' }, data: 'recipes', status: 204 },
  { operationId: 'removeRelationLeftObjectTypes', path: { relation_id: 'ingredient' }, data: 'recipes', status: 200 },
  { operationId: 'replaceRelationRightObjectTypes', path: { relation_id: 'ingredient' }, data: 'recipes', status: 200 },
  { operationId: 'addRelationRightObjectTypes', path: { relation_id: 'ingredient' }, data: 'recipes', status: 204 },
  { operationId: 'removeRelationRightObjectTypes', path: { relation_id: 'ingredient' }, data: 'recipes', status: 200 },
  // Types are below `objects` from the start.
  { operationId: 'replaceObjectTypeParent', path: { object_type_id: 'recipes' }, data: 'objects', status: 204 },
  { operationId: 'createCategory', status: 201, makes: 'soups' },
  { operationId: 'updateCategory', path: { category_id: 'soups' }, data: 'soups', status: 200 },
  { operationId: 'replaceCategoryParentCategory', path: { category_id: 'soups' }, data: 'starters', status: 200 },
  { operationId: 'createTag', status: 201, makes: 'spicy' },
  { operationId: 'updateTag', path: { tag_id: 'spicy' }, data: 'spicy', status: 200 },
  { operationId: 'createTypedObject', status: 201, makes: 'document' },
  { operationId: 'updateTypedObject', path: { object_id: 'document' }, data: 'document', status: 200 },
  { operationId: 'addTypedObjectRelated', path: { object_id: 'document' }, data: 'related', status: 200 },
  { operationId: 'replaceTypedObjectRelated', path: { object_id: 'document' }, data: 'related', status: 204 },
  { operationId: 'removeTypedObjectRelated', path: { object_id: 'document' }, data: 'related', status: 200 },
  { operationId: 'cloneTypedObject', path: { object_id: 'document' }, status: 201 },
  // None of the two is there.
  { operationId: 'editObjects', status: 200 },
  // It is not in the trash.
  { operationId: 'restoreTrashedObject', path: { object_id: 'document' }, status: 404, code: 'not_found' },
  { operationId: 'createFolder', status: 201, makes: 'folder' },
  { operationId: 'updateFolder', path: { folder_id: 'folder' }, data: 'folder', status: 200 },
  { operationId: 'addFolderChildren', path: { folder_id: 'folder' }, data: 'document', status: 200 },
  // It is the only one already.
  { operationId: 'replaceFolderChildren', path: { folder_id: 'folder' }, data: 'document', status: 204 },
  { operationId: 'removeFolderChildren', path: { folder_id: 'folder' }, data: 'document', status: 204 },
  { operationId: 'addTypedObjectParents', path: { object_id: 'document' }, data: 'folder', status: 200 },
  { operationId: 'replaceTypedObjectParents', path: { object_id: 'document' }, data: 'folder', status: 204 },
  { operationId: 'removeTypedObjectParents', path: { object_id: 'document' }, data: 'folder', status: 200 },
  { operationId: 'replaceFolderParent', path: { folder_id: 'folder' }, data: 'root', status: 200 },
  { operationId: 'removeFolderParent', path: { folder_id: 'folder' }, data: 'root', status: 204 },
  // There is no such role.
  { operationId: 'createObjectPermission', status: 400, code: 'invalid_data' },
  { operationId: 'createTranslation', about: 'document', status: 201, makes: 'translation' },
  { operationId: 'updateTranslation', path: { translation_id: 'translation' }, data: 'translation', status: 200 },
  { operationId: 'uploadStream', file: true, status: 201, makes: 'stream' },
  { operationId: 'uploadLegacyFile', file: true, status: 200 },
  { operationId: 'uploadTypedObject', type: 'images', file: true, status: 201, makes: 'picture' },
  // It is the very same file.
  { operationId: 'createStreamVersion', path: { object_id: 'picture' }, file: true, status: 409, code: 'conflict' },
  { operationId: 'replaceStreamVersion', path: { object_id: 'picture' }, file: true, status: 409, code: 'conflict' },
  { operationId: 'replaceStreamObject', path: { stream_id: 'stream' }, data: 'image', status: 200 },
  { operationId: 'createAnnotation', about: 'document', status: 201, makes: 'annotation' },
  { operationId: 'updateAnnotation', path: { annotation_id: 'annotation' }, data: 'annotation', status: 200 },
  { operationId: 'createApplication', status: 201, makes: 'website' },
  { operationId: 'updateApplication', path: { application_id: 'website' }, data: 'website', status: 200 },
  { operationId: 'createEndpoint', status: 201, makes: 'letters' },
  { operationId: 'updateEndpoint', path: { endpoint_id: 'letters' }, data: 'letters', status: 200 },
  { operationId: 'createEndpointPermission', status: 201, makes: 'permission' },
  {
    operationId: 'updateEndpointPermission',
    path: { endpoint_permission_id: 'permission' },
    data: 'permission',
    status: 200,
  },
  { operationId: 'createConfigEntry', status: 201, makes: 'level' },
  { operationId: 'updateConfigEntry', path: { config_id: 'level' }, data: 'level', status: 200 },
  { operationId: 'createPublicConfigEntry', status: 201, makes: 'colors' },
  { operationId: 'updatePublicConfigEntry', path: { config_id: 'colors' }, data: 'colors', status: 200 },
  { operationId: 'createAuthProvider', status: 201, makes: 'provider' },
  { operationId: 'updateAuthProvider', path: { auth_provider_id: 'provider' }, data: 'provider', status: 200 },
  { operationId: 'createExternalAuth', status: 201, makes: 'account' },
  { operationId: 'updateExternalAuth', path: { external_auth_id: 'account' }, data: 'account', status: 200 },
  { operationId: 'createAsyncJob', status: 201, makes: 'job' },
  { operationId: 'updateAsyncJob', path: { async_job_id: 'job' }, data: 'job', status: 200 },
  { operationId: 'createPublicAsyncJob', status: 201 },
  { operationId: 'createObject', status: 403, code: 'abstract_type' },
  // There is no publication; test/legacy/writing.test.ts has one.
  { operationId: 'addObjectRelations', path: { object_id: 'document' }, status: 404, code: 'not_found' },
  {
    operationId: 'replaceObjectRelation',
    path: { object_id: 'document', related_id: 'related' },
    status: 404,
    code: 'not_found',
  },
  { operationId: 'addObjectChildren', path: { object_id: 'folder' }, status: 404, code: 'not_found' },
  {
    operationId: 'replaceObjectChild',
    path: { object_id: 'folder', child_id: 'document' },
    status: 404,
    code: 'not_found',
  },
  // Documents have no streams.
  { operationId: 'addTypedObjectStreams', path: { object_id: 'document' }, status: 404, code: 'not_found' },
  { operationId: 'replaceTypedObjectStreams', path: { object_id: 'document' }, status: 404, code: 'not_found' },
  { operationId: 'removeTypedObjectStreams', path: { object_id: 'document' }, status: 404, code: 'not_found' },
  { operationId: 'createRole', status: 201, makes: 'role' },
  { operationId: 'updateRole', path: { role_id: 'role' }, data: 'role', status: 200 },
  { operationId: 'createUser', status: 201, makes: 'user' },
  { operationId: 'updateUser', path: { user_id: 'user' }, data: 'user', status: 200 },
  { operationId: 'addUserRoles', path: { user_id: 'user' }, data: 'role', status: 200 },
  { operationId: 'replaceUserRoles', path: { user_id: 'user' }, data: 'role', status: 204 },
  { operationId: 'removeUserRoles', path: { user_id: 'user' }, data: 'role', status: 200 },
  { operationId: 'addRoleUsers', path: { role_id: 'role' }, data: 'user', status: 200 },
  { operationId: 'replaceRoleUsers', path: { role_id: 'role' }, data: 'user', status: 204 },
  { operationId: 'removeRoleUsers', path: { role_id: 'role' }, data: 'user', status: 200 },
  { operationId: 'updateAuthUser', status: 200 },
  // The password is not the one of this service.
  { operationId: 'signIn', status: 401, code: 'login_failed' },
  { operationId: 'createCredentialsChange', status: 204 },
  // No mail has had this UUID.
  { operationId: 'changeCredentials', status: 404, code: 'not_found' },
  { operationId: 'signUp', status: 202 },
  // No mail has had this UUID either.
  { operationId: 'activateSignup', status: 404, code: 'not_found' },
  // There is no such provider.
  { operationId: 'createAuthorization', status: 400, code: 'invalid_data' },
];

// The order and the ids in which request examples of the description are tried: by `npm run contract` on a deployment, and by
// test/contract/description/examples.test.ts.

/** An example with the ids of existing resources instead of its own. */
export interface Step {
  operationId: string;
  /** Of the object in the path; documents by default. */
  type?: string;
  /** The body is a picture, so there is no JSON example. */
  file?: 'picture' | 'other picture';
  /** Ids by path parameter, each the name of a created resource. */
  path?: Record<string, string>;
  /** The resource whose id is in `data`. */
  data?: string;
  /**
   * Values of other places of the body, by JSON pointer: the id of a created resource (`role`), one of its attributes
   * (`role.name`), or a text (`=text`).
   */
  put?: Record<string, string>;
  /** The same for attributes of `data`, by their names. */
  attributes?: Record<string, string>;
  /** Sent by a user without a role. */
  asReader?: true;
  /** Which example, where there are several: the end of its name. */
  example?: string;
  /** Only with a publication for the legacy side. */
  legacy?: true;
  status: number;
  code?: string;
  /** Name of the created resource. */
  makes?: string;
}

/** Resources for examples, other than those that examples create. */
export const OTHERS: Readonly<Record<string, readonly [path: string, attributes: Record<string, unknown>]>> = {
  // A second category, to be the parent of the first.
  starters: ['/model/categories', { name: 'starters', labels: { default: 'Starters' }, object_type_name: 'recipes' }],
  related: ['/documents', { title: 'Another', status: 'on' }],
  third: ['/documents', { title: 'A third one', status: 'on' }],
  image: ['/images', { title: 'Another' }],
  root: ['/folders', { title: 'Root', status: 'on' }],
  discarded: ['/documents', { title: 'For the trash' }],
};

/** Names in examples that are unique: a deployment may already have them. */
export const UNIQUE_NAMES: ReadonlySet<string> = new Set(
  (
    'rating recipes recipe servings ingredient ingredient_of starters soups spicy website newsletters example writers ada ' +
    'user-ada Colors mary ada@example.com mary@example.com grace grace@example.com'
  ).split(' '),
);

/** Each comes after the steps that create its resources. */
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
  { operationId: 'restoreTypedObjectVersion', path: { object_id: 'document' }, data: 'document', status: 200 },
  { operationId: 'addTypedObjectRelated', path: { object_id: 'document' }, data: 'related', status: 200 },
  { operationId: 'replaceTypedObjectRelated', path: { object_id: 'document' }, data: 'related', status: 204 },
  { operationId: 'removeTypedObjectRelated', path: { object_id: 'document' }, data: 'related', status: 200 },
  { operationId: 'cloneTypedObject', path: { object_id: 'document' }, status: 201 },
  // Neither of the two exists.
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
  {
    operationId: 'changeResources',
    example: 'request',
    put: { '/atomic:operations/2/ref/id': 'discarded' },
    status: 200,
  },
  {
    operationId: 'changeResources',
    example: 'relationships',
    put: { '/atomic:operations/1/data/0/id': 'document', '/atomic:operations/2/ref/id': 'document' },
    status: 200,
  },
  { operationId: 'createTranslation', attributes: { object_id: 'document' }, status: 201, makes: 'translation' },
  { operationId: 'updateTranslation', path: { translation_id: 'translation' }, data: 'translation', status: 200 },
  { operationId: 'uploadStream', file: 'picture', status: 201, makes: 'stream' },
  // Refused wherever files are kept, before it is looked whether clients may send any there.
  { operationId: 'createDirectUpload', attributes: { mime_type: '=none' }, status: 400, code: 'bad_request' },
  { operationId: 'uploadLegacyFile', file: 'picture', status: 200 },
  { operationId: 'uploadTypedObject', type: 'images', file: 'picture', status: 201, makes: 'picture' },
  { operationId: 'createStreamVersion', path: { object_id: 'picture' }, file: 'other picture', status: 201 },
  { operationId: 'replaceStreamVersion', path: { object_id: 'picture' }, file: 'picture', status: 200 },
  { operationId: 'replaceStreamObject', path: { stream_id: 'stream' }, data: 'image', status: 200 },
  { operationId: 'createAnnotation', attributes: { object_id: 'document' }, status: 201, makes: 'annotation' },
  { operationId: 'updateAnnotation', path: { annotation_id: 'annotation' }, data: 'annotation', status: 200 },
  { operationId: 'createRole', status: 201, makes: 'role' },
  { operationId: 'updateRole', path: { role_id: 'role' }, data: 'role', status: 200 },
  { operationId: 'createUser', status: 201, makes: 'user' },
  { operationId: 'updateUser', path: { user_id: 'user' }, data: 'user', status: 200 },
  { operationId: 'createApplication', status: 201, makes: 'website' },
  { operationId: 'updateApplication', path: { application_id: 'website' }, data: 'website', status: 200 },
  { operationId: 'createEndpoint', status: 201, makes: 'letters' },
  { operationId: 'updateEndpoint', path: { endpoint_id: 'letters' }, data: 'letters', status: 200 },
  {
    operationId: 'createEndpointPermission',
    attributes: { endpoint_name: 'letters.name', role_name: 'role.name' },
    status: 201,
    makes: 'permission',
  },
  {
    operationId: 'updateEndpointPermission',
    path: { endpoint_permission_id: 'permission' },
    data: 'permission',
    status: 200,
  },
  // Of an unused application: nothing changes for all others.
  {
    operationId: 'createConfigEntry',
    put: { '/data/attributes/application_id': 'website', '/data/id': 'website:Status.level' },
    status: 201,
    makes: 'level',
  },
  { operationId: 'updateConfigEntry', path: { config_id: 'level' }, data: 'level', status: 200 },
  { operationId: 'createPublicConfigEntry', status: 201, makes: 'colors' },
  { operationId: 'updatePublicConfigEntry', path: { config_id: 'colors' }, data: 'colors', status: 200 },
  // Nothing is sent anywhere: there is no such host.
  {
    operationId: 'createWebhook',
    attributes: { url: '=https://hooks.invalid/' },
    status: 201,
    makes: 'webhook',
  },
  { operationId: 'updateWebhook', path: { webhook_id: 'webhook' }, data: 'webhook', status: 200 },
  // It has not reached such an event.
  { operationId: 'replayWebhook', path: { webhook_id: 'webhook' }, status: 400, code: 'invalid_data' },
  { operationId: 'createAuthProvider', status: 201, makes: 'provider' },
  { operationId: 'updateAuthProvider', path: { auth_provider_id: 'provider' }, data: 'provider', status: 200 },
  {
    operationId: 'createExternalAuth',
    attributes: { user_id: 'user', auth_provider_id: 'provider' },
    status: 201,
    makes: 'account',
  },
  { operationId: 'updateExternalAuth', path: { external_auth_id: 'account' }, data: 'account', status: 200 },
  // In the far future, so that no process runs it.
  {
    operationId: 'createAsyncJob',
    attributes: { scheduled_from: '=2099-05-14T06:00:00+00:00' },
    status: 201,
    makes: 'job',
  },
  { operationId: 'updateAsyncJob', path: { async_job_id: 'job' }, data: 'job', status: 200 },
  {
    operationId: 'createPublicAsyncJob',
    attributes: { scheduled_from: '=2099-05-14T06:00:00+00:00' },
    status: 201,
    makes: 'public job',
  },
  { operationId: 'createObject', example: 'request', status: 403, code: 'abstract_type' },
  // Both have to be on the tree of the publication.
  { operationId: 'replaceFolderParent', path: { folder_id: 'folder' }, data: 'root', status: 200 },
  { operationId: 'addFolderChildren', path: { folder_id: 'folder' }, data: 'document', status: 200 },
  { operationId: 'addFolderChildren', path: { folder_id: 'root' }, data: 'related', status: 200 },
  { operationId: 'addFolderChildren', path: { folder_id: 'root' }, data: 'third', status: 200 },
  {
    operationId: 'addObjectRelations',
    path: { object_id: 'document' },
    put: { '/data/0/related_id': 'related', '/data/1/related_id': 'third' },
    legacy: true,
    status: 201,
  },
  {
    operationId: 'replaceObjectRelation',
    path: { object_id: 'document', related_id: 'related' },
    legacy: true,
    status: 200,
  },
  {
    operationId: 'addObjectChildren',
    path: { object_id: 'folder' },
    put: { '/data/0/child_id': 'related' },
    legacy: true,
    status: 201,
  },
  { operationId: 'replaceObjectChild', path: { object_id: 'folder', child_id: 'document' }, legacy: true, status: 200 },
  {
    operationId: 'addFolderChildren',
    path: { folder_id: 'root' },
    data: 'image',
    put: { '/data/0/type': '=images' },
    status: 200,
  },
  {
    operationId: 'createObject',
    example: 'legacy',
    put: { '/data/parents/0': 'folder', '/data/relations/poster/0/related_id': 'image' },
    legacy: true,
    status: 201,
  },
  // Documents have no streams.
  { operationId: 'addTypedObjectStreams', path: { object_id: 'document' }, status: 404, code: 'not_found' },
  { operationId: 'replaceTypedObjectStreams', path: { object_id: 'document' }, status: 404, code: 'not_found' },
  { operationId: 'removeTypedObjectStreams', path: { object_id: 'document' }, status: 404, code: 'not_found' },
  { operationId: 'addUserRoles', path: { user_id: 'user' }, data: 'role', status: 200 },
  { operationId: 'replaceUserRoles', path: { user_id: 'user' }, data: 'role', status: 204 },
  { operationId: 'removeUserRoles', path: { user_id: 'user' }, data: 'role', status: 200 },
  { operationId: 'addRoleUsers', path: { role_id: 'role' }, data: 'user', status: 200 },
  { operationId: 'replaceRoleUsers', path: { role_id: 'role' }, data: 'user', status: 204 },
  { operationId: 'removeRoleUsers', path: { role_id: 'role' }, data: 'user', status: 200 },
  { operationId: 'createSecondFactor', put: { '/password': 'reader.password' }, asReader: true, status: 200 },
  // It is no code, so the reader still signs in with a password alone.
  { operationId: 'activateSecondFactor', put: { '/code': '=none' }, asReader: true, status: 400, code: 'invalid_data' },
  { operationId: 'deleteSecondFactor', asReader: true, status: 404, code: 'not_found' },
  { operationId: 'createPasskey', put: { '/password': 'reader.password' }, asReader: true, status: 200 },
  { operationId: 'activatePasskey', asReader: true, status: 400, code: 'invalid_data' },
  {
    operationId: 'createPasskeyChallenge',
    asReader: true,
    put: { '/challenge': '=none' },
    status: 401,
    code: 'login_failed',
  },
  { operationId: 'updatePasskey', asReader: true, status: 404, code: 'not_found' },
  { operationId: 'checkSecondFactor', asReader: true, status: 404, code: 'not_found' },
  { operationId: 'updateAuthUser', example: 'request', asReader: true, status: 200 },
  {
    operationId: 'updateAuthUser',
    example: 'flat',
    put: { '/old_password': 'reader.password', '/password': 'reader.password' },
    asReader: true,
    status: 200,
  },
  { operationId: 'signIn', put: { '/username': 'reader.username', '/password': 'reader.password' }, status: 200 },
  { operationId: 'createCredentialsChange', put: { '/change_url': 'deployment.url' }, status: 204 },
  // No mail has had this UUID.
  { operationId: 'changeCredentials', status: 404, code: 'not_found' },
  // Mails link to pages of the deployment only, unless `Auth.allowedUrls` lists others.
  {
    operationId: 'signUp',
    example: 'request',
    put: { '/activation_url': 'deployment.url', '/redirect_url': 'deployment.url' },
    status: 202,
    makes: 'signed up',
  },
  { operationId: 'signUp', example: 'short', put: { '/activation_url': 'deployment.url' }, status: 202 },
  // No mail has had this UUID either.
  { operationId: 'activateSignup', status: 404, code: 'not_found' },
  {
    operationId: 'createObjectPermission',
    attributes: { object_id: 'third', role_id: 'role' },
    status: 201,
    makes: 'object permission',
  },
  // There is no such provider.
  { operationId: 'createAuthorization', status: 400, code: 'invalid_data' },
];

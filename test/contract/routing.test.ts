// Method x path -> the operation that answers, or 405 with what is allowed, or 404. Written out, so that a change of the
// paths is a change here.
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Description } from '../../core/http/description.ts';
import { createBackend } from '../../core/http/openapi-backend.ts';
import { parseTarget } from '../../core/http/request-target.ts';
import type { RoutingTable } from '../../core/http/routing-table.ts';
import { bundle, operationIds } from '../core/descriptions.ts';
import { modelWith } from '../core/model-rows.ts';
import { errorCodes, openTestService, type TestService } from '../support/service.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const NOTHING = '404';

/** What answers GET, POST, PUT, PATCH and DELETE; a dot stands for 405. */
const TABLE: Record<string, string> = {
  '/home': 'getHome . . . .',
  '/home/': 'getHome . . . .',
  '/status': 'getStatus . . . .',
  '/health': 'getHealth . . . .',
  '/ready': 'getReady . . . .',
  '/openapi.json': 'getDescription . . . .',
  '/openapi.yaml': 'getDescriptionYaml . . . .',
  '/auth': 'getAccessToken signIn . . .',
  '/auth/change': '. createCredentialsChange . changeCredentials .',
  '/auth/abc': '. . . . deleteRefreshToken',
  '/auth/abc/def': NOTHING,
  '/auth/providers': 'listSignInProviders . . . .',
  '/auth/authorization': '. createAuthorization . . .',
  '/objects': 'listObjects createObject . . deleteObjects',
  '/objects/1': 'getObject . . . deleteObject',
  '/objects/a-uname': 'getObject . . . deleteObject',
  '/objects/home': 'getObject . . . deleteObject',
  '/documents': 'listTypedObjects createTypedObject . . deleteTypedObjects',
  '/documents/': 'listTypedObjects createTypedObject . . deleteTypedObjects',
  '/documents/1': 'getTypedObject . . updateTypedObject deleteTypedObject',
  '/documents/a%2Fb': 'getTypedObject . . updateTypedObject deleteTypedObject',
  '/objects/1/poster': 'listObjectRelated . . . .',
  '/objects/1/relationships/poster': 'listObjectRelatedLinks . . . .',
  '/objects/1/created_by_user': 'listObjectRelated . . . .',
  '/documents/1/poster': 'listTypedObjectRelated . . . .',
  '/documents/1/no_relation': 'listTypedObjectRelated . . . .',
  '/documents/1/relationships/poster':
    'listTypedObjectRelatedLinks addTypedObjectRelated . replaceTypedObjectRelated removeTypedObjectRelated',
  '/documents/1/created_by_user': 'getTypedObjectCreatedByUser . . . .',
  '/documents/1/relationships/created_by_user': 'getTypedObjectCreatedByUserLink . . . .',
  '/documents/1/modified_by_user': 'getTypedObjectModifiedByUser . . . .',
  '/documents/1/relationships/modified_by_user': 'getTypedObjectModifiedByUserLink . . . .',
  '/profiles': 'listTypedObjects createTypedObject . . deleteTypedObjects',
  '/documents/1/actions/clone': '. cloneTypedObject . . .',
  '/documents/1/actions/other': NOTHING,
  '/objects/1/actions/clone': NOTHING,
  '/users/1/actions/clone': NOTHING,
  '/trash': 'listTrash . . . purgeTrashedObjects',
  '/trash/1': 'getTrashedObject . . restoreTrashedObject purgeTrashedObject',
  '/trash/1/parents': NOTHING,
  '/bulk': NOTHING,
  '/bulk/edit': '. editObjects . . .',
  '/bulk/move': NOTHING,
  '/news/1': 'getTypedObject . . updateTypedObject deleteTypedObject',
  '/model/object_types': 'listObjectTypes createObjectType . . .',
  '/model/object_types/documents': 'getObjectType . . updateObjectType deleteObjectType',
  '/model/object_types/1/left_relations': 'listObjectTypeLeftRelations . . . .',
  '/model/object_types/1/relationships/left_relations': 'listObjectTypeLeftRelationsLinks . . . .',
  '/model/object_types/1/right_relations': 'listObjectTypeRightRelations . . . .',
  '/model/object_types/1/relationships/right_relations': 'listObjectTypeRightRelationsLinks . . . .',
  '/model/object_types/1/parent': 'getObjectTypeParent . . . .',
  '/model/object_types/1/relationships/parent': 'getObjectTypeParentLink . . replaceObjectTypeParent .',
  '/model/properties': 'listProperties createProperty . . .',
  '/model/properties/1': 'getProperty . . updateProperty deleteProperty',
  '/model/property_types': 'listPropertyTypes createPropertyType . . .',
  '/model/property_types/string': 'getPropertyType . . updatePropertyType deletePropertyType',
  '/model/relations': 'listRelations createRelation . . .',
  '/model/relations/poster': 'getRelation . . updateRelation deleteRelation',
  '/model/relations/1/left_object_types': 'listRelationLeftObjectTypes . . . .',
  '/model/relations/1/relationships/left_object_types':
    'listRelationLeftObjectTypeLinks addRelationLeftObjectTypes . replaceRelationLeftObjectTypes removeRelationLeftObjectTypes',
  '/model/relations/1/right_object_types': 'listRelationRightObjectTypes . . . .',
  '/model/relations/1/relationships/right_object_types':
    'listRelationRightObjectTypeLinks addRelationRightObjectTypes . replaceRelationRightObjectTypes removeRelationRightObjectTypes',
  '/model/categories': 'listCategories createCategory . . .',
  '/model/categories/1': 'getCategory . . updateCategory deleteCategory',
  '/model/categories/1/object_type': 'getCategoryObjectType . . . .',
  '/model/categories/1/relationships/object_type': 'getCategoryObjectTypeLink . . . .',
  '/model/categories/1/parent_category': 'getCategoryParentCategory . . . .',
  '/model/categories/1/relationships/parent_category':
    'getCategoryParentCategoryLink . . replaceCategoryParentCategory .',
  '/model/categories/1/child_categories': 'listCategoryChildCategories . . . .',
  '/model/categories/1/relationships/child_categories': 'listCategoryChildCategoryLinks . . . .',
  '/model/categories/1/object_categories': 'listCategoryObjects . . . .',
  '/model/categories/1/relationships/object_categories': 'listCategoryObjectLinks . . . .',
  '/object_permissions': 'listObjectPermissions createObjectPermission . . .',
  '/object_permissions/7': 'getObjectPermission . . . deleteObjectPermission',
  '/translations': 'listTranslations createTranslation . . .',
  '/translations/7': 'getTranslation . . updateTranslation deleteTranslation',
  '/translations/7/object': 'getTranslationObject . . . .',
  '/translations/7/relationships/object': 'getTranslationObjectLink . . . .',
  '/annotations': 'listAnnotations createAnnotation . . .',
  '/annotations/7': 'getAnnotation . . updateAnnotation deleteAnnotation',
  '/annotations/7/object': 'getAnnotationObject . . . .',
  '/annotations/7/relationships/object': 'getAnnotationObjectLink . . . .',
  '/documents/1/translations': 'listTypedObjectTranslations . . . .',
  '/documents/1/relationships/translations': 'listTypedObjectTranslationLinks . . . .',
  '/objects/1/translations': NOTHING,
  '/users/1/translations': NOTHING,
  '/history': 'listHistory . . . .',
  '/history/1': NOTHING,
  '/model/tags': 'listTags createTag . . .',
  '/model/tags/red': 'getTag . . updateTag deleteTag',
  '/model/schema/documents': 'getSchema . . . .',
  '/model/project': 'getProject . . . .',
  '/admin/applications': 'listApplications createApplication . . .',
  '/admin/applications/default': 'getApplication . . updateApplication deleteApplication',
  '/applications': 'listPublicApplications . . . .',
  '/applications/1': 'getPublicApplication . . . .',
  '/admin/endpoints': 'listEndpoints createEndpoint . . .',
  '/admin/endpoints/auth': 'getEndpoint . . updateEndpoint deleteEndpoint',
  '/admin/endpoint_permissions': 'listEndpointPermissions createEndpointPermission . . .',
  '/admin/endpoint_permissions/1': 'getEndpointPermission . . updateEndpointPermission deleteEndpointPermission',
  '/admin/config': 'listConfigEntries createConfigEntry . . .',
  '/admin/config/1%3AStatus.level': 'getConfigEntry . . updateConfigEntry deleteConfigEntry',
  '/config': 'listPublicConfigEntries createPublicConfigEntry . . .',
  '/config/Status.level': 'getPublicConfigEntry . . updatePublicConfigEntry deletePublicConfigEntry',
  '/admin/auth_providers': 'listAuthProviders createAuthProvider . . .',
  '/admin/auth_providers/1': 'getAuthProvider . . updateAuthProvider deleteAuthProvider',
  '/admin/external_auth': 'listExternalAuth createExternalAuth . . .',
  '/admin/external_auth/1': 'getExternalAuth . . updateExternalAuth deleteExternalAuth',
  '/admin/async_jobs': 'listAsyncJobs createAsyncJob . . .',
  '/admin/async_jobs/1': 'getAsyncJob . . updateAsyncJob deleteAsyncJob',
  '/async_jobs': 'listPublicAsyncJobs createPublicAsyncJob . . .',
  '/async_jobs/1': 'getPublicAsyncJob . . . .',
  '/admin/sysinfo': 'getSystemInfo . . . .',
  '/auth/user': 'getAuthUser . . updateAuthUser .',
  '/users': 'listUsers createUser . . .',
  '/users/1': 'getUser . . updateUser deleteUser',
  '/users/a-uname': 'getUser . . updateUser deleteUser',
  '/users/1/roles': 'listUserRoles . . . .',
  '/users/1/relationships/roles': 'listUserRoleLinks addUserRoles . replaceUserRoles removeUserRoles',
  // Relations of users are those of the template, and nothing else of it.
  '/users/1/poster': 'listTypedObjectRelated . . . .',
  '/users/1/relationships/poster':
    'listTypedObjectRelatedLinks addTypedObjectRelated . replaceTypedObjectRelated removeTypedObjectRelated',
  '/users/1/created_by_user': 'listTypedObjectRelated . . . .',
  '/users/1/relationships': 'listTypedObjectRelated . . . .',
  '/users/1/2/3': NOTHING,
  '/users/1/relationships/roles/1': NOTHING,
  '/roles': 'listRoles createRole . . .',
  '/roles/editor': 'getRole . . updateRole deleteRole',
  '/roles/1/users': 'listRoleUsers . . . .',
  '/roles/1/relationships/users': 'listRoleUserLinks addRoleUsers . replaceRoleUsers removeRoleUsers',
  '/roles/1/roles': NOTHING,
  '/folders': 'listFolders createFolder . . .',
  '/folders/1': 'getFolder . . updateFolder deleteFolder',
  '/folders/a-uname/parent': 'getFolderParent . . . .',
  '/folders/1/relationships/parent': 'getFolderParentLink . . replaceFolderParent removeFolderParent',
  '/folders/1/children': 'listFolderChildren . . . .',
  '/folders/1/relationships/children':
    'listFolderChildLinks addFolderChildren . replaceFolderChildren removeFolderChildren',
  '/folders/1/parents': NOTHING,
  '/folders/1/relationships/parents': NOTHING,
  '/documents/1/parents': 'listTypedObjectParents . . . .',
  '/documents/1/relationships/parents':
    'listTypedObjectParentLinks addTypedObjectParents . replaceTypedObjectParents removeTypedObjectParents',
  '/users/1/parents': NOTHING,
  '/trees': NOTHING,
  '/trees/1': 'getTreeObject . . . .',
  '/trees/world/europe/12': 'getTreeObject . . . .',
  '/trees/world%2Feurope': 'getTreeObject . . . .',
  // Shipped types whose rules come later have no endpoint yet.
  '/media': NOTHING,
  '/images': NOTHING,
  // Singular names and other spellings of types.
  '/document': NOTHING,
  '/profile/1': NOTHING,
  '/Documents': NOTHING,
  '/documents%2F1': NOTHING,
  '/object': NOTHING,
  // Below and beside what exists.
  '/': NOTHING,
  '//': NOTHING,
  '//documents': NOTHING,
  '/unknown': NOTHING,
  '/unknown/1': NOTHING,
  '/home/1': NOTHING,
  '/home/1/2': NOTHING,
  '/model': NOTHING,
  '/model/unknown': NOTHING,
  '/model/schema': NOTHING,
  '/model/tags/1/2': NOTHING,
  '/model/documents/1': NOTHING,
  '/openapi': NOTHING,
  '/objects/1/2/3': NOTHING,
  '/documents/1/2/3': NOTHING,
  '/home/1/poster': NOTHING,
  '/model/1/relationships/poster': NOTHING,
  '/admin': NOTHING,
  '/admin/documents': NOTHING,
  '/admin/sysinfo/1': NOTHING,
  '/endpoints': NOTHING,
  '/auth_providers': NOTHING,
  '/constructor': NOTHING,
  '/__proto__/1': NOTHING,
  '/{object_type_name}': NOTHING,
  '/%24where': NOTHING,
};

const { types } = modelWith();
const isTypeName = (name: string): boolean => types.get(name)?.served === true;

let table: RoutingTable;
let test: TestService;
beforeAll(async () => {
  const answer = () => Promise.resolve();
  const names = [
    'notFound',
    'methodNotAllowed',
    'validationFail',
    'unauthorizedHandler',
    'notImplemented',
    'postSecurityHandler',
  ];
  const handlers = Object.fromEntries([...names, ...operationIds(bundle)].map((name) => [name, answer]));
  const backend = await createBackend(bundle as unknown as Description, handlers, {
    bearer: answer,
    accessToken: answer,
    apiKey: answer,
  });
  table = backend.table;
  test = await openTestService();
});
afterAll(() => test.close());

function winner(method: string, path: string): string {
  const match = table.match(method, parseTarget(path).segments, isTypeName);
  if (match.kind === 'operation') return match.operation.operationId;
  return match.kind === 'method' ? '.' : NOTHING;
}

describe('the operation that answers', () => {
  it.each(Object.entries(TABLE))('at %s', (path, want) => {
    const winners = METHODS.map((method) => winner(method, path));
    expect(winners.every((each) => each === NOTHING) ? NOTHING : winners.join(' ')).toBe(want);
  });

  it('is at some path for each one of the description', () => {
    const named = new Set(Object.values(TABLE).flatMap((row) => row.split(' ')));
    expect(operationIds(bundle).filter((id) => !named.has(id))).toEqual([]);
  });
});

describe('a method that a path does not have is 405 with Allow (D4)', () => {
  const cases = [
    ['post', '/home', 'GET, HEAD, OPTIONS'],
    ['delete', '/home', 'GET, HEAD, OPTIONS'],
    ['put', '/auth', 'GET, HEAD, POST, OPTIONS'],
    ['delete', '/auth/change', 'POST, PATCH, OPTIONS'],
    ['get', '/auth/abc', 'DELETE, OPTIONS'],
    ['patch', '/objects/1', 'GET, HEAD, DELETE, OPTIONS'],
    ['put', '/objects', 'GET, HEAD, POST, DELETE, OPTIONS'],
    ['post', '/trash', 'GET, HEAD, DELETE, OPTIONS'],
    ['get', '/bulk/edit', 'POST, OPTIONS'],
    ['put', '/documents/1', 'GET, HEAD, DELETE, PATCH, OPTIONS'],
    ['put', '/documents', 'GET, HEAD, POST, DELETE, OPTIONS'],
    ['delete', '/users', 'GET, HEAD, POST, OPTIONS'],
    ['patch', '/model/project', 'GET, HEAD, OPTIONS'],
    ['post', '/applications', 'GET, HEAD, OPTIONS'],
    ['delete', '/applications/1', 'GET, HEAD, OPTIONS'],
    ['patch', '/async_jobs/1', 'GET, HEAD, OPTIONS'],
    ['delete', '/async_jobs', 'GET, HEAD, POST, OPTIONS'],
    ['post', '/admin/sysinfo', 'GET, HEAD, OPTIONS'],
    ['patch', '/translations/1/relationships/object', 'GET, HEAD, OPTIONS'],
    ['post', '/documents/1/relationships/translations', 'GET, HEAD, OPTIONS'],
    ['delete', '/history', 'GET, HEAD, OPTIONS'],
  ] as const;

  it.each(cases)('%s %s', async (method, path, allow) => {
    for (const client of [test.anonymous, test.admin]) {
      const response = await client.request(method, path);
      expect([response.status, response.headers['allow']]).toEqual([405, allow]);
      expect(errorCodes(response)).toEqual(['method_not_allowed', 'method_not_allowed']);
    }
  });
});

describe('a path that nothing serves is 404', () => {
  const paths = [
    '/unknown',
    '/users/1/2/3',
    '/user',
    '/home/1',
    '/model',
    '/documents/1/2/3',
    '/constructor',
    '/%24where',
  ];

  it.each(paths)('%s, whatever the method', async (path) => {
    for (const method of [...METHODS, 'options'] as const) {
      const response = await test.admin.request(method, path);
      expect([method, response.status, ...errorCodes(response)]).toEqual([
        method,
        404,
        'route_not_found',
        'route_not_found',
      ]);
    }
  });

  const secrets = [
    'access_token=s3cret',
    'access%5Ftoken=s3cret',
    '%74oken=s3cret',
    'token[]=s3cret',
    'api%5Fkey%5Ba%5D=s3cret',
  ];
  it.each(secrets)('without a credential in its links: ?%s (D17)', async (query) => {
    const response = await test.anonymous.get(`/unknown?a=b&${query}`);
    expect(response.status).toBe(404);
    expect(response.text).not.toContain('s3cret');
  });

  it('with a hint for the singular name of a type', async () => {
    const response = await test.anonymous.get('/document/1');
    expect(response.status).toBe(404);
    expect((response.body as { error: { detail: string } }).error.detail).toContain('Did you mean "documents"?');
  });
});

describe('HEAD and OPTIONS (D4)', () => {
  it.each(['/home', '/documents', '/objects', '/openapi.json', '/model/schema/documents'])(
    'HEAD %s answers as GET without a body',
    async (path) => {
      const get = await test.anonymous.get(path, { Host: 'localhost' });
      const head = await supertest(test.service.app).head(path).set('Host', 'localhost');
      expect([head.status, head.text]).toEqual([200, undefined]);
      for (const name of ['content-type', 'etag', 'vary']) expect(head.headers[name]).toBe(get.headers[name]);
    },
  );

  it('HEAD is 405 where there is no GET', async () => {
    const { status, headers } = await supertest(test.service.app).head('/auth/change');
    expect([status, headers['allow']]).toEqual([405, 'POST, PATCH, OPTIONS']);
  });

  const allowed = [
    ['/home', 'GET, HEAD, OPTIONS'],
    ['/auth', 'GET, HEAD, POST, OPTIONS'],
    ['/documents/1', 'GET, HEAD, DELETE, PATCH, OPTIONS'],
  ] as const;
  it.each(allowed)('OPTIONS %s says what is allowed', async (path, allow) => {
    const response = await test.anonymous.request('options', path);
    expect([response.status, response.text, response.headers['allow']]).toEqual([204, '', allow]);
  });
});

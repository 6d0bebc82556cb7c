// Examples are what clients copy: each request body of the description must be one that the service takes, each response
// body one that the description allows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNode, METHODS, nodeAt, type Node, type OpenApiDocument } from '../../core/model/openapi-document.ts';
import { bundle } from '../core/descriptions.ts';
import { createDescriptionCheck } from '../support/description-check.ts';
import { JSON_API, openTestService, type ResourceData, type TestService } from '../support/service.ts';

interface Example {
  operationId: string;
  method: (typeof METHODS)[number];
  path: string;
  mediaType: string;
  name: string;
  value: unknown;
}
type ResponseExample = Example & { status: string };

function examplesIn(content: unknown, where: Omit<Example, 'mediaType' | 'name' | 'value'>): Example[] {
  return Object.entries(isNode(content as Node) ? (content as Node) : {}).flatMap(([mediaType, media]) =>
    Object.entries(nodeAt(media as Node, 'examples')).map(([name, example]) => ({
      ...where,
      mediaType,
      name,
      value: (example as Node)['value'],
    })),
  );
}

function operationsOf(
  document: OpenApiDocument,
): (Omit<Example, 'mediaType' | 'name' | 'value'> & { operation: Node })[] {
  return Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Node)[method];
      return isNode(operation) ? [{ operationId: String(operation['operationId']), method, path, operation }] : [];
    }),
  );
}

const requestExamples = (document: OpenApiDocument): Example[] =>
  operationsOf(document)
    .flatMap(({ operation, ...where }) => examplesIn(nodeAt(operation, 'requestBody')['content'], where))
    .filter((example, _index, all) => !(example.mediaType !== JSON_API && all.some((other) => isTwin(other, example))));

/** The same body under its other media type. */
const isTwin = (a: Example, b: Example): boolean =>
  a.mediaType === JSON_API && a.operationId === b.operationId && a.name === b.name;

const responseExamples = (document: OpenApiDocument): ResponseExample[] =>
  operationsOf(document).flatMap(({ operation, ...where }) =>
    Object.entries(nodeAt(operation, 'responses')).flatMap(([status, response]) => {
      const reference = (response as Node)['$ref'];
      const node =
        typeof reference === 'string' ? nodeAt(document, ...reference.slice(2).split('/')) : (response as Node);
      return examplesIn(node['content'], where).map((example) => ({ ...example, status }));
    }),
  );

/** Faults of all response examples, each with where it stands. */
function faultsOfResponses(document: OpenApiDocument): { checked: number; faults: string[] } {
  const { check } = createDescriptionCheck(document);
  const examples = responseExamples(document);
  const faults = examples.flatMap(({ method, path, status, mediaType, name, value }) => {
    try {
      check({
        method: method.toUpperCase(),
        url: path.replaceAll(/\{[^}]+\}/g, '1'),
        status: Number(status),
        headers: {
          'content-type': mediaType,
          etag: '"1"',
          location: 'http://a',
          'retry-after': '1',
          'cache-control': 'no-store',
          'content-range': 'bytes */1',
        },
        text: typeof value === 'string' ? value : JSON.stringify(value),
      });
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
  return { checked: examples.length, faults };
}

let test: TestService;
beforeAll(async () => {
  test = await openTestService();
});
afterAll(() => test.close());

const live = async (): Promise<OpenApiDocument> => (await test.anonymous.get('/openapi.json')).body as OpenApiDocument;

describe('the response examples', () => {
  it('of the authored description fit their schemas', () => {
    const { checked, faults } = faultsOfResponses(bundle);
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(500);
  });

  it('of the live description fit their schemas', async () => {
    const { checked, faults } = faultsOfResponses(await live());
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(500);
  });

  it('are there for each answer that has a body', () => {
    const without = operationsOf(bundle).flatMap(({ operation, operationId }) =>
      Object.entries(nodeAt(operation, 'responses'))
        .filter(([, response]) =>
          // A file needs none.
          Object.entries(nodeAt(response as Node, 'content')).some(
            ([mediaType, media]) => mediaType !== '*/*' && !(media as Node)['examples'],
          ),
        )
        .map(([status]) => `${operationId} ${status}`),
    );
    expect(without).toEqual([]);
  });
});

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
const STEPS: Step[] = [
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

type Body = { data?: { id?: string } | { id?: string }[] };

function withId(value: unknown, id: string | undefined): Body {
  const body = structuredClone(value) as Body;
  if (id === undefined) return body;
  for (const item of [body.data ?? []].flat()) item.id = id;
  return body;
}

/** What examples are about besides what other ones make. */
const OTHERS: Record<string, [path: string, attributes: Record<string, unknown>]> = {
  // A second category, to be the parent of the first.
  starters: ['/model/categories', { name: 'starters', labels: { default: 'Starters' }, object_type_name: 'recipes' }],
  related: ['/documents', { title: 'Another' }],
  image: ['/images', { title: 'Another' }],
  root: ['/folders', { title: 'Root' }],
};

const content = (document: OpenApiDocument, { requestBody }: Node): Node => {
  const reference = isNode(requestBody) ? requestBody['$ref'] : undefined;
  const body =
    typeof reference === 'string' ? nodeAt(document, ...reference.slice(2).split('/')) : (requestBody as Node);
  return isNode(body) ? nodeAt(body, 'content') : {};
};

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('the request examples', () => {
  const examples = requestExamples(bundle);

  it('are there for each operation that takes a body, and each is tried here', () => {
    const takesBody = operationsOf(bundle).filter(({ operation }) => operation['requestBody'] !== undefined);
    const takesFile = takesBody.filter(({ operation }) => '*/*' in content(bundle, operation));
    // One operation may take several forms.
    const ids = new Set([...examples, ...takesFile].map(({ operationId }) => operationId));
    expect([...ids].sort()).toEqual(takesBody.map(({ operationId }) => operationId).sort());
    expect(STEPS.map((step) => step.operationId).sort()).toEqual([...ids].sort());
    const tried = STEPS.filter(({ file }) => file).map(({ operationId }) => operationId);
    expect(tried.sort()).toEqual(takesFile.map(({ operationId }) => operationId).sort());
  });

  it('of the authored description are accepted, or refused for the reason that the description gives', async () => {
    const made = new Map<string, string>([['objects', '1']]);
    const idOf = (name: string): string => made.get(name) ?? `nothing made ${name}`;
    const outcomes: unknown[] = [];
    for (const step of STEPS) {
      const others = step.data !== undefined && !made.has(step.data) ? OTHERS[step.data] : undefined;
      if (others) made.set(step.data ?? '', (await test.admin.create(...others)).id);
      const example = (step.file ? operationsOf(bundle) : examples).find(
        (each) => each.operationId === step.operationId,
      );
      if (!example) throw new Error(`no example of ${step.operationId}`);
      const path = Object.entries(step.path ?? {}).reduce(
        (text, [parameter, name]) => text.replace(`{${parameter}}`, idOf(name)),
        example.path
          .replace('{object_type_name}', step.type ?? 'documents')
          .replace('{relation_name}', 'see_also')
          .replace('{object_type}', 'image')
          .replace('{file_name}', 'flag.png'),
      );
      const response = await test.admin.request(example.method as 'post', path, (request) => {
        if (!('mediaType' in example)) return request.set('Content-Type', 'image/png').send(PICTURE);
        const body = withId(example.value, step.data && idOf(step.data));
        if (step.about) Object.assign((body.data as ResourceData).attributes, { object_id: Number(idOf(step.about)) });
        return request.set('Content-Type', example.mediaType).send(JSON.stringify(body));
      });
      const answer = response.body as { data?: ResourceData; error?: { code: string } } | undefined;
      if (step.makes && answer?.data) made.set(step.makes, answer.data.id);
      outcomes.push({ operationId: step.operationId, status: response.status, code: answer?.error?.code });
    }
    expect(outcomes).toEqual(STEPS.map(({ operationId, status, code }) => ({ operationId, status, code })));
  });

  it('of the live description are accepted, for every type', async () => {
    const authored = new Set(examples.map((example) => example.operationId));
    const typed = requestExamples(await live()).filter(({ operationId }) => !authored.has(operationId));
    const creates = typed.filter(({ method, path }) => method === 'post' && !path.includes('{'));
    expect(creates.map(({ path }) => path)).toContain('/documents');
    const outcomes: string[] = [];
    for (const create of creates) {
      const created = await test.admin.post(create.path, create.value);
      outcomes.push(`POST ${create.path} ${created.status}${created.status === 201 ? '' : ` ${created.text}`}`);
      const update = typed.find(
        ({ method, path }) => method === 'patch' && /^\/[^/]+\/[^/]+$/.test(path) && path.startsWith(`${create.path}/`),
      );
      const { id } = (created.body as { data?: ResourceData }).data ?? {};
      if (!update || !id) continue;
      const updated = await test.admin.patch(`${create.path}/${id}`, withId(update.value, id));
      outcomes.push(`PATCH ${create.path} ${updated.status}${updated.status === 200 ? '' : ` ${updated.text}`}`);
      const copy = typed.find(({ path }) => path === `${create.path}/{object_id}/actions/clone`);
      const copied = await test.admin.post(`${create.path}/${id}/actions/clone`, copy?.value);
      outcomes.push(`copy ${create.path} ${copied.status}${copied.status === 201 ? '' : ` ${copied.text}`}`);
    }
    expect(outcomes).toEqual(
      creates.flatMap(({ path }) => [`POST ${path} 201`, `PATCH ${path} 200`, `copy ${path} 201`]),
    );
  });
});

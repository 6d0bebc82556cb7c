// Tests of a new operation: its rows in the tables of permissions, paths and examples, and a test file.
import { ENDPOINTS } from '../../core/endpoint-facts.ts';
import { insertBeforeLast, type Changes } from './changes.ts';
import { ALLOWED_METHODS, type NewOperation } from './read-operation.ts';
import { toKebab } from './words.ts';

/** Values for a path parameter: in the permission table, in the steps of examples, in a route. */
const SAMPLES: Readonly<Record<string, { make: string; step: string }>> = {
  object_id: { make: 'document', step: 'document' },
  folder_id: { make: 'folder', step: 'folder' },
  user_id: { make: 'user', step: 'user' },
  role_id: { make: 'role', step: 'role' },
  stream_id: { make: 'stream', step: 'stream' },
  tag_id: { make: 'tag', step: 'spicy' },
  category_id: { make: 'category', step: 'soups' },
  object_type_id: { make: 'type', step: 'recipes' },
  property_id: { make: 'property', step: 'servings' },
  property_type_id: { make: 'propertyType', step: 'rating' },
  relation_id: { make: 'relation', step: 'ingredient' },
  translation_id: { make: 'translation', step: 'translation' },
  annotation_id: { make: 'annotation', step: 'annotation' },
  application_id: { make: 'application', step: 'website' },
  endpoint_permission_id: { make: 'endpointPermission', step: 'permission' },
  config_id: { make: 'entry', step: 'level' },
  auth_provider_id: { make: 'provider', step: 'provider' },
  external_auth_id: { make: 'account', step: 'account' },
  async_job_id: { make: 'job', step: 'job' },
};
const LITERALS: Readonly<Record<string, string>> = { object_type_name: 'documents', relation_name: 'see_also' };

const filled = (path: string, fill: (name: string) => string): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_match, name: string) => LITERALS[name] ?? fill(name));

/** Permissions of a new database at the path (openapi/docs/access.md). */
function whoMay({ path, method }: NewOperation): string {
  const segment = path.split('/')[1] ?? '';
  if (segment === 'admin' || segment === 'async_jobs') return 'admins';
  if (method === 'get') return 'signed in';
  return ['model', 'users', 'roles', 'config', 'applications'].includes(segment) ? 'admins' : 'editors';
}

function addPermission(changes: Changes, operation: NewOperation): void {
  const { operationId, method, path, hasBody } = operation;
  const file = 'test/support/permissions/permission-table.ts';
  const at = `${method.toUpperCase()} ${filled(path, (name) => (SAMPLES[name] ? `{${SAMPLES[name].make}}` : '1'))}`;
  const body = hasBody ? `body: () => ({ data: { attributes: { text: 'Wombat' } } }),` : '';
  const row = `\n  ${operationId}: { at: '${at}', who: '${whoMay(operation)}', ${body} },`;
  changes.edit(file, (text) => insertBeforeLast(file, text, '\n};', row));
}

function addRoute(changes: Changes, operation: NewOperation): void {
  const file = 'test/support/permissions/expected-routes.ts';
  const column = ALLOWED_METHODS.indexOf(operation.method);
  const others = Object.values(operation.beside);
  changes.edit(file, (text) => {
    let isThere = false;
    const next = text.replaceAll(/'((?:[\w.]+ ){4}[\w.]+)'/g, (row, value: string) => {
      const words = value.split(' ');
      if (words[column] !== '.' || !others.some((id) => words.includes(id))) return row;
      isThere = true;
      words[column] = operation.operationId;
      return `'${words.join(' ')}'`;
    });
    if (isThere) return next;
    const words = ALLOWED_METHODS.map((_method, index) => (index === column ? operation.operationId : '.'));
    const row = `\n  '${filled(operation.path, () => '1')}': '${words.join(' ')}',`;
    return insertBeforeLast(file, text, '\n};', row);
  });
}

function addStep(changes: Changes, { operationId, parameters, status }: NewOperation): void {
  const file = 'scripts/contract/steps.ts';
  const named = parameters.filter(({ name }) => LITERALS[name] === undefined);
  const steps = named.map(({ name }) => `${name}: '${SAMPLES[name]?.step ?? name}'`).join(', ');
  const path = steps === '' ? '' : `path: { ${steps} }, `;
  const row = `\n  { operationId: '${operationId}', ${path}status: ${status} },`;
  changes.edit(file, (text) => insertBeforeLast(file, text, '\n];', row));
}

/** The rules for all endpoints hold for a new one, as `whoMay` says. */
function addEndpoint(changes: Changes, segment: string): void {
  const file = 'openapi/endpoints.yaml';
  if (segment.startsWith('{') || ENDPOINTS.has(segment)) return;
  changes.edit(file, (text) => `${text.trimEnd()}\n${segment}: { generalRules: all }\n`);
}

function testFile({ operationId, method, path, member, status, hasBody }: NewOperation): string {
  const title = `${method.toUpperCase()} ${path}`;
  const at = filled(path, () => '1');
  const sent = `{ data: { attributes: { text: 'Hello' } } }`;
  const put = `request('put', '${at}', (request) => request.set('Content-Type', JSON_API).send(JSON.stringify(${sent})))`;
  const call = method === 'put' ? put : `${method}('${at}'${hasBody ? `, ${sent}` : ''})`;
  const body =
    status === 204 ? '' : `\n    expect((response.body as { meta: object }).meta).toHaveProperty('${member}');`;
  return `import { describe, expect, it } from 'vitest';
import { ${method === 'put' ? 'JSON_API, ' : ''}serviceForTests } from '../support/service.ts';

const test = serviceForTests();

describe('${title}', () => {
  it('has the described response of ${operationId}', async () => {
    const response = await test.admin.${call};
    expect(response.status).toBe(${status});${body}
  });
});
`;
}

/** @returns the file of the new test */
export function addTests(changes: Changes, operation: NewOperation): string {
  addPermission(changes, operation);
  addRoute(changes, operation);
  if (operation.hasBody) addStep(changes, operation);
  addEndpoint(changes, operation.path.split('/')[1] ?? '');
  const file = `test/api/${toKebab(operation.operationId)}.test.ts`;
  changes.create(file, testFile(operation));
  return file;
}

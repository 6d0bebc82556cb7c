import { factsOf } from '../../../core/description/operation-facts.ts';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../core/http/routing/operation.ts';
import { createRoutingTable } from '../../../core/http/routing/routing-table.ts';

const ROUTES = [
  'get /home',
  'get /objects',
  'post /objects',
  'get /objects/{object_id}',
  'delete /objects/{object_id}',
  'get /model/tags',
  'post /model/tags',
  'get /model/tags/{tag_id}',
  'patch /model/tags/{tag_id}',
  'get /model/tags/latest',
  'post /auth',
  'get /users',
  'get /users/{user_id}',
  'get /users/{user_id}/roles',
  'get /folders/{folder_id}',
  'get /folders/{folder_id}/children',
  'get /{object_type_name}',
  'post /{object_type_name}',
  'get /{object_type_name}/{object_id}',
  'get /{object_type_name}/{object_id}/parents',
  'get /{object_type_name}/{object_id}/{relation_name}',
];

function operation(route: string): Operation {
  const [method = '', path = ''] = route.split(' ');
  return {
    operationId: route,
    method,
    path,
    definition: { responses: {} },
    produces: [],
    consumes: [],
    facts: factsOf(method),
  };
}

const table = createRoutingTable(ROUTES.map(operation));
const TYPES = new Set(['documents', 'objects', 'users', 'folders']);
const isTypeName = (name: string): boolean => TYPES.has(name);
const match = (method: string, path: string) => table.match(method, path.split('/').slice(1), isTypeName);

describe('the operation that a method and a path select', () => {
  const cases: [string, string, string, Record<string, string>][] = [
    ['get', '/home', 'get /home', {}],
    ['post', '/objects', 'post /objects', {}],
    ['get', '/users/5/roles', 'get /users/{user_id}/roles', { user_id: '5' }],
    [
      'get',
      '/users/5/poster',
      'get /{object_type_name}/{object_id}/{relation_name}',
      { object_type_name: 'users', object_id: '5', relation_name: 'poster' },
    ],
    ['get', '/folders', 'get /{object_type_name}', { object_type_name: 'folders' }],
    ['get', '/folders/5', 'get /folders/{folder_id}', { folder_id: '5' }],
    ['get', '/folders/5/children', 'get /folders/{folder_id}/children', { folder_id: '5' }],
    ['get', '/objects/5', 'get /objects/{object_id}', { object_id: '5' }],
    ['get', '/model/tags/red', 'get /model/tags/{tag_id}', { tag_id: 'red' }],
    ['get', '/model/tags/latest', 'get /model/tags/latest', {}],
    ['get', '/documents', 'get /{object_type_name}', { object_type_name: 'documents' }],
    [
      'get',
      '/documents/a b',
      'get /{object_type_name}/{object_id}',
      { object_type_name: 'documents', object_id: 'a b' },
    ],
    [
      'get',
      '/documents/1/parents',
      'get /{object_type_name}/{object_id}/parents',
      { object_type_name: 'documents', object_id: '1' },
    ],
    [
      'get',
      '/documents/1/poster',
      'get /{object_type_name}/{object_id}/{relation_name}',
      { object_type_name: 'documents', object_id: '1', relation_name: 'poster' },
    ],
  ];

  it.each(cases)('%s %s', (method, path, operationId, params) => {
    const found = match(method, path);
    expect(found).toMatchObject({ kind: 'operation', operation: { operationId } });
    expect(found).toHaveProperty('params', params);
  });

  it('does not depend on the order in which the description names its paths', () => {
    const reversed = createRoutingTable(ROUTES.map(operation).reverse());
    const at = (path: string) => reversed.match('get', path.split('/').slice(1), isTypeName);
    expect(at('/model/tags/latest')).toMatchObject({ operation: { operationId: 'get /model/tags/latest' } });
    expect(at('/documents/1/parents')).toMatchObject({
      operation: { operationId: 'get /{object_type_name}/{object_id}/parents' },
    });
    expect(at('/home')).toMatchObject({ operation: { operationId: 'get /home' } });
  });
});

describe('a method that a path does not have', () => {
  const cases: [string, string, string[]][] = [
    ['post', '/home', ['GET', 'HEAD', 'OPTIONS']],
    ['delete', '/objects', ['GET', 'HEAD', 'POST', 'OPTIONS']],
    ['patch', '/objects/1', ['GET', 'HEAD', 'DELETE', 'OPTIONS']],
    ['post', '/users/5/roles', ['GET', 'HEAD', 'OPTIONS']],
    ['post', '/users', ['GET', 'HEAD', 'OPTIONS']],
    ['get', '/auth', ['POST', 'OPTIONS']],
    ['options', '/auth', ['POST', 'OPTIONS']],
    ['patch', '/model/tags/latest', ['GET', 'HEAD', 'OPTIONS']],
    ['delete', '/documents', ['GET', 'HEAD', 'POST', 'OPTIONS']],
    ['trace', '/documents', ['GET', 'HEAD', 'POST', 'OPTIONS']],
    ['__proto__', '/home', ['GET', 'HEAD', 'OPTIONS']],
  ];

  it.each(cases)('%s %s allows %j', (method, path, allow) => {
    expect(match(method, path)).toEqual({ kind: 'method', allow });
  });
});

describe('an unknown path', () => {
  const paths = [
    '/',
    '/unknown',
    '/unknown/1',
    '/document',
    '/Documents',
    '/home/1',
    '/model',
    '/model/1',
    '/model/unknown/1',
    '/model/tags/1/2',
    '/documents/1/2/3',
    '/{object_type_name}',
    '/constructor',
    '/__proto__',
  ];

  it.each(paths)('%s is not a candidate, with any method', (path) => {
    for (const method of ['get', 'post', 'options']) expect(match(method, path)).toEqual({ kind: 'path' });
  });

  it('has only relations from the template for users, and nothing for all objects', () => {
    expect(match('get', '/users/5/parents')).toMatchObject({ params: { relation_name: 'parents' } });
    expect(match('get', '/objects/5/parents')).toEqual({ kind: 'path' });
  });
});

describe('the table', () => {
  it('checks at each match whether the name is a type now', () => {
    const at = (types: readonly string[]) => table.match('get', ['books'], (name) => types.includes(name)).kind;
    expect([at([]), at(['books']), at([])]).toEqual(['path', 'operation', 'path']);
  });

  it('names the literal first segments', () => {
    expect([...table.firstSegments].sort()).toEqual(['auth', 'folders', 'home', 'model', 'objects', 'users']);
  });

  it('finds operations by id', () => {
    expect(table.operation('post /auth')?.path).toBe('/auth');
    expect(table.operation('toString')).toBeUndefined();
  });
});

// Input that `npm run new` refuses before it writes a file (scripts/new/new.ts); the walk-throughs run its output.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandShipped } from '../../../core/description/expand-shipped.ts';
import { createChanges, NewError, type Changes } from '../../../scripts/new/changes.ts';
import { addHandler } from '../../../scripts/new/operation-handler.ts';
import { addTests } from '../../../scripts/new/operation-tests.ts';
import { describeOperation } from '../../../scripts/new/operation-yaml.ts';
import { readOperation, type OperationOptions } from '../../../scripts/new/read-operation.ts';
import { addType, type TypeOptions } from '../../../scripts/new/type.ts';
import { bundle } from './descriptions.ts';

const published = expandShipped(bundle);
const root = path.resolve(import.meta.dirname, '../../..');

function addOperation(operationId: string, options: OperationOptions): Changes {
  const changes = createChanges(root);
  const operation = readOperation(operationId, options, { changes, bundle, published });
  describeOperation(changes, operation);
  addHandler(changes, operation);
  addTests(changes, operation);
  return changes;
}

describe('npm run new -- operation', () => {
  const refused: [string, OperationOptions, RegExp][] = [
    [
      'readReport',
      { path: '/reports' },
      /^"readReport" is not an operationId: it is one of list, get, .* such as getReport$/,
    ],
    ['getHome', { path: '/reports' }, /^getHome exists already: GET \/home$/],
    ['getDocument', { path: '/reports' }, /^getDocument exists already: GET \/documents\/\{object_id\}$/],
    ['listTypedObjects', { path: '/reports' }, /^listTypedObjects exists already: GET \/\{object_type_name\}$/],
    ['getReport', { path: '/reports', fact: ['cheap'] }, /^--fact cheap: a name and a value are expected/],
    [
      'getReport',
      { path: '/reports', fact: ['freshFactor:never'] },
      /"freshFactor" is unknown here; known are access,/,
    ],
    ['getReport', { path: '/reports', fact: ['cost:free'] }, /"cost" must be .*: cheap, expensive, probe$/],
    ['getReport', {}, /^--path is missing, such as --path \/reports\/\{object_id\}$/],
    ['getReport', { path: '/Reports' }, /segments are lower case/],
    ['getReport', { path: '/home' }, /^GET \/home exists already: getHome$/],
    ['listReports', { path: '/documents' }, /^--path \/documents: "documents" is a shipped object type; take/],
    ['getReport', { path: '/roles/{user_id}' }, /this path exists as \/roles\/\{role_id\}$/],
    [
      'getReport',
      { path: '/reports/{report_id}' },
      /^--path: \{report_id\} is unknown; describe it in openapi\/shared/,
    ],
    ['getReport', { path: '/reports', method: 'post' }, /"get…" is done with get$/],
    [
      'editReport',
      { path: '/reports', method: 'head' },
      /^--method is one of get, post, put, patch, delete, not head$/,
    ],
    ['editReport', { path: '/reports' }, /not left out$/],
    [
      'replaceTag',
      { path: '/model/tags/{tag_id}', method: 'put', tag: 'reports' },
      /is in paths\/tags\.yaml#\/Item, of tags$/,
    ],
  ];
  it.each(refused)('refuses %s with %o', (operationId, options, message) => {
    expect(() => addOperation(operationId, options)).toThrow(NewError);
    expect(() => addOperation(operationId, options)).toThrow(message);
  });

  it('adds to the files of an existing tag, without losing a line', async () => {
    const changes = addOperation('replaceTag', { path: '/model/tags/{tag_id}', method: 'put' });
    const files = await changes.list();
    const before = createChanges(root);
    for (const { file, text, isNew } of files.filter(({ file }) => file.endsWith('.yaml'))) {
      const lines = new Set(text.split('\n'));
      expect([
        file,
        isNew,
        before
          .read(file)
          .split('\n')
          .filter((line) => !lines.has(line)),
      ]).toEqual([file, false, []]);
    }
    const textOf = (name: string): string => files.find(({ file }) => file === name)?.text ?? '';
    expect(textOf('handlers/objects/tags.ts')).toContain('replaceTag: () => {');
    expect(textOf('test/support/permissions/expected-routes.ts')).toContain(
      "'getTag . replaceTag updateTag deleteTag'",
    );
  });
});

describe('npm run new -- type', () => {
  const refused: [string, TypeOptions, RegExp][] = [
    ['tag', {}, /^tag: "tag" is a reserved word\.$/],
    ['documents', {}, /^"documents" is the name or singular of the type documents already$/],
    ['Recipes', {}, /must match/],
    ['recipes', { singular: 'event' }, /^"event" is the name or singular of the type events already$/],
    ['recipes', { property: ['title:string'] }, /every such object has "title" already$/],
    ['recipes', { property: ['servings:count'] }, /there is no property type "count"; known: string, text/],
    ['recipes', { property: ['servings'] }, /^--property servings: it is a name and a type, such as servings:integer$/],
    ['recipes', { property: ['a:url:b'] }, /it is a name and a type, such as a:integer$/],
    ['recipes', { property: ['a:url', 'a:text'] }, /^--property a is given twice$/],
  ];
  it.each(refused)('refuses %s with %o', (name, options, message) => {
    expect(() => addType(createChanges(root), name, options)).toThrow(message);
  });

  it('does not change an existing file', () => {
    expect(() => createChanges(root).create('test/core/description/new.test.ts', '')).toThrow(
      /exists already, and is not overwritten/,
    );
  });
});

// Lists in the query of extension operations are validated by their description, as the service's own are by its code.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorSources, openTestService, type TestService } from '../../support/service.ts';

const CODE = `export default {
  name: 'lists',
  openapi: './lists.yaml',
  operations: { listThings: ({ query }) => ({ status: 200, body: { meta: query } }) },
};`;
const DESCRIPTION = `
paths:
  /things:
    get:
      operationId: listThings
      tags: [things]
      security: [{}, { bearer: [] }]
      parameters:
        - { name: ids, in: query, required: true, schema: { type: array, maxItems: 2, items: { type: integer } } }
        - { name: words, in: query, explode: false, schema: { type: array, items: { type: string, enum: [a, b] } } }
      responses:
        '200': { description: The query., content: { application/vnd.api+json: { schema: { type: object } } } }
`;

let folder: string;
let test: TestService;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-lists-'));
  await writeFile(path.join(folder, 'lists.mjs'), CODE);
  await writeFile(path.join(folder, 'lists.yaml'), DESCRIPTION);
  test = await openTestService({ env: { EXTENSIONS_DIR: folder } });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a list in the query of an operation of a project', () => {
  it.each([
    ['ids=1', { ids: [1] }],
    ['ids=1&ids=2', { ids: [1, 2] }],
    ['ids=1&words=a', { ids: [1], words: ['a'] }],
    ['ids=1&words=a,b', { ids: [1], words: ['a', 'b'] }],
  ])('is read as a list of its item type: %s', async (query, read) => {
    const { status, body } = await test.admin.get(`/things?${query}`);
    expect([status, (body as { meta: unknown }).meta]).toEqual([200, read]);
  });

  it.each([
    ['', 'ids'],
    ['?ids[$ne]=1', 'ids'],
    ['?ids=x', 'ids'],
    ['?ids=1&ids=2&ids=3', 'ids'],
    ['?ids=1&words=a,c', 'words'],
    ['?ids=1&words[$ne]=a', 'words'],
  ])('is refused if it does not match the description: %j', async (query, parameter) => {
    const refused = await test.admin.get(`/things${query}`);
    expect(refused.status).toBe(400);
    expect(errorSources(refused).every((source) => source?.startsWith(parameter))).toBe(true);
    expect(errorSources(refused)).not.toEqual([]);
  });

  it('is read in the same way by operations of the service', async () => {
    const refused = await test.admin.request('delete', '/objects?ids=x');
    expect([refused.status, ...errorSources(refused)]).toEqual([400, 'ids']);
    expect((await test.admin.request('delete', '/documents?ids=987654,987655')).status).not.toBe(400);
  });
});

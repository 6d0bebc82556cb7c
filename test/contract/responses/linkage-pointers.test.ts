// An error about an identifier points to it, in a list and alone (JSON:API, D49). The walk follows the live description.
import { beforeAll, expect, it } from 'vitest';
import { nodeAt } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';
import type { Ids, Row } from '../../support/permissions/permission-rows.ts';
import { TABLE } from '../../support/permissions/permission-table.ts';
import { makeWorld, prepareRequest } from '../../support/clients/prepared-request.ts';
import { errorSources, serviceForTests } from '../../support/service.ts';

const paths = nodeAt(bundle, 'paths');
const rowOf = (path: string, method: string): Row | undefined =>
  TABLE[String(nodeAt(paths, path, method)['operationId'] ?? '')];
const METHODS = ['post', 'patch', 'delete'] as const;
const walked = Object.keys(paths)
  .filter((path) => path.includes('/relationships/'))
  .flatMap((path) => METHODS.map((method) => [method, path] as const))
  .filter(([method, path]) => {
    const row = rowOf(path, method);
    return row && row.status !== 403;
  });

const test = serviceForTests({ env: { LEGACY_ROOT: '', JWT_TTL: '1d', RATE_LIMIT: 'off' } });
let world: Ids = {};
beforeAll(async () => {
  world = await makeWorld(test.admin);
});

/** The type that a relationship leads to. */
function typeAt(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'roles' || name === 'users') return name;
  if (name.endsWith('_object_types') || path.startsWith('/model/object_types')) return 'object_types';
  if (path.startsWith('/model/categories')) return 'categories';
  if (path.startsWith('/streams')) return 'images';
  return /^parents?$/.test(name) ? 'folders' : 'documents';
}

it.each(walked)('%s %s', async (method, template) => {
  const { path } = await prepareRequest(test.admin, rowOf(template, method) as Row, world);
  const unknown = { type: typeAt(template), id: '99999999' };
  const wrong = { type: 'nonsense', id: '2' };
  const seen: number[] = [];
  for (const [data, pointer] of [
    [unknown, '/data/id'],
    [[unknown], '/data/0/id'],
    [wrong, '/data/type'],
    [[wrong], '/data/0/type'],
  ] as const) {
    const sent = { data };
    const response = await (method === 'delete' ? test.admin.delete(path, {}, sent) : test.admin[method](path, sent));
    seen.push(response.status);
    // A list where one is expected, or the opposite.
    const isRefused = response.status === 400 && !Array.isArray(data) === template.endsWith('_object_types');
    expect([response.text, errorSources(response)]).toEqual([response.text, [isRefused ? '/data' : pointer]]);
  }
  expect(seen).toEqual(expect.arrayContaining([404, 409]));
});

it('holds in the bodies of resources', async () => {
  const send = (type: string, path: string, data: object) => test.admin.post(path, { data: { type, ...data } });
  const related = (data: object) => ({ attributes: { name: 'pointed' }, relationships: { users: { data } } });
  const list = await send('roles', '/roles', related([{ type: 'users', id: '99999999' }]));
  expect([list.status, errorSources(list)]).toEqual([404, ['/data/relationships/users/data/0/id']]);
  for (const name of ['parent_id', 'parent_uname']) {
    const folder = await send('folders', '/folders', { attributes: { title: 'pointed', [name]: '99999999' } });
    expect([folder.status, errorSources(folder)]).toEqual([404, [`/data/attributes/${name}`]]);
  }
});

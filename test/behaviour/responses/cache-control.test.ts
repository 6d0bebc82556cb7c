// Every response to GET says how it may be stored (D632), and every header is as the description has it.
import { expect, it } from 'vitest';
import { nodeAt, type Node } from '../../../core/description/openapi-document.ts';
import { createDescriptionCheck } from '../../../scripts/contract/description-check.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

const PERSONAL = /^\/(?:admin|async_jobs|auth|me|roles|users)(?:\/|$)/;

it('a GET of each path without parameters has Cache-Control, with a token, without, and when it is refused', async () => {
  const document = await test.service.services.description.document('http://localhost');
  const paths = Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    !path.includes('{') && 'get' in (item as Node) ? [path] : [],
  );
  expect(paths.length).toBeGreaterThan(40);
  const wrong: unknown[] = [];
  for (const path of paths) {
    for (const client of [test.admin, test.anonymous]) {
      const { status, headers } = await client.get(path);
      const given = headers['cache-control'];
      const expected = status >= 400 ? 'no-store' : PERSONAL.test(path) ? /^(?:private, )?no-store$/ : 'no-cache';
      if (status !== 503 && !new RegExp(expected).test(String(given))) wrong.push([path, status, given]);
    }
  }
  expect(wrong).toEqual([]);
});

it.each(['/docs', '/docs/guide', '/', '/nothing', '/documents/999999', '/documents?page=x'])(
  'so has %s',
  async (path) => {
    const { headers } = await test.anonymous.request('get', path, (sending) => sending.redirects(0));
    expect(headers['cache-control']).toMatch(/^no-(?:cache|store)$/);
  },
);

it('the check of responses refuses a header that is not as described', async () => {
  const { check } = createDescriptionCheck(await test.service.services.description.document('http://localhost'));
  const { status, headers, text } = await test.admin.get('/auth/passkeys');
  const seen = { method: 'GET', url: '/auth/passkeys', status, headers: headers as Record<string, string>, text };
  expect(() => check(seen)).not.toThrow();
  expect(() => check({ ...seen, headers: { ...seen.headers, 'cache-control': 'private, no-store' } })).toThrow(
    'the header Cache-Control: not as described',
  );
  const created = await test.admin.post('/documents', { data: { type: 'documents', attributes: {} } });
  const made = { ...seen, method: 'POST', url: '/documents', status: 201, text: created.text };
  const own = created.headers as Record<string, string>;
  expect(() => check({ ...made, headers: own })).not.toThrow();
  expect(() => check({ ...made, headers: { ...own, location: 'not a URL' } })).toThrow('the header Location');
});

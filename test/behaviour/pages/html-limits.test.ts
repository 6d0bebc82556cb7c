// Pages and forms with extreme input: responses in time, with the right status.
import { beforeAll, expect, it } from 'vitest';
import { FORM_ROUTES } from '../../../core/browser/browser-pages.ts';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let browser: BrowserClient;
let csrf: string;

beforeAll(async () => {
  browser = openBrowserClient(test);
  await browser.signIn('admin');
  csrf = await browser.csrf();
});

const conditions = (count: number): string =>
  Array.from({ length: count }, (_, index) => `filter[status][ne]=${index}`).join('&');

it('shows some filters of a list, and none of a refused list with very many', async () => {
  const chips = (text: string): number => text.split('class="chip"').length - 1;
  const refused = await browser.get(`/documents?filter[nope]=1&${conditions(100)}`);
  expect([refused.status, chips(refused.text)]).toEqual([400, 50]);
  const many = await browser.get(`/documents?filter[nope]=1&${conditions(300)}`);
  expect([many.status, chips(many.text)]).toEqual([400, 0]);
});

it('refuses a form with too many fields', async () => {
  const form = new URLSearchParams({ csrf, 'field.title': 'Many' });
  for (let index = 0; index < 5_000; index++) form.append('a', '');
  const { status, text } = await browser.send('/html/new/documents', form);
  expect(status).toBe(413);
  expect(text).toContain('The form has more than 5000 fields.');
});

it('shows an anonymous caller no long form again', async () => {
  const visitor = openBrowserClient(test);
  let open = 0;
  for (const path of FORM_ROUTES) {
    const { status, text } = await visitor.get(path);
    if (status !== 200) continue;
    open++;
    const names = [...text.matchAll(/<(?:input|textarea)[^>]* name="([^"]+)"/g)].map(([, name = '']) => name);
    for (const name of new Set([...names, 'uuid', 'challenge'])) {
      const sent = await visitor.send(path, { [name]: '<'.repeat(300_000) });
      expect([path, name, sent.status, sent.text.length < 20_000]).toEqual([path, name, 413, true]);
    }
  }
  expect(open).toBe(5);
});

it('reports a path that cannot be decoded', async () => {
  const { status } = await browser.get('/folders/%FF/children');
  expect(status).toBe(400);
  expect(test.loggedErrors).toEqual([]);
});

it('deletes a concurrently changed object at the second attempt', async () => {
  const { id } = await test.admin.create('/documents', { title: 'One' });
  const path = `/html/delete/documents/${id}`;
  const etagOf = (text: string): string =>
    (/name="etag" value="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"');
  const etag = etagOf((await browser.get(path)).text);
  await test.admin.patch(`/documents/${id}`, { data: { type: 'documents', id, attributes: { title: 'Two' } } });
  const late = await browser.send(path, { csrf, etag });
  expect(late.status).toBe(412);
  expect((await browser.send(path, { csrf, etag: etagOf(late.text) })).status).toBe(303);
});

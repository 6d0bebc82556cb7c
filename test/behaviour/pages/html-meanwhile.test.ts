// Two users with the same form (D342): no change is overwritten unseen, and no input is lost.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowserClient, unescaped, type BrowserClient } from '../../support/clients/browser-client.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let browser: BrowserClient;
let csrf: string;
let id: string;
let form: string;

beforeAll(async () => {
  browser = openBrowserClient(test);
  await browser.signIn('admin');
  csrf = await browser.csrf();
});
beforeEach(async () => {
  const attributes = { title: 'Pie', description: 'Sweet', body: 'Bake.', tags: [{ name: 'food' }] };
  ({ id } = await test.admin.create('/documents', attributes));
  form = `/html/edit/documents/${id}`;
});

const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    ['csrf', 'etag', 'opened'].map((name) => [
      name,
      unescaped(
        new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(
          html.slice(html.indexOf('class="form"')),
        )?.[1] ?? '',
      ),
    ]),
  );
const change = (attributes: Record<string, unknown>) =>
  test.admin.patch(`/documents/${id}`, { data: { type: 'documents', id, attributes } });
const read = async (): Promise<Record<string, unknown>> =>
  ((await test.admin.get(`/documents/${id}`)).body as { data: ResourceData }).data.attributes;

const FIELDS = { 'field.title': 'Pie', 'field.description': 'Sweet', 'field.body': 'Bake.', 'field.tags': 'food' };

it('shows changes of others, keeps the entered values, and can be sent again', async () => {
  const opened = hidden((await browser.get(form)).text);
  await change({ title: 'Tart <b>', body: 'Fry.' });
  const entered = { ...FIELDS, 'field.title': 'Cake', 'field.description': 'Salty' };
  const refused = await browser.send(form, { ...opened, ...entered });
  expect(refused.status).toBe(412);
  const { text } = refused;
  expect(text).toContain('What has changed meanwhile');
  const row = (label: string): string => new RegExp(`<a href="#field-${label}">[\\s\\S]*?</tr>`).exec(text)?.[0] ?? '';
  expect(row('title')).toMatch(/Tart &lt;b&gt;<\/td><td class="long">Cake/);
  expect(row('body')).toMatch(/Fry\.<\/td>[\s\S]*not changed by you/);
  expect(row('description')).toBe('');
  expect(row('tags')).toBe('');
  // The entered values, and the present values of the others.
  expect(text).toMatch(/name="field\.title"[^>]*value="Cake"/);
  expect(text).toMatch(/<p class="theirs" id="theirs-title">Meanwhile changed to: <q>Tart &lt;b&gt;<\/q>/);
  expect(text).toMatch(/name="field\.title"[^>]*aria-describedby="theirs-title/);
  expect(text).toMatch(/name="field\.body"[^>]*>\nFry\.<\/textarea>/);
  expect(text).toMatch(/name="field\.description"[^>]*>\nSalty<\/textarea>/);

  const again = hidden(text);
  expect(again['etag']).not.toBe(opened['etag']);
  const sent = await browser.send(form, { ...again, ...entered, 'field.body': 'Fry.' });
  expect(sent.status).toBe(303);
  expect(await read()).toMatchObject({ title: 'Cake', description: 'Salty', body: 'Fry.' });
});

it('sends only the fields changed in the form, also after changes of others', async () => {
  const { etag: _etag, ...opened } = hidden((await browser.get(form)).text);
  void _etag;
  await change({ title: 'Tart', tags: [{ name: 'other' }] });
  // Without the condition, as a browser that lost it would.
  expect((await browser.send(form, { ...opened, ...FIELDS, 'field.body': 'Boil.' })).status).toBe(303);
  expect(await read()).toMatchObject({ title: 'Tart', body: 'Boil.', tags: [{ name: 'other' }] });
});

it('reports when other parts than the fields have changed', async () => {
  const opened = hidden((await browser.get(form)).text);
  await change({ title: 'Tart' });
  await change({ title: 'Pie' });
  const { status, text } = await browser.send(form, { ...opened, ...FIELDS, 'field.body': 'Boil.' });
  expect(status).toBe(412);
  expect(text).toContain('None of these fields.');
  expect((await browser.send(form, { ...hidden(text), ...FIELDS, 'field.body': 'Boil.' })).status).toBe(303);
});

it('names no field twice when both changes are the same', async () => {
  const opened = hidden((await browser.get(form)).text);
  await change({ title: 'Tart' });
  const { text } = await browser.send(form, { ...opened, ...FIELDS, 'field.title': 'Tart', 'field.body': 'Boil.' });
  expect(text).not.toContain('theirs-title');
  expect(text).toContain('None of these fields.');
});

it('shows no secret', async () => {
  const user = await test.admin.create('/users', { username: 'one', password: 'correct horse battery', uname: 'one' });
  const path = `/html/edit/users/${user.id}`;
  const opened = hidden((await browser.get(path)).text);
  const data = { type: 'users', id: user.id, attributes: { name: 'Other' } };
  await test.admin.patch(`/users/${user.id}`, { data });
  const { status, text } = await browser.send(path, { ...opened, 'field.password': 'another secret phrase', csrf });
  expect(status).toBe(412);
  expect(text).not.toContain('another secret phrase');
});

// Values that the inputs of a form cannot hold, or do not offer: a form does not change values that the user does not
// edit (D341).
import { beforeAll, expect, it } from 'vitest';
import { openBrowserClient, unescaped, type BrowserClient } from '../../support/clients/browser-client.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let browser: BrowserClient;
let csrf: string;

beforeAll(async () => {
  browser = openBrowserClient(test);
  await browser.signIn('admin');
  csrf = await browser.csrf();
});

const attributesOf = async (path: string): Promise<ResourceData['attributes']> =>
  ((await test.admin.get(path)).body as { data: ResourceData }).data.attributes;

/** The data of an unchanged form, as browsers send it. */
function untouched(html: string): URLSearchParams {
  const [, form = ''] = /<form class="form"([\s\S]*?)<\/form>/.exec(html) ?? [];
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<(?:input [^>]*|textarea [^>]*>[^<]*|select [\s\S]*?<\/select)/g)) {
    const [, name = ''] = / name="([^"]+)"/.exec(input) ?? [];
    if (input.includes('type="checkbox"') && !input.includes(' checked')) continue;
    const [, area] = /^<textarea[^>]*>\n([^<]*)/.exec(input) ?? [];
    const [, option] = /<option value="([^"]*)" selected>/.exec(input) ?? [];
    const [, value] = / value="([^"]*)"/.exec(input) ?? [];
    fields.append(name, unescaped(area ?? (input.startsWith('<select') ? (option ?? '') : (value ?? ''))));
  }
  return fields;
}

it('a form has JSON for more rows than the inputs can hold', async () => {
  const ranges = Array.from({ length: 1_001 }, (_, index) => ({
    start_date: new Date(Date.UTC(2026, 0, 1) + index * 86_400_000).toISOString().replace('.000Z', '+00:00'),
  }));
  const { id } = await test.admin.create('/events', { title: 'Daily', date_ranges: ranges });
  const form = `/html/edit/events/${id}`;
  const { text } = await browser.get(form);
  expect(text).toContain('<textarea id="field-date_ranges-json" name="field.date_ranges.json"');
  const fields = untouched(text);
  expect((await browser.send(form, fields)).headers['location']).toBe(`/events/${id}`);
  fields.set('field.title', 'Every day');
  expect((await browser.send(form, fields)).headers['location']).toBe(`/events/${id}#saved`);
  const saved = await attributesOf(`/events/${id}`);
  expect([saved['title'], (saved['date_ranges'] as unknown[]).length]).toEqual(['Every day', 1_001]);
  const changed = JSON.parse(fields.get('field.date_ranges.json') ?? '') as unknown[];
  fields.set('field.date_ranges.json', JSON.stringify(changed.slice(0, 2)));
  fields.set('opened', '');
  expect((await browser.send(form, { csrf, 'field.date_ranges': '1001' })).text).toContain('more than 1000 rows');
  fields.set('etag', '');
  expect((await browser.send(form, fields)).status).toBe(303);
  expect((await attributesOf(`/events/${id}`))['date_ranges']).toHaveLength(2);
});

it('a form has JSON for texts by name that lines cannot hold', async () => {
  const labels = { default: 'One\nTwo', 'a:b': 'x' };
  const made = await test.admin.create('/model/categories', { name: 'odd', labels, object_type_name: 'documents' });
  const form = `/html/edit/model/categories/${made.id}`;
  const { text } = await browser.get(form);
  const fields = untouched(text);
  expect(JSON.parse(fields.get('field.labels.json') ?? '')).toEqual(labels);
  fields.set('field.labels.json', JSON.stringify({ ...labels, de: 'Neu' }));
  expect((await browser.send(form, fields)).status).toBe(303);
  expect((await attributesOf(`/model/categories/${made.id}`))['labels']).toEqual({ ...labels, de: 'Neu' });
  const wrong = await browser.send(form, { csrf, 'field.labels.json': '{no' });
  expect([wrong.status, wrong.text.includes('This is not JSON.')]).toEqual([400, true]);
});

it('a form keeps the lines of a title with several', async () => {
  const { id } = await test.admin.create('/documents', { title: 'One\nTwo' });
  const form = `/html/edit/documents/${id}`;
  const { text } = await browser.get(form);
  expect(text).toMatch(/<textarea id="field-title" name="field\.title"[^>]*>\nOne\nTwo<\/textarea>/);
  const fields = untouched(text);
  fields.set('field.description', 'new');
  expect((await browser.send(form, fields)).status).toBe(303);
  expect((await attributesOf(`/documents/${id}`))['title']).toBe('One\nTwo');
});

it('a form offers a stored value that is no longer an option', async () => {
  const enumOf = (values: string[]) => ({ type: 'string', enum: values });
  const { id: kind } = await test.admin.create('/model/property_types', {
    name: 'mood',
    params: enumOf(['old', 'new']),
  });
  await test.admin.create('/model/properties', {
    name: 'mood_of',
    property_type_name: 'mood',
    object_type_name: 'documents',
  });
  const { id } = await test.admin.create('/documents', { title: 'Moody', mood_of: 'old' });
  const params = enumOf(['new']);
  const narrowed = await test.admin.patch(`/model/property_types/${kind}`, {
    data: { type: 'property_types', id: kind, attributes: { params } },
  });
  expect(narrowed.status).toBe(200);
  const form = `/html/edit/documents/${id}`;
  const { text } = await browser.get(form);
  expect(text).toMatch(/name="field\.mood_of"[^>]*>[^]*?<option value="old" selected>old<\/option>/);
  const fields = untouched(text);
  fields.set('field.description', 'new');
  expect((await browser.send(form, fields)).status).toBe(303);
  const saved = untouched((await browser.get(form)).text);
  expect([saved.get('field.mood_of'), saved.get('field.description')]).toEqual(['old', 'new']);
});

it('a form has a check box for a stored value that is no longer an option', async () => {
  const listOf = (values: string[]) => ({ type: 'array', items: { type: 'string', enum: values } });
  const { id: kind } = await test.admin.create('/model/property_types', { name: 'moods', params: listOf(['a', 'b']) });
  const property = { name: 'moods_of', property_type_name: 'moods', object_type_name: 'documents' };
  await test.admin.create('/model/properties', property);
  const { id } = await test.admin.create('/documents', { title: 'Moody', moods_of: ['a', 'b'] });
  const attributes = { params: listOf(['a']) };
  await test.admin.patch(`/model/property_types/${kind}`, { data: { type: 'property_types', id: kind, attributes } });
  const form = `/html/edit/documents/${id}`;
  const fields = untouched((await browser.get(form)).text);
  expect(fields.getAll('field.moods_of')).toEqual(['', 'a', 'b']);
  fields.set('field.description', 'new');
  expect((await browser.send(form, fields)).status).toBe(303);
  expect(untouched((await browser.get(form)).text).getAll('field.moods_of')).toEqual(['', 'a', 'b']);
});

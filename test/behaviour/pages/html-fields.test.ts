// Inputs for several values (D341), for settings of administrators, and for data of links.
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let browser: BrowserClient;
let csrf: string;

beforeAll(async () => {
  browser = openBrowserClient(test);
  await browser.signIn('admin');
  csrf = await browser.csrf();
});

const read = async (path: string): Promise<ResourceData> =>
  ((await test.admin.get(path)).body as { data: ResourceData }).data;

const openedOf = (html: string): string => /name="opened" value="([^"]*)"/.exec(html)?.[1] ?? '';

const changedBy = async (id: string): Promise<unknown> => {
  const { body } = await test.admin.get(`/history?filter[resource_id]=${id}&sort=-created&page_size=1`);
  return (body as { data: ResourceData[] }).data[0]?.meta['changed'];
};

describe('lists in forms', () => {
  it('have one name in each line, and keep other members of a name', async () => {
    await test.admin.create('/model/categories', {
      name: 'science',
      labels: { default: 'Science' },
      object_type_name: 'documents',
    });
    const made = await test.admin.create('/documents', {
      title: 'Tagged',
      tags: [{ name: 'old', label: 'Old one' }, { name: 'kept' }],
      categories: [{ name: 'science', params: 'x' }],
    });
    const form = `/html/edit/documents/${made.id}`;
    const { text } = await browser.get(form);
    for (const name of ['old', 'kept'])
      expect(text).toContain(`<input type="checkbox" name="field.tags" value="${name}" checked>`);
    expect(text).toContain('Choose, or enter others.');
    const fields = { csrf, opened: openedOf(text), 'field.categories': 'science\r\n' };
    const sent = await browser.send(form, { ...fields, 'field.tags': ' new \r\n\r\nkept\r\n' });
    expect(sent.status).toBe(303);
    const { attributes } = await read(`/documents/${made.id}`);
    expect((attributes['tags'] as { name: string }[]).map(({ name }) => name).sort()).toEqual(['kept', 'new']);
    expect(Object.keys((await changedBy(made.id)) as object)).toEqual(['tags']);
    await browser.send(form, { csrf, 'field.tags': '' });
    expect((await read(`/documents/${made.id}`)).attributes['tags']).toEqual([]);
  });

  it('have a check box for each value of an enum', async () => {
    const { text } = await browser.get('/html/new/model/object_types');
    expect(text).toMatch(/<fieldset class="field" id="field-associations"[^>]*>\s*<legend>Associations/);
    expect(text).toMatch(
      /<label class="check"><input type="checkbox" name="field\.associations" value="Tags"> Tags<\/label>/,
    );
    const query = new URLSearchParams({ csrf, 'field.name': 'cakes', 'field.singular': 'cake' });
    for (const value of ['', 'Tags', 'Categories']) query.append('field.associations', value);
    query.append('field.hidden', 'note\r\nrights');
    const sent = await browser.send('/html/new/model/object_types', query);
    expect(sent.status).toBe(303);
    const { attributes } = await read('/model/object_types/cakes');
    expect(attributes['associations']).toEqual(expect.arrayContaining(['Tags', 'Categories']));
    expect(attributes['hidden']).toEqual(['note', 'rights']);
  });

  it('have a row of inputs for each object with few members, and keep members without an input', async () => {
    const made = await test.admin.create('/events', {
      title: 'Fair',
      date_ranges: [
        { start_date: '2026-05-01T18:00:00+00:00', params: { hall: 1 } },
        { start_date: '2026-06-01T18:00:00+00:00', end_date: '2026-06-02T18:00:00+00:00', params: { hall: 2 } },
      ],
    });
    const form = `/html/edit/events/${made.id}`;
    const { text } = await browser.get(form);
    expect(text).toMatch(/role="group" aria-label="Date ranges, 1"/);
    expect(text).toMatch(
      /<label for="field-date_ranges-1-end_date">End date<\/label>\s*<input id="field-date_ranges-1-end_date" name="field\.date_ranges\.1\.end_date" type="datetime-local" value="2026-06-02T18:00:00"/,
    );
    const rows = (text.match(/aria-label="Date ranges, /g) ?? []).length;
    expect(rows).toBe(4);
    const row = (index: number, start: string, end = '') => ({
      [`field.date_ranges.${index}.start_date`]: start,
      [`field.date_ranges.${index}.end_date`]: end,
    });
    const unchanged = { ...row(0, '2026-05-01T18:00'), ...row(1, '2026-06-01T18:00', '2026-06-02T18:00') };
    const fields = { csrf, opened: openedOf(text), 'field.date_ranges': '4' };
    const nothing = await browser.send(form, { ...fields, ...unchanged, ...row(2, ''), ...row(3, '') });
    expect(nothing.headers['location']).toBe(`/events/${made.id}`);
    const emptied = {
      ...row(0, ''),
      ...row(1, '2026-06-01T18:00', ''),
      ...row(2, '2026-07-01T10:00:30'),
      ...row(3, ''),
    };
    expect((await browser.send(form, { ...fields, ...emptied })).status).toBe(303);
    const { attributes } = await read(`/events/${made.id}`);
    expect(attributes['date_ranges']).toMatchObject([
      { start_date: '2026-06-01T18:00:00+00:00', params: { hall: 2 } },
      { start_date: '2026-07-01T10:00:30+00:00' },
    ]);
    const wrong = await browser.send(form, { ...fields, ...row(0, ''), ...row(1, '', '2026-06-01T18:00') });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('id="fault-date_ranges"');
    expect(wrong.text).toContain(
      'name="field.date_ranges.1.end_date" type="datetime-local" value="2026-06-01T18:00:00"',
    );
  });

  it('have at most one row where the description limits the list to one', async () => {
    const { text } = await browser.get('/html/new/locations');
    expect((text.match(/aria-label="Geo tags, /g) ?? []).length).toBe(1);
    const sent = await browser.send('/html/new/locations', {
      csrf,
      'field.title': 'Square',
      'field.geo_tags': '1',
      'field.geo_tags.0.latitude': '44.5',
      'field.geo_tags.0.longitude': '-11.25',
    });
    expect(sent.status).toBe(303);
    const { attributes } = await read((sent.headers['location'] ?? '').replace('#saved', ''));
    expect(attributes['geo_tags']).toMatchObject([{ latitude: 44.5, longitude: -11.25 }]);
  });

  it('have a text for each name, and unchanged ids or names', async () => {
    const labels = 'default: Physics\r\nde: Physik: die';
    const fields = { csrf, 'field.name': 'physics', 'field.labels': labels, 'field.object_type_name': 'documents' };
    const sent = await browser.send('/html/new/model/categories', fields);
    expect(sent.status).toBe(303);
    const made = await read((sent.headers['location'] ?? '').replace('#saved', ''));
    expect(made.attributes['labels']).toEqual({ default: 'Physics', de: 'Physik: die' });
    const folder = await test.admin.create('/folders', { title: 'Outer' });
    const inner = await browser.send('/html/new/folders', {
      csrf,
      'field.title': 'Inner',
      'field.parent_id': folder.id,
    });
    expect(inner.status).toBe(303);
    expect((await browser.get('/html/new/admin/endpoint_permissions')).text).toMatch(
      /<select id="field-read"[^>]*>[\s\S]*?<option value="true">yes<\/option>[\s\S]*?<option value="mine">mine<\/option>/,
    );
  });
});

describe('members that administrators set', () => {
  it('are in the forms of administrators only', async () => {
    const { id } = await test.admin.create('/users', {
      username: 'nuisance',
      password: 'correct horse battery',
      uname: 'nui',
    });
    const form = `/html/edit/users/${id}`;
    const { text } = await browser.get(form);
    expect(text).toMatch(/<legend>For administrators<\/legend>[\s\S]*<label for="meta-blocked">Blocked<\/label>/);
    expect(text).toContain('<label for="meta-locked">Locked</label>');
    const sent = await browser.send(form, {
      csrf,
      opened: openedOf(text),
      'meta.blocked': 'true',
      'meta.locked': 'false',
    });
    expect(sent.status).toBe(303);
    expect((await read(`/users/${id}`)).meta).toMatchObject({ blocked: true, locked: false });
    const document = await test.admin.create('/documents', { title: 'Lockable' });
    const editor = openBrowserClient(test);
    await editor.signIn('editor');
    expect((await editor.get(`/html/edit/documents/${document.id}`)).text).not.toContain('meta.locked');
    const forged = { csrf: await editor.csrf(), 'field.title': 'Changed', 'meta.locked': 'true' };
    expect((await editor.send(`/html/edit/documents/${document.id}`, forged)).status).toBe(303);
    expect((await read(`/documents/${document.id}`)).meta['locked']).toBe(false);
  });
});

describe('the params of links', () => {
  it('have inputs by the schema of the relation', async () => {
    const params = {
      type: 'object',
      properties: { km: { type: 'integer', minimum: 1 }, by: { enum: ['foot', 'train'] } },
    };
    const relation = await test.admin.create('/model/relations', { name: 'near', inverse_name: 'near_to', params });
    for (const [side, type] of [
      ['left', 'documents'],
      ['right', 'locations'],
    ]) {
      const { id } = await read(`/model/object_types/${type ?? ''}`);
      const data = [{ type: 'object_types', id }];
      await test.admin.post(`/model/relations/${relation.id}/relationships/${side ?? ''}_object_types`, { data });
    }
    const document = await test.admin.create('/documents', { title: 'Walk' });
    const location = await test.admin.create('/locations', { title: 'Hill' });
    const path = `/documents/${document.id}/relationships/near`;
    const { text } = await browser.get(`/html/relate${path}`);
    expect(text).toContain('<legend>For each link that is added</legend>');
    expect(text).toMatch(
      /<label for="link-params-km">Km<\/label>\s*<input id="link-params-km" name="link\.params\.km" type="number"/,
    );
    expect(text).toMatch(/<option value="train">train/);
    expect(text).toContain('name="link.priority"');
    const fields = {
      csrf,
      method: 'post',
      related: `locations ${location.id}`,
      'link.params.by': 'train',
      'link.priority': '',
    };
    expect((await browser.send(`/html/relate${path}`, { ...fields, 'link.params.km': '12' })).status).toBe(303);
    const linked = (await test.admin.get(path)).body as { data: ResourceData[] };
    expect(linked.data[0]?.meta['relation']).toMatchObject({ params: { km: 12, by: 'train' } });
    const wrong = await browser.send(`/html/relate${path}`, { ...fields, 'link.params.km': '0' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('name="link.params.km" type="number" value="0"');
    const removed = await browser.send(`/html/relate${path}`, { ...fields, method: 'delete', 'link.params.km': '0' });
    expect(removed.status).toBe(303);
    const poster = await browser.get(`/html/relate/documents/${document.id}/relationships/poster`);
    expect(poster.text).toContain('name="link.params"');
    const image = await test.admin.create('/images', { title: 'Picture' });
    const json = { csrf, method: 'post', related: `images ${image.id}`, 'link.params': '{no' };
    const refused = await browser.send(`/html/relate/documents/${document.id}/relationships/poster`, json);
    expect([refused.status, refused.text.includes('This is not JSON.')]).toEqual([400, true]);
  });
});

// Relations, categories, tags and types are chosen by titles (D967).
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { serviceForTests, type ResourceData } from '../../support/service.ts';

const test = serviceForTests();
let admin: BrowserClient;
let csrf: string;
let made: ResourceData;
let image: ResourceData;

beforeAll(async () => {
  admin = openBrowserClient(test);
  await admin.signIn('admin');
  csrf = await admin.csrf();
  made = await test.editor.create('/documents', { title: 'Illustrated' });
  image = await test.editor.create('/images', { title: 'Harbour <b>' });
  await test.editor.create('/images', { title: 'Mountain' });
});

const relate = (name: string): string => `/html/relate/documents/${made.id}/relationships/${name}`;
const titleOf = (html: string): string[] =>
  [...html.matchAll(/name="related" value="([^"]*)">[^]*?<span>(.*?) <span/g)].map((found) => found[2] ?? '');

describe('a relationship', () => {
  it('offers what can be linked by title, and finds it', async () => {
    const { text } = await admin.get(relate('poster'));
    expect(titleOf(text)).toEqual(['Mountain', 'Harbour &lt;b&gt;']);
    expect(titleOf((await admin.get(`${relate('poster')}?q=harbour`)).text)).toEqual(['Harbour &lt;b&gt;']);
    expect(titleOf((await admin.get(`${relate('poster')}?q=nothing`)).text)).toEqual([]);
  });

  it('shows what is linked, and removes it', async () => {
    const fields = new URLSearchParams({ csrf, method: 'post' });
    fields.append('related', `images ${image.id}`);
    fields.append('related', '');
    expect((await admin.send(relate('poster'), fields)).headers['location']).toBe(`/documents/${made.id}#saved`);
    const [now = '', rest = ''] = (await admin.get(relate('poster'))).text.split('role="search"');
    expect([titleOf(now), titleOf(rest)]).toEqual([['Harbour &lt;b&gt;'], ['Mountain']]);
    const removed = { csrf, method: 'delete', related: `images ${image.id}` };
    expect((await admin.send(relate('poster'), removed)).status).toBe(303);
    expect((await admin.get(relate('poster'))).text).not.toContain('Linked now');
  });

  it('names two objects of one title with their unique names', async () => {
    for (const name of ['north', 'south']) await test.editor.create('/images', { title: 'Lighthouse', uname: name });
    const { text } = await admin.get(`${relate('poster')}?q=lighthouse`);
    expect(
      titleOf(text)
        .filter((title) => title.startsWith('Light'))
        .sort(),
    ).toEqual(['Lighthouse (north)', 'Lighthouse (south)']);
  });

  it('is named on the page of its object, by five titles at most', async () => {
    const others: { type: string; id: string }[] = [];
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
      const { type, id } = await test.editor.create('/documents', { title });
      others.push({ type, id });
    }
    await test.editor.post(`/documents/${made.id}/relationships/see_also`, { data: others });
    const [, relation = ''] = (await admin.get(`/documents/${made.id}`)).text.split('>See also</a>');
    const [shown = ''] = relation.split('</ul>');
    expect(shown).toContain('<span class="badge">6</span>');
    expect([...shown.matchAll(/<li><a href="[^"]*">(.*?)<\/a>/g)].map((found) => found[1])).toHaveLength(5);
    // It does not offer the object itself.
    expect(titleOf((await admin.get(relate('see_also'))).text)).not.toContain('Illustrated');
  });

  it('to objects of several types, and to roles, is chosen in the same way', async () => {
    expect(titleOf((await admin.get(`${relate('see_also')}?q=harbour`)).text)).toContain('Harbour &lt;b&gt;');
    expect(titleOf((await admin.get('/html/relate/users/2/relationships/roles')).text).length).toBeGreaterThan(0);
  });

  it('to folders, and to what is in one, is chosen by title too', async () => {
    const [folder, other] = [
      await test.editor.create('/folders', { title: 'Coast' }),
      await test.editor.create('/folders', { title: 'Hills' }),
    ];
    expect(titleOf((await admin.get(relate('parents'))).text)).toEqual(['Hills', 'Coast']);
    const fields = { csrf, method: 'post', related: `folders ${folder.id}` };
    expect((await admin.send(relate('parents'), fields)).status).toBe(303);
    const inFolder = (name: string): string => `/html/relate/folders/${folder.id}/relationships/${name}`;
    expect(titleOf((await admin.get(`${inFolder('children')}?q=mountain`)).text)).toContain('Mountain');
    expect(titleOf((await admin.get(inFolder('children'))).text)[0]).toBe('Illustrated');
    expect(titleOf((await admin.get(`${inFolder('parent')}?q=hills`)).text)).toEqual(['Hills']);
    const moved = { csrf, method: 'patch', related: `folders ${other.id}` };
    expect((await admin.send(inFolder('parent'), moved)).status).toBe(303);
  });

  it('is changed from the page of its object', async () => {
    expect((await admin.get(`/documents/${made.id}`)).text).toContain(`href="${relate('poster')}">choose<`);
    const anonymous = openBrowserClient(test);
    await test.admin.patch(`/documents/${made.id}`, { data: { ...made, attributes: { status: 'on' } } });
    expect((await anonymous.get(`/documents/${made.id}`)).text).not.toContain('/html/relate');
  });
});

describe('names of the model', () => {
  it('are suggested by their labels', async () => {
    const named = { name: 'red', labels: { default: 'Deep red' } };
    await test.admin.create('/model/categories', { ...named, object_type_name: 'documents' });
    await test.admin.create('/model/tags', { name: 'urgent', labels: { default: 'Urgent!' } });
    const { text } = await admin.get(`/html/edit/documents/${made.id}`);
    expect(text).toContain('name="field.categories" value="red"> Deep red</label>');
    expect(text).toMatch(/<datalist id="options-tags"><option value="urgent">Urgent!<\/option>/);
    expect((await admin.get(`/html/edit/images/${image.id}`)).text).not.toContain('Deep red');
    const property = await admin.get('/html/new/model/properties');
    expect(property.text).toMatch(/list="options-property_type_name"/);
    expect(property.text).toMatch(/<datalist id="options-object_type_name">.*<option value="documents">/);
  });

  it('are sent as chosen, and as entered', async () => {
    const fields = new URLSearchParams({ csrf });
    for (const tag of ['', 'urgent', 'new-one', ' urgent']) fields.append('field.tags', tag);
    fields.append('field.categories', 'red');
    expect((await admin.send(`/html/edit/documents/${made.id}`, fields)).status).toBe(303);
    const { body } = await test.admin.get(`/documents/${made.id}`);
    const { tags, categories } = (body as { data: ResourceData }).data.attributes as Record<string, { name: string }[]>;
    expect(tags?.map(({ name }) => name).sort()).toEqual(['new-one', 'urgent']);
    expect(categories?.map(({ name }) => name)).toEqual(['red']);
  });
});

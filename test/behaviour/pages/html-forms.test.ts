// Forms made from the description (D323): their inputs, their requests, and their messages about errors.
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let browser: BrowserClient;
let csrf: string;

beforeAll(async () => {
  await test.admin.create('/model/object_types', { name: 'recipes', singular: 'recipe', associations: [] });
  const property = (name: string, type: string): Promise<ResourceData> =>
    test.admin.create('/model/properties', { name, property_type_name: type, object_type_name: 'recipes' });
  await property('servings', 'integer');
  await property('vegan', 'boolean');
  await property('cooked_at', 'datetime');
  await property('invented_on', 'date');
  await property('steps', 'json');
  await property('page', 'url');
  browser = openBrowserClient(test);
  await browser.signIn('admin');
  csrf = await browser.csrf();
});

const read = async (path: string): Promise<ResourceData> =>
  ((await test.admin.get(path)).body as { data: ResourceData }).data;

const inputs = (html: string): string[] => [...html.matchAll(/name="field\.([^"]+)"/g)].map(([, name]) => name ?? '');

describe('the form of a new object', () => {
  it('has a field with a label and a hint for every attribute of its type', async () => {
    const { text, status } = await browser.get('/html/new/recipes');
    expect(status).toBe(200);
    expect(inputs(text)).toEqual(
      expect.arrayContaining([
        'title',
        'status',
        'uname',
        'servings',
        'vegan',
        'cooked_at',
        'invented_on',
        'steps',
        'page',
      ]),
    );
    const ids = [...text.matchAll(/<(?:input|select|textarea) id="([^"]+)" name="(?:field|meta)\./g)];
    expect(ids.length).toBeGreaterThan(20);
    for (const [, id] of ids) expect(text).toContain(`<label for="${id}">`);
    expect(text).toMatch(/name="field\.servings" type="number"/);
    expect(text).toMatch(/name="field\.invented_on" type="date"/);
    expect(text).toMatch(/name="field\.cooked_at" type="datetime-local"/);
    expect(text).toMatch(/name="field\.page" type="text"/);
    expect(text).toMatch(/<option value="draft">draft<\/option>/);
  });

  it('marks required fields, and shows no secret', async () => {
    const { text } = await browser.get('/html/new/users');
    expect(text).toMatch(/User ?name <span class="required">\(required\)<\/span>/i);
    expect(text).toMatch(/name="field\.password" type="password" value=""[^>]* required>/);
  });

  it('creates it, with typed values, and redirects to it', async () => {
    const response = await browser.send('/html/new/recipes', {
      csrf,
      'field.title': 'Skyr cake',
      'field.status': 'on',
      'field.servings': '8',
      'field.vegan': 'false',
      'field.cooked_at': '2026-05-01T10:30',
      'field.invented_on': '1900-01-02',
      'field.steps': '{"first": ["mix"]}',
      'field.description': '',
      'field.body': 'One\r\nTwo',
    });
    expect(response.status).toBe(303);
    const [, path = ''] = /^(\/recipes\/\d+)#saved$/.exec(response.headers['location'] ?? '') ?? [];
    expect((await read(path)).attributes).toMatchObject({
      title: 'Skyr cake',
      status: 'on',
      servings: 8,
      vegan: false,
      cooked_at: '2026-05-01T10:30:00+00:00',
      invented_on: '1900-01-02',
      steps: { first: ['mix'] },
      description: null,
      body: 'One\nTwo',
    });
  });

  it('is shown again with the status, the errors at their fields and the entered values', async () => {
    const { status, text } = await browser.send('/html/new/recipes', {
      csrf,
      'field.title': 'Kept <b>',
      'field.servings': 'many',
      'field.invented_on': '1900-99-99',
    });
    expect(status).toBe(400);
    expect(text).toContain('<p class="fault" id="fault-servings">');
    expect(text).toContain('<p class="fault" id="fault-invented_on">');
    expect(text).toMatch(
      /name="field\.servings" type="number" value="many"[^>]*aria-describedby="fault-servings" aria-invalid="true"/,
    );
    expect(text).toContain('value="Kept &lt;b&gt;"');
    expect(text).toContain('<a href="#field-servings">');
  });

  it('reports invalid JSON', async () => {
    const { status, text } = await browser.send('/html/new/recipes', {
      csrf,
      'field.title': 'x',
      'field.steps': '{no',
    });
    expect(status).toBe(400);
    expect(text).toMatch(/id="fault-steps">This is not JSON\.</);
    expect(text).toContain('{no</textarea>');
  });

  it('shows a conflict at its field', async () => {
    const fields = { csrf, 'field.username': 'Reader', 'field.password': 'x y z 1 2 3 4 5', 'field.uname': 'new-user' };
    const { status, text } = await browser.send('/html/new/users', fields);
    expect(status).toBe(400);
    expect(text).toContain('id="fault-username"');
    expect(text).not.toContain('x y z 1 2 3 4 5');
  });

  it('is offered to callers who may write, and is refused by the API for others', async () => {
    const other = openBrowserClient(test);
    await other.signIn('reader');
    const admin = await browser.get('/recipes');
    expect(admin.text).toContain('href="/html/new/recipes"');
    expect((await other.get('/recipes')).text).not.toContain('/html/new/recipes');
    expect((await openBrowserClient(test).get('/recipes')).text).not.toContain('/html/new/recipes');
    const sent = await other.send('/html/new/recipes', { csrf: await other.csrf(), 'field.title': 'x' });
    expect(sent.status).toBe(403);
    expect(sent.text).toContain('Your roles do not allow this operation.');
  });

  it('does not exist for paths without a resource body', async () => {
    for (const path of [
      '/html/new/signup',
      '/html/new/nothing',
      '/html/new/objects/1',
      '/html/edit/home',
      '/html/delete/documents',
    ]) {
      expect((await browser.get(path)).status).toBe(404);
    }
  });
});

describe('the form of an object', () => {
  it('has its values, and sends only changed fields', async () => {
    const steps = { first: ['mix'], 'a<b': '</textarea><script>' };
    const made = await test.admin.create('/recipes', {
      title: 'Soup',
      servings: 4,
      vegan: true,
      steps,
      description: 'Warm',
    });
    const path = `/html/edit/recipes/${made.id}`;
    const { text } = await browser.get(path);
    expect(text).toContain('value="Soup"');
    expect(text).toMatch(/<option value="true" selected>yes/);
    expect(text).toContain('&lt;/textarea&gt;&lt;script&gt;');
    const etag = /name="etag" value="([^"]+)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    expect(etag).toMatch(/^"\d+\./);
    const sent = {
      csrf,
      etag,
      'field.title': 'Stew',
      'field.servings': '4',
      'field.vegan': 'true',
      'field.description': '',
    };
    const response = await browser.send(path, sent);
    expect([response.status, response.headers['location']]).toEqual([303, `/recipes/${made.id}#saved`]);
    const { body } = await test.admin.get(`/history?filter[resource_id]=${made.id}&sort=-created&page_size=1`);
    expect((body as { data: ResourceData[] }).data[0]?.meta['changed']).toEqual({ title: 'Stew', description: null });
    expect((await read(`/recipes/${made.id}`)).attributes).toMatchObject({
      title: 'Stew',
      description: null,
      steps,
      servings: 4,
    });
  });

  it('does not overwrite concurrent changes', async () => {
    const made = await test.admin.create('/recipes', { title: 'Pie' });
    const path = `/html/edit/recipes/${made.id}`;
    const { text } = await browser.get(path);
    const etag = /name="etag" value="([^"]+)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    await test.admin.patch(`/recipes/${made.id}`, {
      data: { type: 'recipes', id: made.id, attributes: { title: 'Tart' } },
    });
    const { status, text: refused } = await browser.send(path, { csrf, etag, 'field.title': 'Cake' });
    expect(status).toBe(412);
    expect(refused).toContain('Another user has changed it since.');
    expect(refused).toContain('value="Cake"');
    expect((await read(`/recipes/${made.id}`)).attributes['title']).toBe('Tart');
  });

  it('is linked from its page, by id also when the page was requested by uname', async () => {
    const made = await test.admin.create('/recipes', { title: 'Found', uname: 'found', status: 'on' });
    const { text } = await browser.get('/recipes/found');
    expect(text).toContain(`href="/html/edit/recipes/${made.id}"`);
    expect(text).toContain(`href="/html/delete/recipes/${made.id}"`);
  });

  it('of an unknown object is 404', async () => {
    expect((await browser.get('/html/edit/recipes/999999')).status).toBe(404);
  });

  it('requires a sign-in, and then returns to the form', async () => {
    const { status, text } = await openBrowserClient(test).get('/html/new/recipes');
    expect(status).toBe(401);
    expect(text).toContain('action="/html/sign-in?return=%2Fhtml%2Fnew%2Frecipes"');
  });
});

describe('deleting', () => {
  it('asks for confirmation, then deletes and redirects to the list', async () => {
    const made = await test.admin.create('/recipes', { title: 'Gone' });
    const path = `/html/delete/recipes/${made.id}`;
    const { text } = await browser.get(path);
    expect(text).toContain('<h1>Delete Gone?</h1>');
    expect((await test.admin.get(`/recipes/${made.id}`)).status).toBe(200);
    const response = await browser.send(path, { csrf, etag: '' });
    expect([response.status, response.headers['location']]).toEqual([303, '/recipes#deleted']);
    expect((await test.admin.get(`/recipes/${made.id}`)).status).toBe(404);
    const trash = await browser.get(`/trash/${made.id}`);
    expect(trash.text).toContain(`href="/html/edit/trash/${made.id}"`);
    expect((await browser.send(`/html/edit/trash/${made.id}`, { csrf })).status).toBe(303);
    expect((await test.admin.get(`/recipes/${made.id}`)).status).toBe(200);
  });

  it('shows the reason when it is refused', async () => {
    const { status, text } = await browser.send('/html/delete/roles/1', { csrf, etag: '' });
    expect(status).toBe(403);
    expect(text).toContain('role="alert"');
  });
});

describe('relations', () => {
  it('are changed by types and ids', async () => {
    const made = await test.admin.create('/documents', { title: 'With a picture' });
    const image = await test.admin.create('/images', { title: 'Picture' });
    const page = `/documents/${made.id}/relationships/poster`;
    expect((await browser.get(page)).text).toContain(`href="/html/relate${page}"`);
    expect((await browser.get(`/html/relate${page}`)).text).toContain('type="radio" name="method" value="patch"');
    const response = await browser.send(`/html/relate${page}`, {
      csrf,
      method: 'post',
      related: `images ${image.id}\r\n`,
    });
    expect([response.status, response.headers['location']]).toEqual([303, `/documents/${made.id}#saved`]);
    expect((await test.admin.get(page)).text).toContain(`"id":"${image.id}"`);
    const slow = { csrf, method: 'post', related: `a${'/'.repeat(200_000)} b c` };
    expect((await browser.send(`/html/relate${page}`, slow)).status).toBe(400);
    const wrong = await browser.send(`/html/relate${page}`, { csrf, method: 'post', related: 'images 999999' });
    expect(wrong.status).toBe(404);
    expect(wrong.text).toContain('images 999999</textarea>');
    expect((await browser.send(`/html/relate${page}`, { csrf, method: 'post', related: '???' })).status).toBe(400);
  });

  it('to one are replaced and removed', async () => {
    const folder = await test.admin.create('/folders', { title: 'Inner' });
    const parent = await test.admin.create('/folders', { title: 'Outer' });
    const page = `/folders/${folder.id}/relationships/parent`;
    expect(
      (await browser.send(`/html/relate${page}`, { csrf, method: 'patch', related: `folders ${parent.id}` })).status,
    ).toBe(303);
    expect((await test.admin.get(page)).text).toContain(`"id":"${parent.id}"`);
    expect((await browser.get(`/html/relate${page}`)).text).toContain(`folders ${parent.id}</textarea>`);
    expect((await browser.send(`/html/relate${page}`, { csrf, method: 'patch', related: '' })).status).toBe(303);
  });
});

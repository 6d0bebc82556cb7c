// A form that is sent as it was opened changes nothing: what a page shows is taken back (D407). The walk follows the live
// description; a new path with PATCH is part of it.
import { beforeAll, expect, it } from 'vitest';
import { nodeAt } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { openBrowserClient, unescaped, type BrowserClient } from '../../support/clients/browser-client.ts';
import type { Ids, Row } from '../../support/permissions/permission-rows.ts';
import { TABLE } from '../../support/permissions/permission-table.ts';
import { makeWorld, prepareRequest } from '../../support/clients/prepared-request.ts';
import { serviceForTests } from '../../support/service.ts';

const paths = nodeAt(bundle, 'paths');
const idAt = (path: string, method: string): string => String(nodeAt(paths, path, method)['operationId'] ?? '');
/** Resources that can be changed, each at its own path; streams refuse every PATCH, and that of the trash restores. */
const changeable = Object.keys(paths).filter((path) => {
  const [reading, updating] = [TABLE[idAt(path, 'get')], TABLE[idAt(path, 'patch')]];
  return (
    reading &&
    updating &&
    updating.status !== 403 &&
    path.endsWith('}') &&
    !/^\/(?:trash|streams)\/|\/relationships\//.test(path)
  );
});

/** Abstract types, and one with a walk of its own. */
const OTHERS = ['objects', 'media', 'users'];

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : unescaped(found);
};

/** The value that a browser would send for one control. */
function sentValue(control: string): string | undefined {
  const head = /^<[^>]*>/.exec(control)?.[0] ?? '';
  if (control.startsWith('<textarea'))
    return unescaped(
      control
        .slice(head.length)
        .replace('</textarea>', '')
        .replace(/^\r?\n/, ''),
    );
  if (control.startsWith('<select')) {
    const options = [...control.matchAll(/<option[^>]*>/g)].map(([option]) => option);
    const chosen = options.find((option) => / selected\b/.test(option)) ?? options[0] ?? '';
    return attribute(chosen, 'value');
  }
  const type = attribute(head, 'type');
  if (type === 'file' || type === 'submit' || (type === 'checkbox' && !/ checked\b/.test(head))) return undefined;
  return attribute(head, 'value') ?? '';
}

/** The fields of the form with the tag of its resource, as a browser sends them. */
function fieldsOf(html: string): URLSearchParams {
  const form = html.split('<form').find((part) => part.includes('name="etag"')) ?? '';
  const fields = new URLSearchParams();
  const controls = form
    .split('</form>')[0]
    ?.matchAll(/<input [^>]*>|<textarea .*?<\/textarea>|<select .*?<\/select>/gs);
  for (const [control] of controls ?? []) {
    const name = attribute(/^<[^>]*>/.exec(control)?.[0] ?? '', 'name');
    const value = sentValue(control);
    if (name !== undefined && value !== undefined) fields.append(name, value);
  }
  return fields;
}

const test = serviceForTests({ env: { LEGACY_ROOT: '', JWT_TTL: '1d', RATE_LIMIT: 'off' } });
let browser: BrowserClient;
let world: Ids = {};
beforeAll(async () => {
  world = await makeWorld(test.admin);
  browser = openBrowserClient(test);
  await browser.signIn('admin');
});

/** Sends the form of a resource as it is. @returns what was wrong */
async function sendUnchanged(path: string): Promise<unknown[]> {
  const before = await test.admin.get(path);
  const page = await browser.get(`/html/edit${path}`);
  const fields = fieldsOf(page.text);
  if (page.status !== 200 || !fields.has('etag')) return [[path, page.status, page.text.slice(0, 300)]];
  const sent = await browser.send(`/html/edit${path}`, fields);
  const after = await test.admin.get(path);
  const isSame = JSON.stringify(after.body) === JSON.stringify(before.body);
  const faults = [...sent.text.matchAll(/id="fault[^>]*>([^<]*)</g)].map(([, text]) => text);
  return sent.status === 303 && isSame ? [] : [[path, sent.status, faults, isSame]];
}

it('covers the resources of the service', () => {
  expect(changeable.length).toBeGreaterThan(20);
});

it.each(changeable)('the form of %s', async (template) => {
  const { path } = await prepareRequest(test.admin, TABLE[idAt(template, 'patch')] as Row, world);
  expect(await sendUnchanged(path)).toEqual([]);
});

it('the forms of objects of every type, and of the own account', async () => {
  const { data } = (await test.admin.get('/model/object_types?page_size=100')).body as {
    data: { attributes: { name: string } }[];
  };
  const names = data.map(({ attributes }) => attributes.name).filter((name) => !OTHERS.includes(name));
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    const made = await test.admin.post(`/${name}`, {
      data: { type: name, attributes: { title: 'Any', status: 'on' } },
    });
    expect([name, made.status, made.text.slice(0, 300)]).toEqual([name, 201, made.text.slice(0, 300)]);
    const { id } = (made.body as { data: { id: string } }).data;
    expect(await sendUnchanged(`/${name}/${id}`)).toEqual([]);
  }
  expect(await sendUnchanged('/auth/user')).toEqual([]);
});

it('the form of an object with every kind of value', async () => {
  await test.admin.create('/model/object_types', { name: 'recipes', singular: 'recipe', associations: ['Tags'] });
  const values = {
    integer: 8,
    number: 1.25,
    boolean: false,
    datetime: '2026-05-01T10:30:17+00:00',
    date: '1900-01-02',
    json: { first: ['mix', null, 5e-7], text: '"quoted"' },
    url: '/relative?a=1&b=2',
    string: ' surrounded by blanks ',
    text: 'one\ntwo\n\n  three  <b>&amp;</b>',
  };
  for (const kind of Object.keys(values))
    await test.admin.create('/model/properties', {
      name: `a_${kind}`,
      property_type_name: kind,
      object_type_name: 'recipes',
    });
  const attributes = Object.fromEntries(Object.entries(values).map(([kind, value]) => [`a_${kind}`, value]));
  const extra = { list: [1, 'a', null], empty: {} };
  const tags = [{ name: 'red' }];
  const { id } = await test.admin.create('/recipes', { title: 'A & "B" <c>', ...attributes, extra, tags, lang: 'it' });
  expect(await sendUnchanged(`/recipes/${id}`)).toEqual([]);
  const empty = await test.admin.create('/recipes', { title: null });
  expect(await sendUnchanged(`/recipes/${empty.id}`)).toEqual([]);
  const json = await test.admin.create('/recipes', { a_json: 'text' });
  expect(await sendUnchanged(`/recipes/${json.id}`)).toEqual([]);
});

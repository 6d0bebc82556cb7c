// Attributes that only some roles write (D579): 403 with the pointer of each, in every operation that sets attributes,
// without revealing the stored value.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Response } from 'supertest';
import { SERVICE_CONTEXT } from '../../../core/context.ts';
import type { ResolvedType } from '../../../core/model/model.ts';
import { createObject } from '../../../core/objects/writing/write-objects.ts';
import { NO_QUERY } from '../../../core/representation/responses.ts';
import { objectView } from '../../../core/representation/object-views.ts';
import { sendOperations } from '../../support/clients/atomic.ts';
import { openAttributeWorld, permit, type AttributeWorld, type Rules } from '../../support/writes/attribute-world.ts';
import { openBrowserClient } from '../../support/clients/browser-client.ts';
import { errorSources, type Client, type ResourceData, type TestService } from '../../support/service.ts';
import { PAGE, signupTools } from '../../support/accounts/signups.ts';
import { attributesOf, restore } from '../../support/database/versions.ts';

let world: AttributeWorld;
let test: TestService;
let made: ResourceData;
let member: Client;
const signups = signupTools(() => test);
/** `secret` is unseen by others; `salary` and `title` are seen, and written by the role only. */
const RULES: Rules = { secret: { read: ['board'] }, salary: { write: ['board'] }, title: { write: ['board'] } };
beforeAll(async () => {
  world = await openAttributeWorld({ TRUST_PROXY: '1' });
  ({ test, made, member } = world);
});
beforeEach(() => permit(world, 'dossiers', RULES));
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
  await test.close();
});

const body = (attributes: object, { id, type }: Partial<ResourceData> = { type: 'dossiers' }) => ({
  data: { ...(id !== undefined && { id }), type, attributes },
});
const patch = (client: Client, attributes: object, of = made) =>
  client.patch(`/${of.type}/${of.id}`, body(attributes, of));
const refusedBy = ({ body: answer }: Response): unknown[] =>
  ((answer as { errors?: { meta?: { refused_by?: string } }[] }).errors ?? []).map(({ meta }) => meta?.refused_by);

/** 403 by the attributes, at these pointers. */
function expectRefused(response: Response, ...names: string[]): void {
  expect([response.status, response.text]).toEqual([403, response.text]);
  expect(errorSources(response)).toEqual(names);
  expect(refusedBy(response)).toEqual(names.map(() => 'attribute'));
}
const at = (name: string): string => `/data/attributes/${name}`;

describe('a caller without the role', () => {
  it('sets restricted attributes neither in a new object nor in a change, with any values', async () => {
    const before = await attributesOf(test.admin, made);
    for (const attributes of [{ secret: 'zebrasecret' }, { secret: 'other' }, { secret: null }, { secret: ['x'] }]) {
      const answer = await patch(test.editor, { ...attributes, subject: 'lost' });
      expectRefused(answer, at('secret'));
      expect(answer.text).not.toMatch(/zebra/);
    }
    expectRefused(await patch(test.editor, { salary: 1, title: 'x' }), at('salary'), at('title'));
    expectRefused(await test.editor.post('/dossiers', body({ salary: 1, secret: 'x' })), at('salary'), at('secret'));
    expect(await attributesOf(test.admin, made)).toEqual(before);
    expect((await patch(member, { secret: 'zebrasecret', salary: 424242 })).status).toBe(200);
    expect((await test.editor.post('/dossiers', body({ subject: 'allowed' }))).status).toBe(201);
    const open = await test.anonymous.post('/dossiers', body({ salary: 1 }));
    expect(open.status).toBe(401);
  });

  it('may send back unchanged attributes that it may read', async () => {
    const { attributes } = ((await test.editor.get(`/dossiers/${made.id}`)).body as { data: ResourceData }).data;
    expect(attributes).not.toHaveProperty('secret');
    const sent = await patch(test.editor, { ...attributes, subject: 'sent back' });
    expect([sent.status, sent.text]).toEqual([200, sent.text]);
    expect(await attributesOf(test.admin, made)).toMatchObject({ subject: 'sent back', secret: 'zebrasecret' });
    await patch(test.editor, { subject: 'plain words' });
  });

  it('cannot set them in bulk or in atomic operations, which then change nothing', async () => {
    const bulk = (attributes: object, client = test.editor) =>
      client.post('/bulk/edit', { data: { attributes, objects: { dossiers: [made.id], documents: [world.open.id] } } });
    for (const value of ['zebrasecret', 'other']) {
      expectRefused(await bulk({ secret: value, subject: 'lost' }), at('secret'));
    }
    const operations = (attributes: object) => [
      { op: 'update', data: { type: 'documents', id: world.open.id, attributes: { title: 'lost' } } },
      { op: 'update', data: { type: 'dossiers', id: made.id, attributes } },
    ];
    const refused = await sendOperations(test.editor, operations({ salary: 2 }));
    expect([refused.status, errorSources(refused)]).toEqual([403, ['/atomic:operations/1/data/attributes/salary']]);
    expect(await attributesOf(test.admin, world.open)).toMatchObject({ title: 'Yak' });
    expect((await sendOperations(member, operations({ salary: 424242 }))).status).toBe(200);
    await test.admin.patch(`/documents/${world.open.id}`, body({ title: 'Yak' }, world.open));
  });

  it('cannot set them on the legacy side or by a form', async () => {
    const folder = Number(((await test.admin.get('/folders/publication')).body as { data: { id: string } }).data.id);
    const flat = { Accept: 'application/json', 'Content-Type': 'application/json' };
    const save = (data: object, client = test.editor) =>
      client.request('post', '/objects', (request) => request.set(flat).send(JSON.stringify({ data })));
    const fresh = await save({ object_type: 'dossier', title: 'x', parents: [folder] });
    expect([fresh.status, errorSources(fresh)]).toEqual([403, ['/data/title']]);
    const custom = { custom_properties: { salary: 3 } };
    await test.admin.post(`/folders/${folder}/relationships/children`, { data: [{ type: 'dossiers', id: made.id }] });
    const changed = await save({ id: Number(made.id), ...custom });
    expect([changed.status, errorSources(changed)]).toEqual([403, ['/data/custom_properties/salary']]);
    expect((await save({ id: Number(made.id), custom_properties: { salary: 424242 } }, member)).status).toBe(200);
    const browser = openBrowserClient(test);
    await browser.signIn('editor');
    const form = `/html/edit/dossiers/${made.id}`;
    const { text } = await browser.get(form);
    expect(['subject', 'salary', 'title', 'secret'].filter((name) => text.includes(`name="field.${name}"`))).toEqual([
      'subject',
    ]);
    expect(text).not.toContain('zebrasecret');
    const opened = /name="opened" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const sent = await browser.send(form, { csrf: await browser.csrf(), opened, 'field.salary': '5' });
    expect([sent.status, await attributesOf(test.admin, made)]).toMatchObject([303, { salary: 424242 }]);
    const whole = openBrowserClient(test);
    await whole.signIn('member');
    expect((await whole.get(form)).text).toContain('zebrasecret');
  });

  it('cannot set them in translations, whose other fields it can change', async () => {
    await permit(world, 'dossiers', { ...RULES, body: { read: ['board'] } });
    const { id } = world.translation;
    const change = (client: Client, translated_fields: object) =>
      client.patch(`/translations/${id}`, { data: { type: 'translations', id, attributes: { translated_fields } } });
    const pointer = (name: string): string => `/data/attributes/translated_fields/${name}`;
    for (const value of ['zebratradotto', 'x', null]) {
      expectRefused(await change(test.editor, { subject: 'y', body: value }), pointer('body'));
    }
    expectRefused(await change(test.editor, { title: 'x' }), pointer('title'));
    const kept = await change(test.editor, { title: 'zebratradotto', subject: 'altre' });
    expect([kept.status, kept.text]).toEqual([200, kept.text]);
    expect((await change(test.editor, { subject: 'parole' })).status).toBe(200);
    const whole = (await member.get(`/translations/${id}`)).body as { data: ResourceData };
    const fields = { title: 'zebratradotto', body: 'zebratradotto', subject: 'parole' };
    expect(whole.data.attributes['translated_fields']).toEqual(fields);
    const attributes = { object_id: Number(made.id), lang: 'fr', status: 'on', translated_fields: { body: 'x' } };
    expectRefused(await test.editor.post('/translations', body(attributes, { type: 'translations' })), pointer('body'));
  });

  it('cannot set them by restoring a version, which keeps hidden attributes', async () => {
    const object = await member.create('/dossiers', { title: 'A', secret: 'first', salary: 1, status: 'on' });
    expect((await patch(member, { secret: 'second', subject: 'B' }, object)).status).toBe(200);
    expect((await restore(test.editor, object, 1)).status).toBe(200);
    expect(await attributesOf(member, object)).toMatchObject({ secret: 'second', subject: null });
    expect((await patch(member, { salary: 2 }, object)).status).toBe(200);
    expectRefused(await restore(test.editor, object, 1), at('salary'));
    expect((await restore(member, object, 1)).status).toBe(200);
    expect(await attributesOf(member, object)).toMatchObject({ secret: 'first', salary: 1 });
  });

  it('creates copies without them', async () => {
    await permit(world, 'dossiers', { ...RULES, grade: { write: ['board'] } });
    const clone = (client: Client, attributes: object = {}) =>
      client.post(`/dossiers/${made.id}/actions/clone`, {
        data: { type: 'dossiers', attributes, meta: { include: ['translations'] } },
      });
    expectRefused(await clone(test.editor, { secret: 'x' }), at('secret'));
    const { status, body: answer, text } = await clone(test.editor);
    expect([status, /zebrasecret|Zebratitle|zebratitle/.test(text)]).toEqual([201, false]);
    const copy = (answer as { data: ResourceData }).data;
    const shown = { title: null, secret: null, salary: null, grade: 'low', subject: 'plain words' };
    expect(await attributesOf(test.admin, copy)).toMatchObject(shown);
    const translations = await test.admin.get(`/dossiers/${copy.id}/translations`);
    expect((translations.body as { data: ResourceData[] }).data[0]?.attributes['translated_fields']).toEqual({
      body: 'zebratradotto',
      subject: 'parole',
    });
    const whole = (await clone(member)).body as { data: ResourceData };
    expect(await attributesOf(test.admin, whole.data)).toMatchObject({ secret: 'zebrasecret', grade: 'high' });
  });
});

describe('names', () => {
  it('that are public are not made from a title that only some roles may read', async () => {
    await permit(world, 'dossiers', { title: { read: ['board'] } });
    const object = await member.create('/dossiers', { title: 'Merger with Acme' });
    expect(object.attributes['uname']).toMatch(/^dossiers-[0-9a-f]{6}$/);
    const named = await member.create('/documents', { title: 'Merger with Acme' });
    expect(named.attributes['uname']).toBe('merger-with-acme');
  });
});

describe('the service itself', () => {
  it('writes them in its own context, in which it reads like an anonymous caller', async () => {
    const { objects } = test.service.services;
    const given = { typeName: 'dossiers', attributes: { secret: 'own', status: 'on' } };
    const { document } = await createObject(objects, given, SERVICE_CONTEXT);
    expect(document.custom).toMatchObject({ secret: 'own' });
    const { resources } = await objectView(objects, 'TypedObjects').represent(
      [{ type: objects.modelService.current().types.get('dossiers') as ResolvedType, document }],
      { ...NO_QUERY, isSingle: true },
      SERVICE_CONTEXT,
    );
    expect(resources[0]?.attributes).not.toHaveProperty('secret');
  });
});

describe('accounts', () => {
  it('cannot get restricted attributes by signup, only from the service itself', async () => {
    await permit(world, 'users', { status: { write: [] }, surname: { write: [] } });
    const flat = { 'Content-Type': 'application/json' };
    const person = {
      username: 'newcomer',
      email: 'n@example.org',
      password: 'words to pass 2026',
      activation_url: PAGE,
    };
    const refused = await test.anonymous.post('/signup', { ...person, surname: 'Comer' }, flat);
    expect([refused.status, refused.text]).toEqual([401, refused.text]);
    const { uuid, user } = await signups.signUp();
    expect((await signups.activate(uuid)).status).toBe(202);
    expect(await attributesOf(test.admin, user)).toMatchObject({ status: 'on', surname: null });
    await permit(world, 'users', null);
  });
});

// `before.object`: a rule of a project that applies to every way of writing (D348).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectProposal } from '../../../core/events/events.ts';
import { objectWrites } from '../../../core/extensions/extension-description.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { openLegacyWorld, type LegacyWorld } from '../../support/writes/legacy.ts';
import { TABLE } from '../../support/permissions/permission-table.ts';
import { prepareRequest } from '../../support/clients/prepared-request.ts';
import { outcome } from '../../support/database/rows.ts';
import { errorCodes, errorSources, type Client, type TestService } from '../../support/service.ts';

/** A document needs a description before it is published; users in `barred` write nothing. */
const RULES = `
const source = { pointer: '/data/attributes/description' };
export const proposals = [];
export const barred = new Set();
export const does = {};
export default {
  name: 'rules',
  errors: {
    text_missing: { status: 422, title: 'Published documents have a description' },
    barred: { status: 423, title: 'Not you' },
  },
  before: {
    object(proposal, { refuse }) {
      proposals.push(proposal);
      if (barred.has(proposal.user_id)) throw refuse('barred', 'Not you.');
      const { object_type, event, attributes } = proposal;
      const act = does[attributes.title];
      if (act) return act(attributes, { refuse });
      if (object_type !== 'documents' || /^Wombat/.test(attributes.title) || event === 'removed' || event === 'deleted') return;
      if (attributes.status === 'on' && !attributes.description) throw refuse('text_missing', { detail: 'A text, please.', source });
    },
  },
};`;

interface Rules {
  proposals: ObjectProposal[];
  barred: Set<number | null>;
  does: Record<
    string,
    (attributes: Record<string, unknown>, tools: { refuse: (code: string, why: string) => Error }) => unknown
  >;
}

const MISSING = '422 text_missing /data/attributes/description';

let folder: string;
let world: LegacyWorld;
let test: TestService;
let rules: Rules;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-rules-'));
  const file = path.join(folder, 'rules.mjs');
  await writeFile(file, RULES);
  world = await openLegacyWorld({ EXTENSIONS_DIR: folder, EXTENSION_TIMEOUT: '1s' });
  ({ test } = world);
  rules = (await import(pathToFileURL(file).href)) as Rules;
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  rules.proposals.length = 0;
});

const draft = async (): Promise<string> => (await test.editor.create('/documents', { title: 'Draft' })).id;
const patch = (id: string, attributes: object, client: Client = test.editor) =>
  client.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes } });
const statusOf = async (id: string | number) => (await world.attributes('documents', Number(id)))['status'];
const proposals = () =>
  rules.proposals.map(({ event, object_type: type, changed }) => [event, type, [...changed].sort()]);

describe('a rule about objects', () => {
  it('applies to POST and PATCH, with its own code, status and source', async () => {
    const refused = await test.editor.post('/documents', { data: { type: 'documents', attributes: { status: 'on' } } });
    expect([refused.status, errorCodes(refused)[0], errorSources(refused)]).toEqual([
      422,
      'text_missing',
      ['/data/attributes/description'],
    ]);
    const id = await draft();
    expect(await outcome(patch(id, { status: 'on' }))).toBe(MISSING);
    expect((await patch(id, { status: 'on', description: 'Text' })).status).toBe(200);
    expect(await outcome(patch(id, { description: null }))).toBe(MISSING);
  });

  it('is called once for each write, with the resulting object', async () => {
    const id = await draft();
    await patch(id, { description: 'Text', extra: { a: [1] } });
    expect(proposals()).toEqual([
      ['created', 'documents', expect.arrayContaining(['status', 'title', 'uname']) as unknown],
      ['updated', 'documents', ['description', 'extra']],
    ]);
    expect(rules.proposals[1]).toMatchObject({
      object_id: Number(id),
      user_id: expect.any(Number) as unknown,
      attributes: { title: 'Draft', description: 'Text', status: 'draft', extra: { a: [1] } },
    });
    await patch(id, { description: 'Text' });
    expect(rules.proposals).toHaveLength(2);
  });

  it('applies to bulk edits, which report each refusal', async () => {
    const [bare, full] = [await draft(), await draft()];
    await patch(full, { description: 'Text' });
    const edit = { data: { attributes: { status: 'on' }, objects: { documents: [bare, full] } } };
    const { status, body } = await test.editor.post('/bulk/edit', edit);
    const { saved, errors } = (body as { data: { saved: string[]; errors: unknown } }).data;
    expect([status, saved, errors]).toEqual([200, [full], [{ id: bare, message: 'A text, please.' }]]);
    expect([await statusOf(bare), await statusOf(full)]).toEqual(['draft', 'on']);
  });

  it('applies to the legacy side, with pointers into its body', async () => {
    const data = { object_type: 'document', title: 'New', parents: [world.publicationId] };
    const made = await world.save(data);
    expect([made.status, errorCodes(made)[0], errorSources(made)]).toEqual([
      422,
      'text_missing',
      ['/data/description'],
    ]);
    const { body } = await world.save({ ...data, description: 'Text' });
    const { id } = (body as { data: { id: number } }).data;
    const emptied = await world.save({ id, description: null });
    expect([emptied.status, errorSources(emptied)]).toEqual([422, ['/data/description']]);
    const moved = await world.save({ id, description: null, parents: [await world.section('Other')] });
    expect([moved.status, errorSources(moved)]).toEqual([422, ['/data/description']]);
    expect(await world.children(world.publicationId)).toContain(id);
  });

  it('applies to copies and restored objects', async () => {
    const id = await draft();
    const clone = (attributes: object) =>
      test.editor.post(`/documents/${id}/actions/clone`, { data: { type: 'documents', attributes } });
    expect(await outcome(clone({ status: 'on' }))).toBe(MISSING);
    await test.editor.delete(`/documents/${id}`);
    // Behind the back of the service.
    const { store } = test.service.services;
    await store.documents('documents').updateOne({ _id: Number(id) }, { $set: { status: 'on' } });
    const back = () => test.editor.patch(`/trash/${id}`, { data: { id, type: 'objects' } });
    expect(await outcome(back())).toBe(MISSING);
    expect((await test.editor.delete(`/trash/${id}`)).status).toBe(204);
  });

  it('refuses all writes of the same unit', async () => {
    const [above, below] = [
      await test.editor.create('/folders', {}),
      await test.editor.create('/folders', { title: 'Kept' }),
    ];
    const children = { data: [{ type: 'folders', id: below.id }] };
    await test.editor.post(`/folders/${above.id}/relationships/children`, children);
    const other = await draft();
    rules.does['Kept'] = (_attributes, { refuse }) => {
      throw refuse('barred', 'It is kept.');
    };
    expect(await outcome(test.editor.delete(`/folders/${above.id}`))).toBe('423 barred');
    delete rules.does['Kept'];
    expect((await test.editor.get(`/folders/${above.id}`)).status).toBe(200);
    const relationships = { see_also: { data: [{ type: 'documents', id: other }] } };
    const body = { data: { type: 'documents', attributes: { status: 'on' }, relationships } };
    expect(await outcome(test.editor.post('/documents', body))).toBe(MISSING);
    expect(await world.related(Number(other), 'see_also')).toEqual([]);
  });

  it('reports the code of each of several refused objects', async () => {
    const [first, second] = [await draft(), await draft()];
    const { id } = (await test.editor.get('/auth/user')).body.data as { id: string };
    rules.barred.add(Number(id));
    const response = await test.editor.delete(`/documents?ids=${first},${second}`);
    rules.barred.clear();
    expect([response.status, errorCodes(response)]).toEqual([423, ['barred', 'barred', 'barred']]);
  });
});

describe('code of a rule', () => {
  const create = (title: string) =>
    supertest(test.service.app)
      .post('/documents')
      .set({
        Host: 'localhost',
        Authorization: `Bearer ${test.editor.token}`,
        'Content-Type': 'application/vnd.api+json',
      })
      .send(JSON.stringify({ data: { type: 'documents', attributes: { title, extra: { a: 1 } } } }));

  it.each([
    ['hangs', () => new Promise(() => undefined), 'before object failed'],
    ['throws', () => (undefined as unknown as string[]).length, 'before object failed'],
    ['returns something', () => ({ body: {} }), 'before object returned a value, but cannot change anything'],
  ])('that %s is 500, the log names it, and nothing is written', async (title, act, message) => {
    rules.does[title] = act;
    test.loggedErrors.length = 0;
    expect((await create(title)).status).toBe(500);
    expect(test.loggedErrors.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ extension: 'rules', msg: message }),
    );
    expect(await test.service.services.store.documents('documents').countDocuments({ title })).toBe(0);
  });

  it('cannot change objects in place', async () => {
    rules.does['Sound'] = (attributes) => {
      (attributes['extra'] as Record<string, unknown>)['a'] = 2;
      attributes['title'] = 'Other';
    };
    const { body } = await create('Sound');
    const { data } = JSON.parse(JSON.stringify(body)) as { data?: unknown };
    expect(data ?? JSON.parse((await create('Sound')).text).data).toMatchObject({
      attributes: { title: 'Sound', extra: { a: 1 } },
    });
  });
});

describe('concurrent writes', () => {
  it('call rules again for a retried write, and send each event once', async () => {
    const id = await draft();
    await patch(id, { status: 'on', description: 'Text' });
    const changes: string[] = [];
    const end = test.service.services.events.on('object', ({ changed }) => void changes.push(changed.join()));
    // One removes the text, the other publishes: the second one is refused because of the first.
    await patch(id, { status: 'draft' });
    changes.length = 0;
    rules.proposals.length = 0;
    const answers = await Promise.all([
      patch(id, { status: 'on' }),
      patch(id, { description: null }),
      ...['a', 'b', 'c'].map((title) => patch(id, { title })),
    ]);
    end();
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(1);
    expect(changes).toHaveLength(4);
    expect(rules.proposals.length).toBeGreaterThanOrEqual(5);
  });
});

describe('the consequence of a change', () => {
  it('does not call the rule: a deleted role is removed from its users', async () => {
    const role = await test.admin.create('/roles', { name: 'passing' });
    const client = await test.addClient('passing', [Number(role.id)]);
    const { id } = (await client.get('/auth/user')).body.data as { id: string };
    rules.barred.add(1);
    rules.proposals.length = 0;
    expect((await test.admin.delete(`/roles/${role.id}`)).status).toBe(204);
    rules.barred.clear();
    expect(rules.proposals).toEqual([]);
    const user = await test.service.services.store.documents('users').findOne({ _id: Number(id) });
    expect(user?.['role_ids'] ?? []).toEqual([]);
  });
});

describe('the description', () => {
  // Their requests in the table do not get to the hook, need a provider, or change nothing.
  const elsewhere: readonly string[] = [
    ...['signIn', 'signUp', 'activateSignup', 'changeCredentials', 'createObject', 'addObjectChildren'],
    ...['removeUserRoles', 'removeRoleUsers', 'removeFolderParent', 'removeFolderChildren', 'removeTypedObjectParents'],
  ];

  it('has the statuses of such a rule for the operations that it may refuse, and for no others', async () => {
    const barred = await test.addClient('barred', [1]);
    rules.barred.add(Number(((await barred.get('/auth/user')).body.data as { id: string }).id));
    const refused: string[] = [];
    const rows = Object.entries(TABLE).filter(([, { at }]) => !at.startsWith('GET '));
    for (const [operationId, row] of rows) {
      // The client checks that the description knows the status.
      const { status, text } = await (await prepareRequest(test.admin, row)).send(barred);
      if (status === 423 && text.includes('"barred"')) refused.push(operationId);
    }
    rules.barred.clear();
    expect(refused.sort()).toEqual(
      objectWrites(bundle)
        .filter((id) => !elsewhere.includes(id))
        .sort(),
    );
  });
});

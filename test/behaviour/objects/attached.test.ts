// Translations and annotations have the visibility of their object (D14, D20), are included with objects (D8), and are
// trashed separately (D29, D54).
import { describe, expect, it } from 'vitest';
import { removeWithObjects } from '../../../core/objects/owned/owned-rows.ts';
import { trashedAnnotations, trashedTranslations } from '../../../core/objects/trash/trashed-owned.ts';
import { FULL_ACCESS, type RequestContext } from '../../../core/context.ts';
import type { ApiError } from '../../../core/errors.ts';
import { profiled } from '../../support/database/profiled.ts';
import { type Client, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });

type Data = { id: string; type: string; relationships?: Record<string, { data?: { id: string; type: string }[] }> };
const list = (response: { body: unknown }) => response.body as { data: Data[]; included?: Data[] };
const idsIn = (response: { body: unknown }): string[] => list(response).data.map(({ id }) => id);

const patch = (id: string, attributes: object) =>
  test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes } });

/** An object with one of each. */
async function make(attributes: object = {}) {
  const document = await test.editor.create('/documents', { title: 'A word', status: 'on', ...attributes });
  const object_id = Number(document.id);
  const fields = { object_id, lang: 'it', status: 'on', translated_fields: { title: 'Una parola' } };
  const translation = await test.editor.create('/translations', fields);
  const annotation = await test.editor.create('/annotations', { object_id, description: 'A remark' });
  return { id: document.id, translation: translation.id, annotation: annotation.id };
}

/** The translations and annotations that a caller sees, alone and in lists. */
async function seenBy(client: Client, { id, translation, annotation }: Awaited<ReturnType<typeof make>>) {
  const statuses = [
    (await client.get(`/translations/${translation}`)).status,
    (await client.get(`/annotations/${annotation}`)).status,
  ];
  const listed = [
    idsIn(await client.get(`/translations?filter[object_id]=${id}`)).length,
    idsIn(await client.get(`/annotations?filter[object_id]=${id}`)).length,
  ];
  return [...statuses, ...listed];
}
const SEEN = [200, 200, 1, 1];
const GONE = [404, 404, 0, 0];

describe('resources of an object have its visibility', () => {
  it('a draft hides them, and a published object shows them', async () => {
    const made = await make({ status: 'draft' });
    expect([await seenBy(test.anonymous, made), await seenBy(test.editor, made)]).toEqual([GONE, SEEN]);
    await patch(made.id, { status: 'on' });
    expect(await seenBy(test.anonymous, made)).toEqual(SEEN);
    await patch(made.id, { status: 'off' });
    expect([await seenBy(test.anonymous, made), await seenBy(test.editor, made)]).toEqual([GONE, SEEN]);
  });

  it('publication dates hide them', async () => {
    const made = await make({ publish_start: '2026-05-14' });
    expect([await seenBy(test.anonymous, made), await seenBy(test.editor, made)]).toEqual([GONE, SEEN]);
    await patch(made.id, { publish_start: null });
    expect(await seenBy(test.anonymous, made)).toEqual(SEEN);
  });

  it('permissions hide them: 401 and 403, as for the object', async () => {
    const made = await make();
    const rule = { object_id: Number(made.id), role_id: 1, permission: 'read' };
    const { id } = await test.admin.create('/object_permissions', rule);
    expect(await seenBy(test.anonymous, made)).toEqual([401, 401, 0, 0]);
    expect(await seenBy(test.editor, made)).toEqual([403, 403, 0, 0]);
    expect(await seenBy(test.admin, made)).toEqual(SEEN);
    await test.admin.delete(`/object_permissions/${id}`);
    expect(await seenBy(test.anonymous, made)).toEqual(SEEN);
  });

  it('the trash hides them', async () => {
    const made = await make();
    await test.editor.delete(`/documents/${made.id}`);
    expect([await seenBy(test.anonymous, made), await seenBy(test.admin, made)]).toEqual([GONE, GONE]);
    const changes = { data: { id: made.translation, type: 'translations', attributes: { status: 'off' } } };
    expect((await test.editor.patch(`/translations/${made.translation}`, changes)).status).toBe(404);
  });

  it('translating needs the permission to write the object, annotating does not', async () => {
    const made = await make();
    await test.admin.create('/object_permissions', { object_id: Number(made.id), role_id: 1, permission: 'write' });
    const attributes = { object_id: Number(made.id), lang: 'de' };
    const refused = await test.editor.post('/translations', { data: { type: 'translations', attributes } });
    expect(refused.status).toBe(403);
    expect((await test.editor.delete(`/translations/${made.translation}`)).status).toBe(403);
    expect((await test.editor.delete(`/annotations/${made.annotation}`)).status).toBe(204);
    expect((await test.admin.delete(`/translations/${made.translation}`)).status).toBe(204);
  });

  it('no visible translation is left when an object is trashed while it is translated', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await test.editor.create('/documents', { title: 'Race', status: 'on' });
      const attributes = { object_id: Number(id), lang: 'it', status: 'on' };
      const [answer] = await Promise.all([
        test.editor.post('/translations', { data: { type: 'translations', attributes } }),
        test.editor.delete(`/documents/${id}`),
      ]);
      const row = await test.service.services.store.translations.findOne({ object_id: Number(id) });
      expect([answer.status, row?.object.trashed]).toEqual(answer.status === 201 ? [201, true] : [400, undefined]);
    }
  });
});

describe('objects show their translations', () => {
  it('with include, and in one language with lang; all are listed', async () => {
    const one = await make();
    const de = await test.editor.create('/translations', { object_id: Number(one.id), lang: 'de', status: 'draft' });
    const two = await test.editor.create('/documents', { title: 'No word', status: 'on' });
    const of = `filter[id]=${one.id},${two.id}`;
    const linked = async (client: Client, path: string) => {
      const { data, included } = list(await client.get(path));
      const shown = [data]
        .flat()
        .map(({ relationships }) => relationships?.['translations']?.data?.map(({ id }) => id));
      return { shown, included: included?.map(({ id }) => id) };
    };
    for (const path of ['/documents', '/objects']) {
      expect(await linked(test.editor, `${path}?${of}&include=translations`)).toEqual({
        shown: [[de.id, one.translation], []],
        included: [de.id, one.translation],
      });
      expect(await linked(test.anonymous, `${path}?${of}&lang=IT`)).toEqual({
        shown: [[one.translation], []],
        included: [one.translation],
      });
      expect(await linked(test.anonymous, `${path}?${of}&lang=de`)).toEqual({ shown: [[], []], included: [] });
    }
    expect(await linked(test.anonymous, `/documents/${one.id}?lang=it`)).toEqual({
      shown: [[one.translation]],
      included: [one.translation],
    });
    expect(await linked(test.editor, `/documents/${one.id}?lang=de&include=translations`)).toEqual({
      shown: [[de.id]],
      included: [de.id],
    });
    expect(await linked(test.anonymous, `/annotations/${one.annotation}/object?lang=it`)).toEqual({
      shown: [[one.translation]],
      included: [one.translation],
    });
    expect((await test.anonymous.get(`/documents/${one.id}?lang=italian`)).status).toBe(400);
    const plain = (await test.anonymous.get(`/documents/${one.id}`)).body as { data: { attributes: object } };
    const inItalian = (await test.anonymous.get(`/documents/${one.id}?lang=it`)).body as typeof plain;
    expect(inItalian.data.attributes).toEqual(plain.data.attributes);
  });

  it('with another ETag once a translation changes', async () => {
    const { id, translation } = await make();
    // A compressed form has a tag of its own.
    const as = { Host: 'localhost', 'Accept-Encoding': 'identity' };
    const tag = async () => (await test.anonymous.get(`/documents/${id}?lang=it`, as)).headers['etag'] as string;
    const before = await tag();
    expect(await tag()).toBe(before);
    const data = { id: translation, type: 'translations', attributes: { translated_fields: { title: 'b' } } };
    await test.editor.patch(`/translations/${translation}`, { data });
    expect(await tag()).not.toBe(before);
  });

  it('in one read for a whole list, without a collection scan', async () => {
    const { db } = test.service.services.store;
    await Promise.all(Array.from({ length: 5 }, () => make()));
    const seen = async (path: string) => {
      const read = async () => expect((await test.anonymous.get(path)).status).toBe(200);
      const ofBoth = { ns: { $in: ['translations', 'annotations'].map((name) => `${db.databaseName}.${name}`) } };
      const reads = await profiled(db, read, ofBoth);
      return reads.map(({ op, planSummary, hasSortStage }) => ({
        op,
        plan: planSummary ?? '',
        sorted: hasSortStage === true,
      }));
    };
    expect(await seen('/objects?include=translations&page_size=100')).toHaveLength(1);
    for (const path of [
      '/translations',
      '/annotations',
      '/translations?sort=-modified',
      '/annotations?sort=-created',
    ]) {
      const reads = await seen(path);
      expect([path, reads.filter(({ plan, sorted }) => plan.includes('COLLSCAN') || sorted)]).toEqual([path, []]);
    }
    for (const path of [
      'filter[object_id]=5',
      'filter[lang]=it',
      'filter[type]=events',
      'filter[created_by]=1',
      'q=parola',
    ]) {
      const reads = await seen(`/translations?${path}`);
      expect([path, reads.filter(({ plan }) => plan.includes('COLLSCAN'))]).toEqual([path, []]);
    }
  });
});

describe('in the trash', () => {
  const context = async (username: string): Promise<RequestContext> => {
    const user = await test.service.services.store.documents('users').findOne({ username });
    const caller = {
      userId: user?._id ?? null,
      roles: new Set([2]),
      isAdmin: username === 'admin',
      applicationId: null,
    };
    return { caller, access: FULL_ACCESS, precondition: undefined } as unknown as RequestContext;
  };
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: ApiError) => error.code,
    );
  const rowsOf = (id: string) =>
    test.service.services.store.changes.find({ resource_id: id }).sort({ _id: 1 }).toArray();

  it('they have a row in objects, and are absent elsewhere', async () => {
    const { objects, store } = test.service.services;
    const made = await make();
    for (const [path, id] of [
      ['/translations', made.translation],
      ['/annotations', made.annotation],
    ] as const) {
      expect((await test.editor.delete(`${path}/${id}`)).status).toBe(204);
      expect((await test.editor.get(`${path}/${id}`)).status).toBe(404);
      expect((await test.editor.delete(`${path}/${id}`)).status).toBe(404);
      const row = await store.objects.findOne({ _id: Number(id) });
      expect(row).toMatchObject({ type: path.slice(1), uname: `${path.slice(1)}-${id}`, trashed: true, revision: 2 });
      expect((await test.editor.get(`/objects/${id}`)).status).toBe(404);
      expect((await rowsOf(id)).map(({ user_action }) => user_action)).toEqual(['create', 'trash']);
    }
    expect(await seenBy(test.admin, made)).toEqual(GONE);
    expect(list(await test.editor.get(`/documents/${made.id}?include=translations`)).included).toEqual([]);
    const editor = await context('editor');
    const [shown] = await trashedTranslations.find(objects, [Number(made.translation), 1], editor);
    expect(shown).toMatchObject({ path: `/trash/${made.translation}`, attributes: { lang: 'it' } });
    expect(shown).not.toHaveProperty('relationships');
    expect((await store.objects.findOne({ _id: Number(made.translation) }))?.search.text).toContain(' parola ');
  });

  it('they are restored, unless there is a new translation into the language (D54)', async () => {
    const { objects, store } = test.service.services;
    const editor = await context('editor');
    const made = await make();
    const id = Number(made.translation);
    await test.editor.delete(`/translations/${id}`);
    const other = await test.editor.create('/translations', { object_id: Number(made.id), lang: 'it' });
    expect(await codeOf(trashedTranslations.restore(objects, id, editor))).toBe('conflict');
    expect((await store.translations.findOne({ _id: id }))?.trashed).toBe(true);
    await test.editor.delete(`/translations/${other.id}`);
    expect(await codeOf(trashedTranslations.restore(objects, id, editor))).toBe('done');
    expect(await codeOf(trashedTranslations.restore(objects, id, editor))).toBe('not_found');
    expect(await store.objects.findOne({ _id: id })).toBeNull();
    expect(await seenBy(test.anonymous, made)).toEqual(SEEN);
    expect(await codeOf(trashedTranslations.purge(objects, Number(other.id), editor))).toBe('done');
    expect(await codeOf(trashedTranslations.purge(objects, id, editor))).toBe('not_found');
    expect(await store.translations.findOne({ _id: Number(other.id) })).toBeNull();
    expect((await rowsOf(other.id)).map(({ user_action }) => user_action)).toEqual(['create', 'trash', 'remove']);
  });

  it('they follow their object, and survive its trashing', async () => {
    const { objects, store } = test.service.services;
    const made = await make();
    await test.editor.delete(`/translations/${made.translation}`);
    await test.editor.delete(`/documents/${made.id}`);
    const editor = await context('editor');
    expect(await codeOf(trashedTranslations.restore(objects, Number(made.translation), editor))).toBe('done');
    expect(await seenBy(test.editor, made)).toEqual(GONE);
    expect((await store.translations.findOne({ _id: Number(made.translation) }))?.object.trashed).toBe(true);
  });

  it('annotations are restored and purged by their author or an admin', async () => {
    const { objects } = test.service.services;
    const made = await make();
    const id = Number(made.annotation);
    await test.admin.delete(`/annotations/${id}`);
    const [reader, admin, editor] = [await context('reader'), await context('admin'), await context('editor')];
    expect(await codeOf(trashedAnnotations.restore(objects, id, reader))).toBe('forbidden');
    expect(await codeOf(trashedAnnotations.purge(objects, id, reader))).toBe('forbidden');
    expect(await codeOf(trashedAnnotations.restore(objects, id, editor))).toBe('done');
    await test.editor.delete(`/annotations/${id}`);
    expect(await codeOf(trashedAnnotations.purge(objects, id, admin))).toBe('done');
  });

  it('they are removed with a purged object, from the trash too, and no others are', async () => {
    const { store, clock } = test.service.services;
    const [made, other] = [await make(), await make()];
    await test.editor.delete(`/translations/${made.translation}`);
    const admin = await context('admin');
    await store.transaction((transaction) =>
      removeWithObjects(store, [Number(made.id)], {
        context: admin,
        at: clock.now(),
        transaction,
      }),
    );
    const filter = { object_id: Number(made.id) };
    expect(await store.translations.countDocuments(filter)).toBe(0);
    expect(await store.annotations.countDocuments(filter)).toBe(0);
    expect(await store.objects.findOne({ _id: Number(made.translation) })).toBeNull();
    expect((await rowsOf(made.annotation)).map(({ user_action }) => user_action)).toEqual(['create', 'remove']);
    expect(await seenBy(test.anonymous, other)).toEqual(SEEN);
  });
});

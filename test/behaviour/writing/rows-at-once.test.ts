// Concurrent writes of rows that belong to objects, and of their objects (D486).
import { afterAll, describe, expect, it } from 'vitest';
import { resultsOf, sendOperations } from '../../support/clients/atomic.ts';
import { errorCodes, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

const LANGUAGES = ['it', 'de', 'fr', 'es', 'pt', 'nl', 'sv', 'da', 'fi', 'pl'];
const ROUNDS = 5;

const store = () => test.service.services.store;
const newDocument = async (attributes: object = {}): Promise<number> =>
  Number((await test.editor.create('/documents', { title: 'A word', status: 'on', lang: 'en', ...attributes })).id);
const translate = (objectId: number, lang: string) =>
  test.editor.post('/translations', { data: { type: 'translations', attributes: { object_id: objectId, lang } } });
const annotate = (objectId: number, description: string) =>
  test.editor.post('/annotations', { data: { type: 'annotations', attributes: { object_id: objectId, description } } });
const change = (id: string, attributes: object, headers: Record<string, string> = {}) =>
  test.editor.patch(`/translations/${id}`, { data: { id, type: 'translations', attributes } }, headers);
const patch = (id: number, attributes: object) =>
  test.editor.patch(`/documents/${id}`, { data: { id: String(id), type: 'documents', attributes } });
const idOf = (answer: { body: unknown }): string => (answer.body as { data: { id: string } }).data.id;
const actionsOf = async (id: string): Promise<string[]> =>
  (await store().changes.find({ resource_id: id }).sort({ _id: 1 }).toArray()).map(({ user_action }) => user_action);

describe('concurrent translations of one object', () => {
  it('in ten languages all exist, each with its history', async () => {
    const id = await newDocument();
    const answers = await Promise.all(LANGUAGES.map((lang) => translate(id, lang)));
    expect(answers.map(({ status }) => status)).toEqual(LANGUAGES.map(() => 201));
    const rows = await store().translations.find({ object_id: id }).toArray();
    expect(rows.map(({ lang }) => lang).sort()).toEqual(LANGUAGES.toSorted());
    for (const { _id } of rows) expect(await actionsOf(String(_id))).toEqual(['create']);
  });

  it('into one language create one translation, and the other requests are refused', async () => {
    const id = await newDocument();
    const answers = await Promise.all(LANGUAGES.map(() => translate(id, 'it')));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map((answer) => [answer.status, errorCodes(answer).at(-1)])).toEqual(
      Array.from({ length: 9 }, () => [400, 'already_exists']),
    );
    expect(await store().translations.countDocuments({ object_id: id })).toBe(1);
    expect(await store().changes.countDocuments({ resource_type: 'translations', 'changed.object_id': id })).toBe(1);
  });

  it.each(['draft', 'off'])('made while its status changes to %s have the visibility of the object', async (status) => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await newDocument();
      const [changed, ...added] = await Promise.all([
        patch(id, { status }),
        translate(id, 'it'),
        annotate(id, 'A remark'),
        translate(id, 'de'),
      ]);
      expect([changed, ...added].map((answer) => answer.status)).toEqual([200, 201, 201, 201]);
      const rows = [
        ...(await store().translations.find({ object_id: id }).toArray()),
        ...(await store().annotations.find({ object_id: id }).toArray()),
      ];
      expect(rows.map(({ object }) => object.status)).toEqual([status, status, status]);
    }
  });

  it('that are refused do not delay others', async () => {
    const [good, trashed] = [await newDocument(), await newDocument()];
    const [first, second] = await Promise.all([
      Promise.all(LANGUAGES.map((lang) => translate(good, lang))),
      Promise.all([test.editor.delete(`/documents/${trashed}`), ...LANGUAGES.map((lang) => translate(trashed, lang))]),
    ]);
    expect(first.map(({ status }) => status)).toEqual(LANGUAGES.map(() => 201));
    const [deleted, ...others] = second;
    expect(deleted.status).toBe(204);
    for (const { status } of others) expect([201, 400]).toContain(status);
    const rows = await store().translations.find({ object_id: trashed }).toArray();
    expect(rows.map(({ object }) => object.trashed)).toEqual(
      others.filter(({ status }) => status === 201).map(() => true),
    );
  });
});

describe('concurrent changes of one translation', () => {
  it('are all applied, one after the other', async () => {
    const id = idOf(await translate(await newDocument(), 'it'));
    const titles = LANGUAGES.map((lang) => `In ${lang}`);
    const answers = await Promise.all(titles.map((title) => change(id, { translated_fields: { title } })));
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
    const row = await store().translations.findOne({ _id: Number(id) });
    expect(row?.revision).toBe(11);
    expect(titles).toContain(row?.translated_fields['title']);
    expect(await actionsOf(id)).toEqual(['create', ...titles.map(() => 'update')]);
  });

  it('with If-Match succeed once, and are 412 for the others', async () => {
    const id = idOf(await translate(await newDocument(), 'it'));
    const { headers } = await test.editor.get(`/translations/${id}`);
    const match = { 'If-Match': (headers as Record<string, string>)['etag'] ?? '' };
    const answers = await Promise.all(
      LANGUAGES.map((lang) => change(id, { translated_fields: { title: lang } }, match)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    expect((await store().translations.findOne({ _id: Number(id) }))?.revision).toBe(2);
  });

  it('and its removal leave it in the trash once, with the state of the last change', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = idOf(await translate(await newDocument(), 'it'));
      const [changed, ...removed] = await Promise.all([
        change(id, { status: 'off' }),
        test.editor.delete(`/translations/${id}`),
        test.editor.delete(`/translations/${id}`),
      ]);
      expect([200, 404]).toContain(changed.status);
      expect(removed.map(({ status }) => status).sort()).toEqual([204, 404]);
      const [row, inTrash] = [
        await store().translations.findOne({ _id: Number(id) }),
        await store().objects.findOne({ _id: Number(id) }),
      ];
      expect([row?.trashed, inTrash?.revision, inTrash?.status]).toEqual([true, row?.revision, row?.status]);
      expect((await actionsOf(id)).filter((action) => action === 'trash')).toHaveLength(1);
    }
  });
});

describe('translations in /operations', () => {
  const addition = (objectId: number, lang: string) => ({
    op: 'add',
    data: { type: 'translations', attributes: { object_id: objectId, lang } },
  });

  it('are added with their history beside others of the same object', async () => {
    const id = await newDocument();
    const [together, ...alone] = await Promise.all([
      sendOperations(
        test.editor,
        LANGUAGES.slice(0, 5).map((lang) => addition(id, lang)),
      ),
      ...LANGUAGES.slice(5).map((lang) => translate(id, lang)),
    ]);
    expect(alone.map(({ status }) => status)).toEqual(LANGUAGES.slice(5).map(() => 201));
    for (const { data } of resultsOf(together)) expect(await actionsOf(data?.id ?? '')).toEqual(['create']);
    expect(await store().translations.countDocuments({ object_id: id })).toBe(10);
  });

  it('are rolled back, with their history, when a later operation is refused', async () => {
    const id = await newDocument();
    const before = await store().changes.countDocuments();
    const answer = await sendOperations(test.editor, [addition(id, 'it'), addition(id, 'de'), addition(id, 'it')]);
    expect([answer.status, errorCodes(answer).at(-1)]).toEqual([400, 'already_exists']);
    expect(await store().translations.countDocuments({ object_id: id })).toBe(0);
    expect(await store().changes.countDocuments()).toBe(before);
  });
});

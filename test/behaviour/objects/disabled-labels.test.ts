// Disabled categories and tags of an object, which responses do not show, survive a write of what they show (D407).
import { beforeAll, expect, it } from 'vitest';
import { sendOperations } from '../../support/clients/atomic.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

type Label = { name: string };
interface Labelled {
  data: { attributes: { categories: Label[]; tags: Label[] } };
}

const NAMES = ['one', 'two', 'three'];
const LABELS = { categories: NAMES.map((name) => ({ name })), tags: NAMES.map((name) => ({ name })) };
const switches: ((enabled: boolean) => Promise<void>)[] = [];

beforeAll(async () => {
  for (const name of NAMES)
    await test.admin.create('/model/categories', { object_type_name: 'documents', name, enabled: true });
  for (const type of ['categories', 'tags']) {
    const made = type === 'tags' ? test.admin.create('/model/tags', { name: 'two' }) : undefined;
    const { body } = await test.admin.get(`/model/${type}?filter[name]=two`);
    const id = (await made)?.id ?? (body as { data: { id: string }[] }).data[0]?.id ?? '';
    switches.push(async (enabled) => {
      const { status } = await test.admin.patch(`/model/${type}/${id}`, {
        data: { type, id, attributes: { enabled } },
      });
      expect(status).toBe(200);
    });
  }
});

const enable = async (enabled: boolean): Promise<void> => {
  for (const change of switches) await change(enabled);
};

async function labelsOf(id: string): Promise<Record<'categories' | 'tags', string[]>> {
  const { attributes } = ((await test.editor.get(`/documents/${id}`)).body as Labelled).data;
  const names = (labels: Label[]): string[] => labels.map(({ name }) => name);
  return { categories: names(attributes.categories), tags: names(attributes.tags) };
}

const patch = (id: string, attributes: object) =>
  test.editor.patch(`/documents/${id}`, { data: { type: 'documents', id, attributes } });

/** How the attributes of an object are written. */
const WAYS: Record<string, (id: string, attributes: object) => Promise<{ status: number }>> = {
  PATCH: patch,
  '/operations': (id, attributes) =>
    sendOperations(test.editor, [{ op: 'update', data: { type: 'documents', id, attributes } }]),
  '/bulk/edit': (id, attributes) => {
    const body = { data: { objects: { documents: [id] }, attributes } };
    return test.editor.post('/bulk/edit', body, { 'Content-Type': 'application/json' });
  },
};

it.each(Object.keys(WAYS))('by %s, at their places', async (way) => {
  const { id } = await test.editor.create('/documents', LABELS);
  await enable(false);
  try {
    const shown = await labelsOf(id);
    expect(shown).toEqual({ categories: ['one', 'three'], tags: ['one', 'three'] });
    const sent = Object.fromEntries(
      Object.entries(shown).map(([name, names]) => [name, names.map((each) => ({ name: each }))]),
    );
    expect((await WAYS[way]?.(id, sent))?.status).toBe(200);
  } finally {
    await enable(true);
  }
  expect(await labelsOf(id)).toEqual({ categories: NAMES, tags: NAMES });
  // Those that are shown can be removed.
  expect((await WAYS[way]?.(id, { categories: [], tags: [{ name: 'two' }] }))?.status).toBe(200);
  expect(await labelsOf(id)).toEqual({ categories: [], tags: ['two'] });
});

it('a write of what is shown is no change', async () => {
  const { id } = await test.editor.create('/documents', LABELS);
  await enable(false);
  const before = (await test.editor.get(`/documents/${id}`)).headers['etag'];
  await patch(id, { categories: [{ name: 'one' }, { name: 'three' }], tags: [{ name: 'one' }, { name: 'three' }] });
  expect((await test.editor.get(`/documents/${id}`)).headers['etag']).toBe(before);
  await patch(id, { categories: [{ name: 'three' }], tags: [] });
  await enable(true);
  expect(await labelsOf(id)).toEqual({ categories: ['three', 'two'], tags: ['two'] });
});

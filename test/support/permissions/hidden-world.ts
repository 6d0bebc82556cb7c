// A type with an object that has a different word in each attribute, and helpers that hide attributes.
import { expect } from 'vitest';
import { openTestService, type Client, type ResourceData, type TestService } from '../service.ts';

export interface HiddenWorld {
  test: TestService;
  /** Of type `papers`. */
  made: ResourceData;
  /** A document, whose type hides no attribute. */
  open: ResourceData;
  /** Of `made`. */
  translation: ResourceData;
  userId: string;
}

export async function openHiddenWorld(): Promise<HiddenWorld> {
  const test = await openTestService({ env: { LEGACY_ROOT: '', PROCESS_ROLE: 'all' } });
  const base = { parent_name: 'objects', table: 'BEdita/Core.Objects', is_translatable: true };
  const associations = ['Categories', 'Tags', 'DateRanges'];
  await test.admin.create('/model/object_types', { name: 'papers', singular: 'paper', ...base, associations });
  await test.admin.create('/model/properties', {
    name: 'secret',
    object_type_name: 'papers',
    property_type_name: 'string',
    is_nullable: true,
  });
  await test.admin.create('/model/categories', { name: 'internal', object_type_name: 'papers', labels: {} });
  const made = await test.admin.create('/papers', {
    title: 'Zebratitle',
    uname: 'first-paper',
    description: 'zebradescription',
    body: '<p>zebrabody</p>',
    note: 'zebranote',
    secret: 'zebracustom',
    subject: 'plain words',
    lang: 'en',
    status: 'on',
    categories: [{ name: 'internal' }],
  });
  const open = await test.admin.create('/documents', { title: 'Yak', description: 'zebradescription', status: 'on' });
  const translation = await test.admin.create('/translations', {
    object_id: Number(made.id),
    lang: 'it',
    status: 'on',
    translated_fields: { title: 'zebratranslated', body: 'zebratranslated', subject: 'parole' },
  });
  const { id: userId } = await test.admin.create('/users', {
    username: 'vic',
    password: 'correct horse battery staple',
    uname: 'vic',
    status: 'on',
    name: 'Vic',
    email: 'zebra@example.org',
    phone: '5551234',
    birthdate: '1980-01-01',
    company_name: 'Zebracompany',
  });
  return { test, made, open, translation, userId };
}

export async function hideAttributes({ test }: HiddenWorld, type: string, names: string[]): Promise<void> {
  const { id } = ((await test.admin.get(`/model/object_types/${type}`)).body as { data: { id: string } }).data;
  const data = { type: 'object_types', id, attributes: { hidden: names } };
  const { status, text } = await test.admin.patch(`/model/object_types/${type}`, { data });
  if (status !== 200) throw new Error(text);
}
/** Search texts have been made anew. */
export const remade = ({ test }: Pick<HiddenWorld, 'test'>) =>
  expect.poll(() => test.service.services.modelService.current().staleSearch.size).toBe(0);
/** Ids of a list; their number is checked against its total. */
export const countedIds = async (client: Client, path: string): Promise<string[]> => {
  const response = await client.get(path);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
  const { data, meta } = response.body as { data: { id: string }[]; meta: { pagination: { count: number } } };
  expect(meta.pagination.count).toBe(data.length);
  return data.map(({ id }) => id);
};

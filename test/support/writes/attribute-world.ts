// A type with attributes that only one role reads or writes, and callers with and without that role.
import { openTestService, type Client, type ResourceData, type TestService } from '../service.ts';

export interface AttributeWorld {
  test: TestService;
  /** Id of the role that the rules name. */
  board: number;
  /** An editor with that role. */
  member: Client;
  /** Of type `dossiers`, with a different word in each attribute. */
  made: ResourceData;
  /** Of `made`. */
  translation: ResourceData;
  /** A document that is related to `made`. */
  open: ResourceData;
}

/** Attributes that only the role reads. */
export const KEPT = ['title', 'description', 'body', 'note', 'secret', 'salary', 'categories'];
export const WORDS = ['Zebratitle', 'zebradescription', 'zebrabody', 'zebranote', 'zebrasecret', '424242', 'internal'];

export async function openAttributeWorld(env: Record<string, string> = {}): Promise<AttributeWorld> {
  const test = await openTestService({ env: { LEGACY_ROOT: '', JWT_TTL: '9999d', PROCESS_ROLE: 'all', ...env } });
  const base = { parent_name: 'objects', associations: ['Categories', 'Tags', 'DateRanges'] };
  await test.admin.create('/model/object_types', { name: 'dossiers', singular: 'dossier', ...base });
  for (const [name, property_type_name, more] of [
    ['secret', 'string', {}],
    ['salary', 'integer', {}],
    ['grade', 'string', { default_value: 'low' }],
  ] as const) {
    const property = { name, property_type_name, object_type_name: 'dossiers', is_nullable: true, ...more };
    await test.admin.create('/model/properties', property);
  }
  await test.admin.create('/model/categories', { name: 'internal', object_type_name: 'dossiers', labels: {} });
  const board = Number((await test.admin.create('/roles', { name: 'board' })).id);
  const member = await test.addClient('member', [2, board]);
  const made = await test.admin.create('/dossiers', {
    title: 'Zebratitle',
    uname: 'first-dossier',
    description: 'zebradescription',
    body: '<p>zebrabody</p>',
    note: 'zebranote',
    secret: 'zebrasecret',
    salary: 424242,
    grade: 'high',
    subject: 'plain words',
    lang: 'en',
    status: 'on',
    categories: [{ name: 'internal' }],
  });
  const open = await test.admin.create('/documents', { title: 'Yak', description: 'yakdescription', status: 'on' });
  await relate(test.admin, `/documents/${open.id}/relationships/see_also`, [made]);
  const translation = await test.admin.create('/translations', {
    object_id: Number(made.id),
    lang: 'it',
    status: 'on',
    translated_fields: { title: 'zebratradotto', body: 'zebratradotto', subject: 'parole' },
  });
  return { test, board, member, made, translation, open };
}

async function relate(client: Client, path: string, objects: readonly ResourceData[]): Promise<void> {
  const response = await client.post(path, { data: objects.map(({ id, type }) => ({ id, type })) });
  if (response.status >= 300) throw new Error(response.text);
}

export type Rules = Record<string, { read?: string[] | null; write?: string[] | null }> | null;

/** Sets `attribute_permissions` of a type. */
export async function permit(
  { test }: { test: Pick<TestService, 'admin'> },
  type: string,
  rules: Rules,
): Promise<void> {
  const { id } = ((await test.admin.get(`/model/object_types/${type}`)).body as { data: { id: string } }).data;
  const data = { type: 'object_types', id, attributes: { attribute_permissions: rules } };
  const { status, text } = await test.admin.patch(`/model/object_types/${type}`, { data });
  if (status !== 200) throw new Error(text);
}

/** Only a role reads some attributes. */
export const readBy = (role: string, names: readonly string[] = KEPT): NonNullable<Rules> =>
  Object.fromEntries(names.map((name) => [name, { read: [role] }]));

// Data that is written through JSON:API is the same in the legacy envelope, field by field, for every shipped type
// (service.md 2.3, D36).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attribute, ResolvedType } from '../../core/model/model.ts';
import { LEGACY, openLegacyService, place } from '../support/writes/legacy-world.ts';
import { picture } from '../support/files/pictures.ts';
import type { ResourceData, TestService } from '../support/service.ts';

let test: TestService;
/** Names of the types, since tests are named before the service is open. */
const TYPES = [
  'documents',
  'events',
  'locations',
  'news',
  'profiles',
  'publications',
  'links',
  'audio',
  'files',
  'images',
  'videos',
  'folders',
];

/** Properties of each kind, added to these types. */
const EXTENDED = new Set(['documents', 'images', 'folders']);
const ADDED: Record<string, unknown> = {
  string: 'A text',
  integer: 7,
  number: 1.5,
  boolean: true,
  datetime: '2026-01-02T03:04:05+00:00',
  date: '2026-01-02',
  json: { deep: [1, null, 'x'] },
};
const added = (typeName: string, kind: string) => `${typeName}_${kind}`;

beforeAll(async () => {
  test = await openLegacyService({ JWT_TTL: '1d' });
  for (const object_type_name of TYPES) {
    for (const kind of EXTENDED.has(object_type_name) ? Object.keys(ADDED) : []) {
      const property = { object_type_name, name: added(object_type_name, kind), property_type_name: kind };
      await test.admin.create('/model/properties', property);
    }
    const type = typeNamed(object_type_name);
    if (!type.associations.has('Categories')) continue;
    const labels = { default: 'A label' };
    await test.admin.create('/model/categories', { object_type_name, name: 'a-category', labels });
  }
});
afterAll(() => test.close());

/** Where it is not the singular. */
const NAMED: Record<string, string> = { folders: 'section', audio: 'audio', news: 'news' };

const typeNamed = (name: string): ResolvedType => {
  const type = test.service.services.modelService.current().types.get(name);
  if (!type) throw new Error(`no type ${name}`);
  return type;
};

const GIVEN: Record<string, unknown> = {
  status: 'on',
  lang: 'en-GB',
  publish_start: '2026-05-01T00:00:00+00:00',
  publish_end: '2027-05-01T00:00:00+00:00',
  extra: { any: ['thing'] },
  provider_extra: { any: ['thing'] },
  comments: 'moderated',
  geo_tags: [{ latitude: 41.89, longitude: 12.49, address: 'Via Sacra', title: 'Forum' }],
  categories: [{ name: 'a-category' }],
  tags: [{ name: 'a-tag' }],
  date_ranges: [
    { start_date: '2026-05-01T18:00:00+00:00', end_date: '2026-05-01T22:00:00+00:00', params: { days: [0, 6] } },
    { start_date: '2026-06-01T18:00:00+00:00' },
  ],
};

/** A value that the attribute accepts. */
function valueOf({ name, kind, schema, custom }: Attribute, typeName: string): unknown {
  if (custom) return ADDED[name.replace(`${typeName}_`, '')] ?? null;
  if (name in GIVEN) return GIVEN[name];
  if (name === 'uname') return `the-${typeName}`;
  const { examples, format } = schema as { examples?: unknown[]; format?: string };
  if (examples) return examples[0];
  if (kind === 'boolean') return true;
  if (kind === 'integer') return 3;
  return format === 'uri'
    ? 'https://example.com/a'
    : format === 'date-time'
      ? '2026-01-01T00:00:00+00:00'
      : `Of ${name}`;
}

const filledWith = (type: ResolvedType): Record<string, unknown> =>
  Object.fromEntries(
    type.attributes
      .filter(({ readOnly, custom, name }) => !readOnly && (!custom || name.startsWith(type.name)))
      .map((attribute) => [attribute.name, valueOf(attribute, type.name)]),
  );

/** The place of each JSON:API attribute in the legacy object, and its form. */
function expectedOf(type: ResolvedType, { attributes, meta, id }: ResourceData): Record<string, unknown> {
  const { uname, publish_start, publish_end, date_ranges, lang, ...rest } = attributes;
  const custom = type.attributes.filter((attribute) => attribute.custom).map(({ name }) => name);
  const own = Object.entries(rest).filter(([name]) => !custom.includes(name));
  const ranges = date_ranges as { start_date: string; end_date?: string }[] | undefined;
  return {
    ...Object.fromEntries(own),
    id: Number(id),
    nickname: uname,
    lang: lang === null ? null : 'eng',
    start_date: publish_start,
    end_date: publish_end,
    publication_date: publish_start ?? meta['created'],
    created: meta['created'],
    modified: meta['modified'],
    user_created: meta['created_by'],
    user_modified: meta['modified_by'],
    custom_properties: Object.fromEntries(custom.map((name) => [name, attributes[name]])),
    ...('comments' in rest && { comments: rest['comments'] ?? 'off' }),
    ...('tags' in rest && {
      tags: (rest['tags'] as object[]).map((tag) => expect.objectContaining(nameAndLabel(tag))),
    }),
    ...('categories' in rest && {
      categories: (rest['categories'] as object[]).map((category) => ({
        ...nameAndLabel(category),
        id: expect.any(Number) as number,
        area_id: null,
      })),
    }),
    ...('geo_tags' in rest && {
      geo_tags: (rest['geo_tags'] as object[]).map((tag) => ({
        ...tag,
        object_id: Number(id),
        gmaps_lookats: { latitude: 41.89, longitude: 12.49 },
      })),
    }),
    ...(ranges && {
      date_items: ranges.map(({ start_date, end_date = null }, index) => ({
        id: index + 1,
        start_date,
        end_date,
        days: index === 0 ? [0, 6] : [],
      })),
    }),
  };
}

const nameAndLabel = (item: object) => {
  const { name, label } = item as { name: string; label: string | null };
  return { name, label };
};

async function bothOf(typeName: string, id: string) {
  const written = (await test.admin.get(`/${typeName}/${id}`)).body as { data: ResourceData };
  const read = (await test.admin.get(`/objects/${id}`, LEGACY)).body as { data: { object: Record<string, unknown> } };
  return { written: written.data, object: read.data.object };
}

async function makeOf(typeName: string, attributes: Record<string, unknown>): Promise<string> {
  if (typeName === 'folders') {
    return (await test.admin.create('/folders', { ...attributes, parent_uname: 'publication' })).id;
  }
  const { id } = await test.admin.create(`/${typeName}`, attributes);
  await place(test.admin, 'publication', [typeName, Number(id)]);
  return id;
}

it('the tested types are all shipped types', () => {
  const { types } = test.service.services.modelService.current();
  const concrete = [...types.values()].filter(({ abstract, served, name }) => served && !abstract && name !== 'users');
  expect(concrete.map(({ name }) => name).sort()).toEqual([...TYPES].sort());
});

describe.each(TYPES)('%s', (typeName) => {
  it('are equal on both sides with every attribute', async () => {
    const type = typeNamed(typeName);
    const attributes = filledWith(type);
    const { written, object } = await bothOf(typeName, await makeOf(typeName, attributes));
    const empty = Object.entries(attributes).filter(([name]) =>
      [null, undefined, ''].includes(written.attributes[name] as null),
    );
    expect(empty.filter(([, value]) => value !== null)).toEqual([]);
    expect(object).toMatchObject(expectedOf(type, written));
    expect(object).toMatchObject({
      object_type: NAMED[typeName] ?? type.row.singular,
      object_type_id: type.row._id,
      valid: true,
    });
  });

  it('are equal on both sides without attributes', async () => {
    const { written, object } = await bothOf(typeName, await makeOf(typeName, { status: 'on' }));
    const expected = expectedOf(typeNamed(typeName), written);
    expect(object).toMatchObject(expected);
    expect(object['custom_properties']).toEqual(expected['custom_properties']);
    expect(object).toMatchObject({ languages: {}, relations: {} });
    if (typeName !== 'folders') expect(object['geo_tags']).toEqual([]);
  });
});

it('a file is equal on both sides', async () => {
  const bytes = await picture({ width: 40, height: 30, format: 'jpeg' });
  const uploaded = await test.admin.request('post', '/images/upload/flag.jpg', (request) =>
    request.set('Content-Type', 'image/jpeg').send(bytes),
  );
  const { id } = (uploaded.body as { data: ResourceData }).data;
  const body = { data: { type: 'images', id, attributes: { status: 'on' } } };
  await test.admin.patch(`/images/${id}`, body);
  await place(test.admin, 'publication', ['images', Number(id)]);
  const { written, object } = await bothOf('images', id);
  const streams = (await test.admin.get(`/images/${id}/streams`)).body as { data: ResourceData[] };
  const [{ attributes, meta }] = streams.data as [ResourceData];
  expect(object).toMatchObject({
    uri: written.meta['media_url'],
    name: 'flag.jpg',
    original_name: attributes['file_name'],
    mime_type: 'image/jpeg',
    file_size: bytes.length,
    hash_file: meta['hash_sha1'],
    width: 40,
    height: 30,
  });
});

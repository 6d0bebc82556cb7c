// The described members of a resource are exactly those of the responses; a schema alone cannot require that, since
// sparse fieldsets may omit any member.
import { expect, it } from 'vitest';
import { type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

interface Described {
  components: { schemas: Record<string, { properties: Record<string, { $ref?: string; writeOnly?: boolean }> }> };
}

/** Only if there is a value, or of media only. */
const SELDOM_IN_META = ['perms', 'media_url', 'extra', 'relation'];

it.each(['documents', 'events', 'links', 'locations', 'news', 'profiles', 'publications', 'folders'])(
  'a resource of type %s has all described attributes, relationships and members of meta, and no others',
  async (type) => {
    const { body } = await test.admin.get('/openapi.json?side=all');
    const { schemas } = (body as Described).components;
    const dates = type === 'events' ? { date_ranges: [{ start_date: '2026-05-13T07:09:23Z' }] } : {};
    const { id } = await test.admin.create(`/${type}`, { title: 'All of it', ...dates });
    const include = 'created_by_user,modified_by_user';
    const { data } = (await test.admin.get(`/${type}/${id}?include=${include}`)).body as {
      data: ResourceData & { relationships?: object };
    };

    const properties = (name: string) => Object.entries(schemas[name]?.properties ?? {});
    const resource = `${type.charAt(0).toUpperCase()}${type.slice(1)}Resource`;
    const nameOf = (member: string) => schemas[resource]?.properties[member]?.$ref?.split('/').at(-1) ?? '';
    const attributes = properties(nameOf('attributes')).filter(([, schema]) => !schema.writeOnly);
    const meta = properties(nameOf('meta')).filter(([name]) => !SELDOM_IN_META.includes(name));
    expect(Object.keys(data.attributes).sort()).toEqual(attributes.map(([name]) => name).sort());
    expect(Object.keys(data.meta).sort()).toEqual(meta.map(([name]) => name).sort());
    const relationships = properties(nameOf('relationships')).map(([name]) => name);
    expect(Object.keys(data.relationships ?? {}).sort()).toEqual(relationships.sort());
  },
);

// Values of added and removed properties, and of labels, in versions (D505, D507).
import { describe, expect, it } from 'vitest';
import { type ResourceData, serviceForTests } from '../../support/service.ts';
import { attributesOf, list, numbers, patch, read, restore } from '../../support/database/versions.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });

describe('properties of a project', () => {
  const makeType = async (name: string) => {
    const singular = `${name}_one`;
    await test.admin.create('/model/object_types', { name, singular });
    const property = (attributes: object) =>
      test.admin.create('/model/properties', { object_type_name: name, property_type_name: 'string', ...attributes });
    return property;
  };

  it('of every type are shown and restored; deleted ones are omitted', async () => {
    const property = await makeType('rockets');
    await property({ name: 'maker' });
    const gone = await property({ name: 'colour' });
    await property({ name: 'stages', property_type_name: 'integer', default_value: 2 });
    await property({ name: 'facts', property_type_name: 'json' });
    const made = await test.editor.create('/rockets', { title: 'A', maker: 'X', colour: 'red', facts: { $set: [1] } });
    const first = await attributesOf(test.editor, made);
    await patch(test.editor, made, { maker: null, stages: 3, facts: null });
    expect((await read(test.editor, made, 1)).attributes).toEqual(first);
    await test.admin.delete(`/model/properties/${gone.id}`);
    const { colour: _colour, ...left } = first;
    void _colour;
    expect((await read(test.editor, made, 1)).attributes).toEqual(left);
    expect((await restore(test.editor, made, 1)).status).toBe(200);
    expect(await attributesOf(test.editor, made)).toEqual(left);
  });

  it('that are created again with the same name have none of the earlier values', async () => {
    const property = await makeType('probes');
    const former = await property({ name: 'maker' });
    const made = await test.editor.create('/probes', { title: 'A', maker: 'X' });
    test.clock.advance(1000);
    await test.admin.delete(`/model/properties/${former.id}`);
    test.clock.advance(1000);
    await property({ name: 'maker' });
    await patch(test.editor, made, { title: 'B' });
    const now = await attributesOf(test.editor, made);
    expect(now['maker']).toBeNull();
    expect((await read(test.editor, made, 2)).attributes).toEqual(now);
    expect((await read(test.editor, made, 1)).attributes['maker']).toBeNull();
    test.clock.advance(1000);
    await patch(test.editor, made, { maker: 'Y' });
    expect((await read(test.editor, made, 3)).attributes['maker']).toBe('Y');
    await restore(test.editor, made, 1);
    expect(await attributesOf(test.editor, made)).toMatchObject({ title: 'A', maker: null });
  });

  it('refuse a value that is no longer valid: 400 with its pointer', async () => {
    const size = await test.admin.create('/model/property_types', {
      name: 'size_of_probe',
      params: { type: 'string', maxLength: 20 },
    });
    const property = await makeType('landers');
    await property({ name: 'size', property_type_name: 'size_of_probe' });
    const made = await test.editor.create('/landers', { title: 'A', size: 'as large as a house' });
    await patch(test.editor, made, { size: 'small', title: 'B' });
    const changed = { id: size.id, type: 'property_types', attributes: { params: { type: 'string', maxLength: 5 } } };
    expect((await test.admin.patch(`/model/property_types/${size.id}`, { data: changed })).status).toBe(200);
    expect((await restore(test.editor, made, 1)).body).toMatchObject({
      errors: [{ status: '400', code: 'invalid_data', source: { pointer: '/data/attributes/size' } }],
    });
    expect(await attributesOf(test.editor, made)).toMatchObject({ title: 'B', size: 'small' });
  });

  it('that a type hides are neither shown nor named nor restored', async () => {
    const property = await makeType('secrets');
    await property({ name: 'code' });
    const made = await test.editor.create('/secrets', { title: 'A', code: 'X' });
    await patch(test.editor, made, { title: 'B', code: 'Y' });
    const rows = (await test.admin.get('/model/object_types/secrets')).body as { data: ResourceData };
    const hide = (hidden: string[]) =>
      test.admin.patch(`/model/object_types/${rows.data.id}`, {
        data: { id: rows.data.id, type: 'object_types', attributes: { hidden } },
      });
    expect((await hide(['code'])).status).toBe(200);
    for (const client of [test.editor, test.admin]) {
      const version = await read(client, made, 1, 'compare=2');
      expect(version.attributes).not.toHaveProperty('code');
      expect(Object.keys(version.meta.differences ?? {})).toEqual(['title']);
      expect(JSON.stringify(await list(client, made))).not.toContain('code');
    }
    expect((await restore(test.editor, made, 1)).status).toBe(200);
    expect((await hide([])).status).toBe(200);
    expect(await attributesOf(test.editor, made)).toMatchObject({ title: 'A', code: 'Y' });
  });

  it('a relation cannot be called versions, nor a type', async () => {
    const types = { data: [{ type: 'object_types', id: 'documents' }] };
    const relationships = { left_object_types: types, right_object_types: types };
    const attributes = { name: 'versions', inverse_name: 'version_of' };
    const made = await test.admin.post('/model/relations', { data: { type: 'relations', attributes, relationships } });
    expect(made.body).toMatchObject({ errors: [{ status: '400', source: { pointer: '/data/attributes/name' } }] });
    const type = { name: 'versions', singular: 'version' };
    const refused = await test.admin.post('/model/object_types', { data: { type: 'object_types', attributes: type } });
    expect(refused.status).toBe(400);
  });
});

describe('tags and categories', () => {
  it('are the present ones: removed ones are in no version', async () => {
    await test.admin.create('/model/categories', { object_type_name: 'documents', name: 'soups' });
    const fish = await test.admin.create('/model/categories', { object_type_name: 'documents', name: 'fish' });
    const categories = [{ name: 'soups', params: { $x: 1 } }, { name: 'fish' }];
    const made = await test.editor.create('/documents', { title: 'A', categories });
    await patch(test.editor, made, { categories: [] });
    await test.admin.delete(`/model/categories/${fish.id}`);
    const shown = (await read(test.editor, made, 1)).attributes['categories'];
    expect(shown).toMatchObject([{ name: 'soups', params: { $x: 1 } }]);
    expect((await restore(test.editor, made, 1)).status).toBe(200);
    expect((await attributesOf(test.editor, made))['categories']).toEqual(shown);
  });

  it('that are deleted create a version of their objects', async () => {
    const tag = await test.admin.create('/model/tags', { name: 'fleeting' });
    const made = await test.editor.create('/documents', { title: 'A', tags: [{ name: 'fleeting' }] });
    await test.admin.delete(`/model/tags/${tag.id}`);
    await expect.poll(() => numbers(test.editor, made)).toEqual([1, 2]);
    expect((await read(test.editor, made, 2)).attributes).toEqual(await attributesOf(test.editor, made));
  });
});

// Translatable fields, and the languages of translations: by the model and by the configuration (D153, D155).
import { describe, expect, it } from 'vitest';
import { errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

const newDocument = async (attributes: object): Promise<number> =>
  Number((await test.editor.create('/documents', { title: 'A word', status: 'on', ...attributes })).id);
const post = (attributes: object) => test.editor.post('/translations', { data: { type: 'translations', attributes } });
const good = { lang: 'it', status: 'on', translated_fields: { title: 'x' } };

describe('a translation', () => {
  it('accepts only languages that the configuration lists', async () => {
    const { id } = await test.admin.create('/admin/config', {
      name: 'I18n.languages',
      context: 'core',
      content: '["en", "it-IT"]',
    });
    const object_id = await newDocument({ lang: 'en' });
    expect((await post({ ...good, object_id, lang: 'de' })).status).toBe(400);
    expect((await post({ ...good, object_id })).status).toBe(201);
    await test.admin.delete(`/admin/config/${id}`);
  });

  it('follows the rules of the type, and refuses objects of types without translations', async () => {
    await test.admin.create('/model/object_types', {
      name: 'codes',
      singular: 'code',
      translation_rules: { title: false, status: true },
    });
    const object_id = Number((await test.editor.create('/codes', { title: 'x' })).id);
    expect(errorSources(await post({ ...good, object_id }))).toEqual(['/data/attributes/translated_fields/title']);
    const wrong = await post({ ...good, object_id, translated_fields: { status: 'wrong' } });
    expect(errorSources(wrong)).toEqual(['/data/attributes/translated_fields/status']);
    expect((await post({ ...good, object_id, translated_fields: { status: 'on' } })).status).toBe(201);
    await test.admin.create('/model/object_types', { name: 'marks', singular: 'mark', is_translatable: false });
    const mark = Number((await test.editor.create('/marks', { title: 'x' })).id);
    expect(errorSources(await post({ ...good, object_id: mark }))).toEqual(['/data/attributes/object_id']);
    expect((await test.editor.get(`/marks/${mark}/translations`)).status).toBe(404);
    const { data } = (await test.editor.get(`/marks/${mark}`)).body as { data: object };
    expect(data).not.toHaveProperty('relationships.translations');
    const { paths } = (await test.anonymous.get('/openapi.json?side=all')).body as { paths: object };
    expect(Object.keys(paths)).not.toContain('/marks/{object_id}/translations');
    expect(Object.keys(paths)).toContain('/codes/{object_id}/translations');
  });

  it('has a status that the configured level shows', async () => {
    const config = { name: 'Status.level', context: 'core', content: 'on' };
    const { id } = await test.admin.create('/admin/config', config);
    const object_id = await newDocument({});
    expect(errorSources(await post({ ...good, object_id, status: 'draft' }))).toEqual(['/data/attributes/status']);
    const made = await test.editor.create('/translations', { object_id, lang: 'it' });
    expect(made.attributes['status']).toBe('on');
    await test.admin.delete(`/admin/config/${id}`);
  });
});

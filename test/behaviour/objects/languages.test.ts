// Languages of content and of requests (D416).
import { describe, expect, it } from 'vitest';
import { isLanguageTag } from '../../../core/languages.ts';
import { errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

const dataOf = (response: { body: unknown }) => (response.body as { data: ResourceData }).data;
const post = (lang: unknown) => test.editor.post('/documents', { data: { type: 'documents', attributes: { lang } } });

const TAGS = [
  'it',
  'en-GB',
  'PT-br',
  'zh-Hans-CN',
  'es-419',
  'de-CH-1996',
  'sl-rozaj',
  'de-DE-u-co-phonebk',
  'en-x-a',
  'ita',
];
const OTHERS = [
  'e',
  'en_EN',
  'english text',
  'abcd',
  'en-',
  '-en',
  'en--GB',
  'x-a',
  'en-a',
  'i',
  '12',
  'en-GB-GB',
  'é',
  `en-x${'-a'.repeat(40)}`,
];

describe('the language of content', () => {
  it.each(TAGS)('is a language tag, as %s', async (tag) => {
    const created = await post(tag);
    expect([created.status, dataOf(created).attributes['lang']]).toEqual([201, tag]);
  });

  it.each([...OTHERS, 7, ['it'], { $gt: '' }])('is not %j', async (value) => {
    const created = await post(value);
    expect([created.status, [...new Set(errorSources(created))]]).toEqual([400, ['/data/attributes/lang']]);
    const { id } = await test.editor.create('/documents', { lang: 'it' });
    const data = { id, type: 'documents', attributes: { lang: value } };
    expect(errorSources(await test.editor.patch(`/documents/${id}`, { data }))[0]).toBe('/data/attributes/lang');
    expect(dataOf(await test.editor.get(`/documents/${id}`)).attributes['lang']).toBe('it');
  });

  it('is described as it is accepted', async () => {
    const schema = (await test.admin.get('/model/schema/documents')).body as {
      properties: { lang: { oneOf: { pattern?: string; maxLength?: number }[] } };
    };
    const described = schema.properties.lang.oneOf.find(({ pattern }) => pattern !== undefined);
    const pattern = new RegExp(described?.pattern ?? '');
    for (const tag of [...TAGS, ...OTHERS]) {
      expect([tag, pattern.test(tag) && tag.length <= (described?.maxLength ?? 0)]).toEqual([tag, isLanguageTag(tag)]);
    }
  });

  it('is not set by an invalid default', async () => {
    const attributes = { name: 'I18n.default', context: 'core', content: 'no language' };
    const refused = await test.admin.post('/admin/config', { data: { type: 'config', attributes } });
    expect([refused.status, errorSources(refused)]).toEqual([400, ['/data/attributes/content']]);
  });
});

describe('the language of a request', () => {
  it('may have a region, which has no effect', async () => {
    const { id } = await test.editor.create('/documents', { title: 'A word', status: 'on', lang: 'en' });
    const fields = { object_id: Number(id), lang: 'it', status: 'on', translated_fields: { title: 'Una parola' } };
    const { id: translation } = await test.editor.create('/translations', fields);
    for (const lang of ['it', 'it_IT', 'it-IT', 'it-ch']) {
      for (const path of [`/documents/${id}`, `/objects/${id}`]) {
        const { included } = (await test.editor.get(`${path}?lang=${lang}`)).body as { included?: { id: string }[] };
        expect([lang, path, included?.map((each) => each.id)]).toEqual([lang, path, [translation]]);
      }
    }
    for (const lang of ['it_', 'it_ITA', '_IT', 'it_IT_x', 'i_IT']) {
      expect([lang, (await test.editor.get(`/documents/${id}?lang=${lang}`)).status]).toEqual([lang, 400]);
    }
    expect((await test.editor.get(`/documents/${id}?lang=ita_IT`)).status).toBe(400);
  });
});

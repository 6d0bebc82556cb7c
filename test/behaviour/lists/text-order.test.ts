// The order of texts (D800, D801): that of the project's language, by index, by cursor, over several types and in memory, with
// equality as exact as before.
import { beforeAll, describe, expect, it } from 'vitest';
import { collationOf, localeOf, LOCALES } from '../../../core/store/indexes/text-order.ts';
import { walksOf, type Page } from '../../support/database/cursor-walks.ts';
import { finishModelChanges } from '../../support/database/model-changes.ts';
import { errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
/** In the order of English; texts that differ by case and accents only are in the order of their ids. */
const NAMES = ['apple', 'Äpfel', 'Mönch', 'monch', 'MONCH', 'zebra', 'Zoo', 'zoo', '中'];
/** Created in another order. */
const CREATED = ['zebra', 'Mönch', 'Zoo', 'Äpfel', '中', 'monch', 'apple', 'MONCH', 'zoo'];
const ORDERED = ['Äpfel', 'apple', 'Mönch', 'monch', 'MONCH', 'zebra', 'Zoo', 'zoo', '中'];

beforeAll(async () => {
  for (const [name, indexed] of [
    ['city', true],
    ['region', false],
  ] as const) {
    const property = { object_type_name: 'documents', name, property_type_name: 'string', indexed };
    await test.admin.create('/model/properties', property);
  }
  await finishModelChanges(test);
  for (const [n, name] of CREATED.entries()) {
    await test.editor.create('/documents', { title: name, city: name, region: name, description: name, status: 'on' });
    await test.editor.create('/events', { title: `${name} fair`, status: 'on' });
    await test.admin.create('/users', {
      username: `user-${n}`,
      uname: `user-${n}`,
      password: 'correct horse battery',
      name,
      surname: name,
      status: 'on',
    });
    await test.admin.create('/roles', { name: `role_${n}`, description: name });
    await test.admin.create('/admin/applications', { name, description: name });
  }
});

const orderOf = async (path: string, field: string, client = test.admin): Promise<unknown[]> => {
  const response = await client.get(encodeURI(path));
  expect([path, response.status]).toEqual([path, 200]);
  return (response.body as Page).data.map(({ attributes }) => attributes[field]);
};
const own = (values: unknown[]): unknown[] =>
  values.filter((value) => NAMES.includes(String(value).split(' ')[0] ?? ''));

describe('a sort by texts', () => {
  it.each(['title', 'description', 'city', 'region'])(
    'of documents by %s is that of English, without case and accents, ties by id',
    async (field) => {
      expect(await orderOf(`/documents?sort=${field}`, field)).toEqual(ORDERED);
      expect(await orderOf(`/documents?sort=-${field}`, field)).toEqual([...ORDERED].reverse());
    },
  );

  it('is the same by cursor, by number, over several types, and in its total', async () => {
    const walks = walksOf(test);
    for (const path of ['/documents', '/objects?filter[type]=documents,events', '/objects?filter[title][gte]=a']) {
      const mark = path.includes('?') ? '&' : '?';
      for (const sort of ['title', '-title', 'title,-id', 'status,title', '-title,id', 'uname']) {
        const sorted = `${path}${mark}sort=${sort}`;
        const numbered = await walks.numbered(sorted);
        expect([sorted, await walks.walk(`${sorted}&page_size=2`)]).toEqual([sorted, numbered]);
        expect(await walks.walk(`${sorted}&page_size=3`, 'prev')).toEqual(numbered);
        const { meta } = await walks.read(sorted);
        expect(meta.pagination['count']).toBe(numbered.length);
      }
    }
    const titles = await orderOf('/objects?filter[type]=documents,events&sort=title', 'title');
    const words = own(titles).map((title) => String(title).split(' ')[0] ?? '');
    expect([...new Set(words)]).toEqual(ORDERED);
  });

  it.each([
    ['/users', 'name'],
    ['/users', 'surname'],
    ['/roles', 'description'],
    ['/admin/applications', 'name'],
  ])('of %s by %s', async (path, field) => {
    expect(own(await orderOf(`${path}?sort=${field}&page_size=100`, field))).toEqual(ORDERED);
  });

  it('of rows in memory is the same', async () => {
    for (const [n, label] of CREATED.entries()) {
      const property = { object_type_name: 'profiles', name: `p_${n}`, property_type_name: 'string', label };
      await test.admin.create('/model/properties', property);
    }
    expect(own(await orderOf('/model/properties?sort=label&page_size=100&filter[type]=dynamic', 'label'))).toEqual(
      ORDERED,
    );
  });

  it('works with a search and in the trash', async () => {
    expect(await orderOf('/documents?q=monch&sort=-title', 'title')).toEqual(['MONCH', 'monch', 'Mönch']);
    const { id } = await test.editor.create('/documents', { title: 'éclair' });
    const { id: other } = await test.editor.create('/documents', { title: 'Eclaire' });
    for (const each of [other, id]) await test.editor.delete(`/documents/${each}`);
    expect(await orderOf('/trash?sort=title', 'title')).toEqual(['éclair', 'Eclaire']);
  });

  it('a renamed item whose place is the same is not shown again', async () => {
    const { id } = await test.editor.create('/documents', { title: 'mm', lang: 'mi' });
    await test.editor.create('/documents', { title: 'mn', lang: 'mi' });
    const walks = walksOf(test);
    const page = await walks.read('/documents?filter[lang]=mi&sort=title&page[after]=&page_size=1');
    await test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes: { title: 'MM' } } });
    const next = await walks.followed(page.links.next ?? '');
    expect(next.data.map(({ attributes }) => attributes['title'])).toEqual(['mn']);
    expect(next.links.prev).not.toBeNull();
  });
});

describe('filters', () => {
  /** With and without a sort by texts: on the index, and as conditions of a sorted read. */
  const FORMS = ['', '&sort=title', '&sort=-city', '&sort=modified'];
  it.each(['title', 'city', 'region', 'description'])('by %s are exact, and compare in the order', async (field) => {
    const found = async (filter: string, form: string) =>
      own(await orderOf(`/documents?filter[${field}]${filter}${form}`, field)).sort();
    for (const form of FORMS) {
      expect(await found('=zoo', form)).toEqual(['zoo']);
      expect(await found('[eq]=Zoo', form)).toEqual(['Zoo']);
      expect(await found('=ZOO', form)).toEqual([]);
      expect(await found('[in]=monch,Zoo,APPLE', form)).toEqual(['Zoo', 'monch']);
      expect(await found('[ne]=zoo', form)).toEqual(NAMES.filter((name) => name !== 'zoo').sort());
      expect(await found('[nin]=zoo,Mönch', form)).toEqual(
        NAMES.filter((name) => name !== 'zoo' && name !== 'Mönch').sort(),
      );
      expect(await found('[gte]=ZOO', form)).toEqual(['Zoo', 'zoo', '中'].sort());
      expect(await found('[lt]=monch', form)).toEqual(['apple', 'Äpfel'].sort());
      expect(await found('[like]=MON', form)).toEqual(['MONCH', 'monch'].sort());
    }
  });

  it('read texts with signs of patterns as they are', async () => {
    const title = '^a.*(b)|[c]\\z $1+? /x-y/';
    await test.editor.create('/documents', { title, lang: 'tlh' });
    for (const form of FORMS) {
      const path = `/documents?filter[title][eq]=${encodeURIComponent(title)}${form}`;
      const response = await test.editor.get(path);
      expect((response.body as Page).data.map(({ attributes }) => attributes['title'])).toEqual([title]);
    }
  });

  it('by uname are exact over all types', async () => {
    const { attributes } = await test.editor.create('/documents', { title: 'A name', uname: 'a-name' });
    expect(attributes['uname']).toBe('a-name');
    for (const form of ['', '&sort=title', '&sort=-uname']) {
      for (const path of ['/objects', '/documents']) {
        expect(await orderOf(`${path}?filter[uname]=a-name${form}`, 'uname', test.editor)).toEqual(['a-name']);
        expect(await orderOf(`${path}?filter[uname]=A-NAME${form}`, 'uname', test.editor)).toEqual([]);
      }
    }
  });
});

describe('the language', () => {
  it('has an order in MongoDB for every known locale; others have that of English', async () => {
    const { store } = test.service.services;
    for (const locale of LOCALES) await store.tags.find({}, { collation: collationOf(locale) }).toArray();
    expect(
      ['en', 'en-GB', 'it', 'ita', 'pt-BR', 'zh-TW', 'zh', 'no', 'sr-Latn', 'de-AT', 'gd', 'xx', 'i-klingon', ''].map(
        localeOf,
      ),
    ).toEqual(['en', 'en', 'it', 'it', 'pt', 'zh_Hant', 'zh', 'nb', 'sr_Latn', 'de_AT', 'en', 'en', 'en', 'en']);
  });

  it('is I18n.default: lists, indexes and cursors change with it', async () => {
    const walks = walksOf(test);
    const before = await walks.read('/documents?sort=title&page[after]=&page_size=2');
    const byId = await walks.read('/documents?page[after]=&page_size=2');
    await test.admin.create('/admin/config', { name: 'I18n.default', context: 'core', content: '"sv"' });
    // Ä and ö are letters of their own in Swedish.
    const swedish = ['apple', 'monch', 'MONCH', 'Mönch', 'zebra', 'Zoo', 'zoo', 'Äpfel', '中'];
    expect(own(await orderOf('/documents?sort=title', 'title'))).toEqual(swedish);
    await expect.poll(() => test.service.services.modelService.current().textLocale).toBe('sv');
    await finishModelChanges(test);
    const indexes = await test.service.services.store.documents('documents').indexes();
    const locales = new Map(indexes.map(({ name, collation }) => [name, collation?.locale as string | undefined]));
    expect(['by_title', 'by_uname', 'property_city'].map((name) => locales.get(name))).toEqual(['sv', 'sv', 'sv']);
    expect(own(await orderOf('/documents?sort=city', 'city'))).toEqual(swedish);
    const { pathname, search } = new URL(before.links.next ?? '');
    const refused = await test.editor.get(pathname + search);
    expect([refused.status, ...errorSources(refused)]).toEqual([400, 'page[after]']);
    expect((await walks.followed(byId.links.next ?? '')).data).toHaveLength(2);
  });
});

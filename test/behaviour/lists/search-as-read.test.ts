// A search finds what a reader sees, wherever texts are searched (D824).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legacy, openLegacyService, place } from '../../support/writes/legacy-world.ts';
import type { TestService } from '../../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await openLegacyService();
});
afterAll(() => test.close());

/** A text, what finds it, and what does not. */
const TEXTS: Record<string, { text: string; finds: string[]; not: string[] }> = {
  references: {
    text: '<p>Il caff&egrave; della citt&#224; rock&nbsp;roll R&amp;D</p>',
    finds: ['caffè', 'caffe', 'città', '"rock roll"', 'rock roll', '"della città rock"'],
    not: ['egrave', 'nbsp', 'amp', '"caffè città"'],
  },
  'scripts and styles': {
    text: '<style>p { color: crimson }</style><p>visible</p><script>var invisible;</script><!-- remark -->',
    finds: ['visible'],
    not: ['crimson', 'invisible', 'remark', 'script', 'style'],
  },
  'elements within words': {
    text: '<p>super<b>cali</b>fragi<wbr>listic</p><p>end</p>',
    finds: ['supercalifragilistic', 'end'],
    not: ['super', 'listicend'],
  },
  Japanese: {
    text: '<p>東京都に住んでいる猫は、関西国際空港から北海道へ旅行しました。</p>',
    finds: ['東京', '猫', '空港', '関西国際空港', '北海道', '"北海道へ旅行"', '旅行 東京'],
    not: ['犬', '京都', '大阪'],
  },
  Chinese: {
    text: '我们在北京大学学习中文，然后去上海旅游。',
    finds: ['北京', '大学', '中文', '上海', '北京大学'],
    not: ['南京', '京大'],
  },
  Thai: {
    text: 'ประเทศไทยเป็นประเทศที่สวยงามและมีอาหารอร่อยมาก',
    finds: ['อาหาร', 'สวยงาม', 'ประเทศไทย', '"อาหารอร่อย"'],
    not: ['น้ำ'],
  },
  'a sharp s': {
    text: 'Die Straße ist groß',
    finds: ['strasse', 'Straße', 'STRASSE', 'STRAẞE', 'gross', '"straße ist gross"'],
    not: ['strase'],
  },
  'invisible characters': {
    text: 'Donau\u00addampf\u200bschiff co\u2060op\u200derate &shy;Kapi&shy;tän \ufeffEnde',
    finds: ['Donaudampfschiff', 'Donau\u00addampfschiff', 'cooperate', 'kapitän', 'ende', 'En\u200bde'],
    not: ['dampf', 'schiff', 'shy'],
  },
};

interface Found {
  data: { id: string }[];
}

const ids = async (path: string, text: string, parameter = 'q'): Promise<string[]> => {
  const response = await test.admin.get(
    `${path}${path.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(text)}`,
  );
  if (response.status !== 200) throw new Error(`${path} ${text}: ${response.text}`);
  return (response.body as Found).data.map(({ id }) => String(id));
};

/** Each makes a row with the text, and gives back how it is searched. */
const PLACES: Record<string, (text: string) => Promise<(query: string) => Promise<boolean>>> = {
  title: async (title) => {
    const { id } = await test.admin.create('/documents', { title });
    return async (query) => (await ids('/documents', query)).includes(id);
  },
  description: async (description) => {
    const { id } = await test.admin.create('/documents', { description });
    return async (query) => (await ids('/objects', query)).includes(id);
  },
  body: async (body) => {
    const { id } = await test.admin.create('/documents', { body });
    return async (query) => (await ids('/documents', query, 'filter[query]')).includes(id);
  },
  'a changed body': async (body) => {
    const { id } = await test.admin.create('/documents', { body: 'before' });
    await test.admin.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes: { body } } });
    return async (query) => (await ids('/documents', query)).includes(id);
  },
  'the trash': async (body) => {
    const { id } = await test.admin.create('/documents', { body });
    await test.admin.delete(`/documents/${id}`);
    return async (query) => (await ids('/trash', query)).includes(id);
  },
  'the legacy side': async (body) => {
    const { id } = await test.admin.create('/documents', { body, status: 'on' });
    // Its lists have what is in the publication.
    const { body: root } = await test.admin.get('/folders/publication');
    await place(test.admin, Number((root as { data: { id: string } }).data.id), ['documents', Number(id)]);
    return async (query) => {
      const address = `/objects?filter[query]=${encodeURIComponent(query)}&page_size=100`;
      const { objects } = (await legacy(test.anonymous, address)).body.data;
      return objects.some((one) => String(one.id) === id);
    };
  },
  'a translation': async (body) => {
    const { id: object } = await test.admin.create('/documents', { title: 'x1', lang: 'en' });
    const { id } = await test.admin.create('/translations', {
      object_id: Number(object),
      lang: 'it',
      translated_fields: { body },
    });
    return async (query) => (await ids('/translations', query)).includes(id);
  },
  'an annotation': async (description) => {
    const { id: object } = await test.admin.create('/documents', { title: 'x1' });
    const { id } = await test.admin.create('/annotations', { object_id: Number(object), description });
    return async (query) => (await ids('/annotations', query)).includes(id);
  },
};

describe.each(Object.keys(TEXTS))('%s', (name) => {
  const { text, finds, not } = TEXTS[name] ?? { text: '', finds: [], not: [] };

  it.each(Object.keys(PLACES))('are searched as a reader sees them in %s', async (where) => {
    const isFound = await PLACES[where]?.(text);
    const wrong: string[] = [];
    for (const query of finds) if (!(await isFound?.(query))) wrong.push(`not found: ${query}`);
    for (const query of not) if (await isFound?.(query)) wrong.push(`found: ${query}`);
    expect(wrong).toEqual([]);
  });
});

it('every word of a text finds it: the words of a search are those of the index', async () => {
  const isFound = await PLACES['body']?.(
    Object.values(TEXTS)
      .map(({ text }) => text)
      .join('<p>'),
  );
  for (const { text } of Object.values(TEXTS))
    for (const word of text
      .replace(/<(style|script).*?<\/\1>|<!--.*?-->/g, ' ')
      .replace(/<p>|<\/p>/g, ' ')
      .split(/[\s，。、]+/))
      if (!/[<&{;]/.test(word) && [...word].length > 1) expect(await isFound?.(word), word).toBe(true);
});

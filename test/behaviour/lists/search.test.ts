// Full-text search: q and filter[query] (D7, D524).
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
beforeAll(async () => {
  await test.admin.create('/model/properties', {
    object_type_name: 'documents',
    name: 'weight',
    property_type_name: 'integer',
  });
  const documents: Record<string, unknown>[] = [
    { title: 'Island of cats', weight: 3 },
    { title: 'Second', description: 'an ISLAND far away', body: '<p>Nothing but sea</p>', weight: 1 },
    { title: 'Third', body: '<p class="hidden">The island and the <em>café noir</em></p>', weight: 2 },
    { title: 'Red car', body: 'cars are fast' },
    { title: 'Car, red' },
    { title: 'Élodie à Paris', body: 'Crème brûlée' },
    { title: 'A party by the sea' },
  ];
  for (const attributes of documents) await test.editor.create('/documents', { status: 'on', ...attributes });
  await test.editor.create('/profiles', {
    name: 'Islandia',
    surname: 'Ocean',
    email: 'ocean@example.com',
    city: 'Seaside',
    status: 'on',
  });
  await test.editor.create('/locations', {
    title: 'Port',
    address: 'Island street 1',
    locality: 'Harbour',
    status: 'on',
  });
});

const get = (query: string, path = '/documents') => test.anonymous.get(`${path}?${query}`);
const found = async (query: string, path = '/documents'): Promise<string[]> => {
  const response = await get(query, path);
  if (response.status !== 200) throw new Error(`${query}: ${response.text}`);
  const { data, meta } = response.body as {
    data: { attributes: { title: string } }[];
    meta: { pagination: { count: number } };
  };
  if (!query.includes('page')) expect([query, meta.pagination.count]).toEqual([query, data.length]);
  return data.map((each) => each.attributes.title);
};
const q = (text: string, path = '/documents') => found(`q=${encodeURIComponent(text)}`, path);

describe('a search', () => {
  it('finds words in title, description and body, the title counting most', async () => {
    expect(await q('island')).toEqual(['Island of cats', 'Second', 'Third']);
  });

  it('needs every word, in any position', async () => {
    expect(await q('island sea')).toEqual(['Second']);
    expect(await q('sea island')).toEqual(['Second']);
    expect(await q('island nowhere')).toEqual([]);
  });

  it.each(['ISLAND', 'Island', 'ísland', 'iSLÀND'])('ignores case and accents: %s', async (text) => {
    expect(await q(text)).toHaveLength(3);
  });

  it.each([['elodie'], ['ELODIE paris'], ['creme'], ['crème brulee'], ['"creme brulee"'], ['ÉLODIE']])(
    'ignores accents of the searched text: %s',
    async (text) => {
      expect(await q(text)).toEqual(['Élodie à Paris']);
    },
  );

  it('finds a quoted phrase exactly, in its order', async () => {
    expect(await q('"red car"')).toEqual(['Red car']);
    expect((await q('red car')).sort()).toEqual(['Car, red', 'Red car']);
    expect(await q('"cafe noir" island')).toEqual(['Third']);
    expect(await q('"noir cafe"')).toEqual([]);
  });

  it('finds whole words, alone or with others', async () => {
    expect(await q('art')).toEqual([]);
    expect(await q('isl')).toEqual([]);
    expect(await q('the sea')).toEqual(await q('"the" sea'));
  });

  it('finds whole words only, also with others and at the ends of a phrase', async () => {
    expect(await q('art sea')).toEqual([]);
    expect(await q('"y by the se"')).toEqual([]);
  });

  it('ignores words of one character', async () => {
    expect(await q('a island')).toEqual(await q('island'));
    expect(await q('x island of y cats 1')).toEqual(['Island of cats']);
  });

  it('treats punctuation as spaces, never as operators', async () => {
    expect(await q('-island')).toHaveLength(3);
    expect(await q('island -sea')).toEqual(['Second']);
    expect(await q('island* (cats) \\ $where')).toEqual([]);
    expect(await q('cats/of+island')).toEqual(['Island of cats']);
    expect(await q('"island of')).toEqual(['Island of cats']);
  });

  it.each(['', ' ', 'a', 'a b c', '"', '""', '!?', '"-"', '*'])('without a usable word is 400: "%s"', async (text) => {
    for (const path of ['/documents', '/objects']) {
      const response = await get(`q=${encodeURIComponent(text)}`, path);
      expect([response.status, errorCodes(response)[0], errorSources(response).length]).toEqual([
        400,
        'invalid_filter',
        1,
      ]);
    }
  });

  it.each([
    'q%5B%5D=a',
    'q%5Ba%5D=b',
    'filter%5Bquery%5D%5B%5D=island',
    'filter%5Bquery%5D%5Bx%5D=island',
    `q=${'x'.repeat(501)}`,
    `q=${'ab%20'.repeat(30)}`,
  ])('that is not a short text is 400: %s', async (query) => {
    expect((await get(query)).status).toBe(400);
  });

  it('is q or filter[query], which takes precedence, and exact on request', async () => {
    expect(await found('filter%5Bquery%5D=cats')).toEqual(['Island of cats']);
    expect(await found('filter%5Bquery%5D=cats&q=car')).toEqual(['Island of cats']);
    expect(await found('filter%5Bquery%5D%5Bstring%5D=car+red&filter%5Bquery%5D%5Bexact%5D=1')).toEqual(['Car, red']);
    expect(await found('filter%5Bquery%5D%5Bstring%5D=red+car&filter%5Bquery%5D%5Bexact%5D=1')).toEqual(['Red car']);
    expect((await found('filter%5Bquery%5D%5Bstring%5D=car+red')).length).toBe(2);
  });

  it('finds no words in the tags of a body', async () => {
    for (const word of ['class', 'hidden', 'em']) expect(await q(word)).toEqual([]);
    await test.editor.create('/documents', { title: 'Broken', body: 'one<br>line<b>break</b>', status: 'on' });
    // As the reader sees it (D824): `<br>` ends a word, `<b>` does not.
    expect([await q('one'), await q('linebreak'), await q('line')]).toEqual([['Broken'], ['Broken'], []]);
  });

  it('finds no words in the tags of a title or description, which are HTML too', async () => {
    await test.editor.create('/documents', {
      title: 'Of <strong>tags</strong>',
      description: '<div class="invisible">x</div>',
      status: 'on',
    });
    expect([await q('strong'), await q('invisible')]).toEqual([[], []]);
  });

  it('finds text between angle brackets that are not tags', async () => {
    await test.editor.create('/documents', { title: 'Signs', body: 'if 1 < alpha and gamma > 2', status: 'on' });
    expect(await q('alpha gamma')).toEqual(['Signs']);
  });

  it('searches the whole description', async () => {
    await test.editor.create('/documents', {
      title: 'Long',
      description: `${'filler '.repeat(300)}needle`,
      status: 'on',
    });
    expect(await q('needle')).toEqual(['Long']);
  });

  it('searches the searchable attributes of each type', async () => {
    for (const word of ['islandia', 'ocean', 'seaside', '"ocean@example.com"'])
      expect(await q(word, '/profiles')).toEqual(['Islandia Ocean']);
    for (const word of ['harbour', 'street']) expect(await q(word, '/locations')).toEqual(['Port']);
  });

  it('over all types ranks them together', async () => {
    const all = await q('island', '/objects');
    expect(all[0]).toBe('Island of cats');
    expect([...all].sort()).toEqual(['Island of cats', 'Port', 'Second', 'Third']);
    expect(await found('q=island&filter%5Btype%5D=locations', '/objects')).toEqual(['Port']);
  });

  it('is combined with filters, sorts and pages', async () => {
    expect(await found('q=island&filter%5Bweight%5D%5Bgt%5D=1')).toEqual(['Island of cats', 'Third']);
    expect(await found('q=island&sort=-weight')).toEqual(['Island of cats', 'Third', 'Second']);
    expect(await found('q=island&sort=weight&filter%5Bweight%5D%5Blt%5D=3')).toEqual(['Second', 'Third']);
    expect(await found('q=island&sort=title&page_size=2&page=2')).toEqual(['Third']);
    expect(await found('q=island&page_size=1&page=2')).toEqual(['Second']);
    expect(await found('q=island&sort=-title&filter%5Bdescription%5D%5Bnull%5D=1', '/objects')).toEqual([
      'Third',
      'Port',
      'Island of cats',
    ]);
  });

  it('finds every write at once', async () => {
    const { id } = await test.editor.create('/documents', { title: 'Albatross', status: 'on' });
    const change = (attributes: Record<string, unknown>) =>
      test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes } });
    expect(await q('albatross')).toHaveLength(1);
    await change({ title: 'Pelican', body: 'was an albatros' });
    expect([await q('albatross'), await q('pelican albatros')]).toEqual([[], ['Pelican']]);
    await change({ status: 'draft' });
    expect(await q('pelican')).toEqual([]);
    await change({ status: 'on' });
    await test.editor.delete(`/documents/${id}`);
    expect([await q('pelican'), await q('pelican', '/objects')]).toEqual([[], []]);
  });
});

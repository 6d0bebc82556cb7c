// Nothing in the query of a list is ignored in silence (D807): each of these is 400 and names its parameter, in every list.
import { describe, expect, it } from 'vitest';
import { errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

/** By the query: the parameter of the error. */
const REFUSED: Record<string, string> = {
  'filter[title]]=1': 'filter[title]]',
  'filter[title=1': 'filter[title',
  'filter]title[=1': 'filter]title[',
  'filter[title]x=1': 'filter[title]x',
  'fields[documents=title': 'fields[documents',
  'page[size=1': 'page[size',
  'sort]=title': 'sort]',
  '[title]=1': '[title]',
  '=1': '',
  'page_size=1&=1': '',
  'page[offset]=1': 'page[offset]',
  'page[]=1': 'page',
  'page=1&page=2': 'page',
  'page_size=1&page_size=2': 'page_size',
  'sort=,': 'sort',
  'sort=id,': 'sort',
  'sort=,id': 'sort',
  'sort=id,,created': 'sort',
  'sort=-': 'sort',
  'sort=id,-id': 'sort',
  'sort=id&sort=created': 'sort',
  'fields=title,,id': 'fields',
  'fields[nothings]=title': 'fields[nothings]',
  'fields[documents]=title&fields[document]=title': 'fields[document]',
  'filter[id]=1,,2': 'filter[id]',
  'filter[id]=1,': 'filter[id]',
  'filter[created]=2026,': 'filter[created]',
  'filter[nothing]=1': 'filter[nothing]',
  'filter[created][after]=1': 'filter[created][after]',
  'nothing=1': 'nothing',
};

describe.each(['/documents', '/objects', '/users', '/folders', '/roles', '/trash', '/model/object_types'])(
  'a list: %s',
  (path) => {
    it.each(Object.entries(REFUSED))('refuses %s', async (query, parameter) => {
      const response = await test.admin.get(`${path}?${query}`);
      expect([query, response.status, errorSources(response)[0]]).toEqual([query, 400, parameter]);
    });
  },
);

describe('a list of objects', () => {
  it.each<[string, string]>([
    ['count=nope', 'count'],
    ['count=poster,nope', 'count'],
    ['count=poster,,see_also', 'count'],
    ['count=,', 'count'],
    ['include=poster,', 'include'],
    ['include=,', 'include'],
    ['filter[query][string]=word&filter[query][other]=1', 'filter[query][other]'],
    ['filter[query][string]=word&filter[query][exact]=maybe', 'filter[query][exact]'],
    ['filter[type]=documents,', 'filter[type]'],
    ['filter[type][eq]=documents&filter[type][like]=news', 'filter[type][like]'],
    ['page[total]=all', 'page[total]'],
    ['q=a', 'q'],
    ['q=', 'q'],
    ['filter[query]=a', 'filter[query]'],
  ])('refuses %s', async (query, parameter) => {
    for (const path of ['/documents', '/objects']) {
      const response = await test.admin.get(`${path}?${query}`);
      expect([query, response.status, errorSources(response)[0]]).toEqual([query, 400, parameter]);
    }
  });

  it('applies every operator on types', async () => {
    await test.editor.create('/documents', { title: 'D' });
    await test.editor.create('/news', { title: 'N' });
    const { body } = await test.editor.get('/objects?filter[type][in]=documents,news&filter[type][ne]=news');
    expect((body as { data: { type: string }[] }).data.map(({ type }) => type)).toEqual(['documents']);
  });

  it('accepts empty parameters, and operators with signs', async () => {
    for (const query of [
      'sort=',
      'include=',
      'count=',
      '&page_size=1&',
      'filter[id][<=]=5&filter[id][!=]=2',
      'fields=',
    ])
      expect([query, (await test.admin.get(`/documents?${query}`)).status]).toEqual([query, 200]);
  });
});

it('errors of q name the parameter that was sent, also where there is nothing to search in', async () => {
  for (const path of ['/documents', '/history', '/admin/endpoint_permissions', '/trash', '/translations']) {
    for (const parameter of ['q', 'filter[query]']) {
      const response = await test.admin.get(`${path}?${parameter}=a`);
      // Not every list has both.
      const [source] = errorSources(response);
      expect([path, parameter, response.status, source === 'filter' ? parameter : source]).toEqual([
        path,
        parameter,
        400,
        parameter,
      ]);
    }
  }
});

it('a number for the id of a change is refused, and the error says how pages go on', async () => {
  const response = await test.admin.get('/history?filter[id][le]=999');
  expect([response.status, errorSources(response)]).toEqual([400, ['filter[id][le]']]);
  expect(response.text).toContain('page[after]');
  const pages = await test.admin.get('/history?page[before]=&page_size=2');
  const { data, links } = pages.body as { data: { id: string }[]; links: { prev: string | null } };
  const earlier = await test.admin.get(`/history?filter[id][lt]=${data[0]?.id ?? ''}&sort=-id&page_size=2`);
  const { pathname, search } = new URL(links.prev ?? '');
  const before = (await test.admin.get(pathname + search)).body as { data: { id: string }[] };
  const ids = (earlier.body as { data: { id: string }[] }).data.map(({ id }) => id).reverse();
  expect(before.data.map(({ id }) => id)).toEqual(ids);
});

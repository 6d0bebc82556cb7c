// The order of the body is the order of the links (D769), and lists of related objects sort by it (D770).
import { beforeEach, describe, expect, it } from 'vitest';
import { sendOperations } from '../../support/clients/atomic.ts';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { RATE_LIMIT: 'off' } });
/** Documents by title; `hub` has links to the others. */
let ids: Record<string, string>;

const identifier = (title: string) => ({ type: 'documents', id: ids[title] ?? '' });
const linksTo = (titles: string) => [...titles].map(identifier);
const path = () => `/documents/${ids['hub']}/relationships/see_also`;
const list = (query = '') => `/documents/${ids['hub']}/see_also${query}`;
async function titles(query = '', address = list): Promise<string> {
  const answer = await test.editor.get(address(query));
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { data: ResourceData[] }).data.map(({ attributes }) => attributes['title']).join('');
}

beforeEach(async () => {
  ids = {};
  for (const title of ['hub', 'a', 'b', 'c', 'd', 'e']) {
    ids[title] = (
      await test.editor.create('/documents', { title, status: 'on', body: title > 'c' ? 'late' : 'early' })
    ).id;
  }
  expect((await test.editor.post(path(), { data: linksTo('cab') })).status).toBe(200);
});

const writes: [string, (data: object[]) => Promise<{ status: number }>][] = [
  ['PATCH of the relationship', (data) => test.editor.patch(path(), { data })],
  [
    'PATCH of the resource',
    (data) =>
      test.editor.patch(`/documents/${ids['hub']}`, {
        data: { ...identifier('hub'), relationships: { see_also: { data } } },
      }),
  ],
  [
    'an update of the relationship in /operations',
    (data) => sendOperations(test.editor, [{ op: 'update', href: path(), data }]),
  ],
  [
    'an update of the resource in /operations',
    (data) =>
      sendOperations(test.editor, [
        { op: 'update', data: { ...identifier('hub'), relationships: { see_also: { data } } } },
      ]),
  ],
];

describe.each(writes)('%s', (_name, write) => {
  it.each(['bca', 'abc', 'adcb', 'dceba', 'b', 'edcba'])('gives the order %s', async (order) => {
    expect(await titles()).toBe('cab');
    expect((await write(linksTo(order))).status).toBe(200);
    expect(await titles()).toBe(order);
    // The order on the other side is its own.
    const other = await test.editor.get(`/documents/${ids['b']}/relationships/see_also`);
    expect((other.body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([ids['hub']]);
  });

  it('keeps the order of a list that is sent back as another sort shows it', async () => {
    const read = await test.editor.get(`${path()}?sort=title`);
    const { data } = read.body as { data: { id: string; meta: object }[] };
    expect(data.map(({ id }) => id)).toEqual(['a', 'b', 'c'].map((title) => ids[title]));
    expect([200, 204]).toContain((await write(data)).status);
    expect(await titles()).toBe('cab');
  });

  it('keeps the places of links that the caller does not see', async () => {
    await test.editor.delete(`/documents/${ids['a']}`);
    expect((await write(linksTo('bc'))).status).toBe(200);
    await test.admin.patch(`/trash/${ids['a']}`, { data: { id: ids['a'], type: 'objects' } });
    expect(await titles()).toBe('bac');
  });
});

it('POST adds links in the order of the body, and POST of a resource makes them so', async () => {
  expect((await test.editor.post(path(), { data: linksTo('eda') })).status).toBe(200);
  expect(await titles()).toBe('cabed');
  const made = await test.editor.post('/documents', {
    data: { type: 'documents', attributes: {}, relationships: { see_also: { data: linksTo('dbea') } } },
  });
  const { id } = (made.body as { data: ResourceData }).data;
  expect(await titles('', () => `/documents/${id}/see_also`)).toBe('dbea');
});

describe('sort=priority', () => {
  const addresses = [
    list,
    (query = '') => `/objects/${ids['hub']}/see_also${query}`,
    (query = '') => `/documents/${ids['hub']}/relationships/see_also${query}`,
    (query = '') => `/objects/${ids['hub']}/relationships/see_also${query}`,
  ];
  const idsOf = async (address: string) => {
    const answer = await test.editor.get(address);
    expect(answer.status, answer.text).toBe(200);
    return (answer.body as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  const idsAs = (order: string) => [...order].map((title) => ids[title]);

  it('is the order of the links, and -priority the reverse, in all forms of the list', async () => {
    await test.editor.post(path(), { data: linksTo('ed') });
    for (const address of addresses) {
      expect(await idsOf(address('?sort=priority'))).toEqual(idsAs('cabed'));
      expect(await idsOf(address('?sort=-priority'))).toEqual(idsAs('debac'));
      expect(await idsOf(address('?sort=-priority&page_size=2&page=2'))).toEqual(idsAs('ba'));
      expect(await idsOf(address('?sort=-priority&filter[title][in]=a,c,d'))).toEqual(idsAs('dac'));
      expect(await idsOf(address('?sort=-priority&q=early'))).toEqual(idsAs('bac'));
      expect(await idsOf(address('?sort=priority&q=late'))).toEqual(idsAs('ed'));
    }
  });

  it.each(['priority', '-priority'])('pages by cursor, forwards and backwards: %s', async (sort) => {
    await test.editor.post(path(), { data: linksTo('ed') });
    const whole = await idsOf(list(`?sort=${sort}`));
    const walked: string[] = [];
    let next: string | null = list(`?sort=${sort}&page_size=2&page[after]=`);
    let last = next;
    while (next !== null) {
      last = next;
      const answer = await test.editor.get(next.replace(/^https?:\/\/[^/]+/, ''));
      expect(answer.status, answer.text).toBe(200);
      const body = answer.body as { data: { id: string }[]; links: { next?: string | null; prev?: string | null } };
      walked.push(...body.data.map(({ id }) => id));
      next = body.links.next ?? null;
    }
    expect(last).not.toBe(next);
    expect(walked).toEqual(whole);
  });

  it('stands alone, and is no sort of other lists', async () => {
    for (const query of ['?sort=priority,title', '?sort=title,-priority', '?sort=priority&filter[geo][center]=1,2'])
      for (const address of addresses.slice(0, 2)) {
        const answer = await test.editor.get(address(query));
        expect([answer.status, errorCodes(answer)[0], errorSources(answer)]).toEqual([
          400,
          'unsupported_sort',
          ['sort'],
        ]);
      }
    expect((await test.editor.get('/documents?sort=priority')).status).toBe(400);
  });
});

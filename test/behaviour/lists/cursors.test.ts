// Cursors during writes, invalid cursors, and those of other callers (D471, D472).
import { beforeAll, describe, expect, it } from 'vitest';
import { createSixty, idsOf, walksOf, type Walks } from '../../support/database/cursor-walks.ts';
import { errorCodes, errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let ids: number[];
let { read, followed, walk, numbered } = {} as Walks;
beforeAll(async () => {
  ({ read, followed, walk, numbered } = walksOf(test));
  ids = await createSixty(test);
});

/** Those that were added later. */
async function remove(some: readonly string[]): Promise<void> {
  for (const id of some.filter((each) => each !== '' && !ids.includes(Number(each)))) {
    await test.editor.delete(`/documents/${id}`);
  }
}

describe('a walk by cursor while others write', () => {
  it.each(['', '&sort=title', '&sort=-title', '&sort=-weight,title', '&sort=-id'])(
    'has each remaining item once, while others are added and removed: %s',
    async (sort) => {
      const path = `/documents?page_size=4${sort}`;
      const stays: string[] = [];
      const goes: string[] = [];
      for (let n = 0; n < 18; n++) {
        const { id } = await test.editor.create('/documents', {
          title: n % 5 === 0 ? null : `E ${n % 6}`,
          status: 'on',
        });
        (n % 2 === 0 ? goes : stays).push(id);
      }
      for (const way of ['next', 'prev'] as const) {
        const seen: string[] = [];
        let page = await read(`${path}&page[${way === 'next' ? 'after' : 'before'}]=`);
        for (let turn = 0; ; turn++) {
          seen.push(...idsOf(page));
          // The very item that the next page begins behind, and others that are seen or not.
          const cut = idsOf(page).at(way === 'next' ? -1 : 0) ?? '';
          await remove([cut, goes.pop() ?? ''].filter((id) => !stays.includes(id)));
          if (turn < 4) {
            for (const title of ['A', null, 'E 3', 'Z'])
              await test.editor.create('/documents', { title, status: 'on' });
          }
          const link = page.links[way];
          if (link === null) break;
          page = await followed(link);
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect([...stays, ...ids.map(String)].filter((id) => !seen.includes(id))).toEqual([]);
      }
      await remove(await numbered('/documents'));
    },
  );
});

describe('a cursor', () => {
  const cursorOf = async (query: string): Promise<string> =>
    new URL((await read(`/documents?page_size=5&page[after]=&${query}`)).links.next ?? '').searchParams.get(
      'page[after]',
    ) ?? '';
  const refusal = async (query: string) => {
    const response = await test.editor.get(`/documents?${query}`);
    return [response.status, errorCodes(response)[0], errorSources(response)];
  };

  it('of another sort or of other filters is refused', async () => {
    const cursor = await cursorOf('sort=title&filter[lang]=en');
    const same = await test.editor.get(`/documents?filter[lang]=en&page[after]=${cursor}&sort=title&page_size=2`);
    expect(same.status).toBe(200);
    for (const other of [
      '',
      'sort=-title',
      'sort=title',
      'sort=title,id',
      'sort=lang&filter[lang]=en',
      'sort=title&filter[lang]=it',
    ]) {
      const refused = [400, 'invalid_parameter', ['page[after]']];
      expect([other, await refusal(`page[after]=${cursor}&${other}`)]).toEqual([other, refused]);
    }
  });

  it('that is invalid is 400 naming it, for every form', async () => {
    const good = await cursorOf('sort=weight,title');
    const [tag, ...values] = JSON.parse(Buffer.from(good, 'base64url').toString()) as unknown[];
    const made = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const bad = [
      ...[
        'x',
        '!',
        'null',
        'W10',
        good.slice(1),
        `${good}!`,
        `${good}AAAA`,
        'A'.repeat(6000),
        '%ff',
        '%F0%9F%98%80',
        '$gt',
      ],
      ...[made(), made(tag), made(tag, ...values, 1), made(tag, ...values.slice(1)), made('______', ...values)],
      ...[{ $gt: '' }, { $ne: null }, [], [[]], [1.5], ['x'], [9e15], [1, 2], { __proto__: null }].map((value) =>
        made(tag, value, ...values.slice(1)),
      ),
      Buffer.from(`["${String(tag)}",1e999,null,1]`).toString('base64url'),
      Buffer.from([0xff, 0xfe]).toString('base64url'),
      Buffer.from('['.repeat(4000)).toString('base64url'),
    ];
    for (const side of ['after', 'before']) {
      for (const cursor of bad) {
        const answer = await refusal(`sort=weight,title&page[${side}]=${cursor}`);
        const isEncoding = cursor === '%ff';
        expect([cursor.slice(0, 40), ...answer]).toEqual([
          cursor.slice(0, 40),
          400,
          isEncoding ? 'invalid_encoding' : 'invalid_parameter',
          isEncoding ? [] : [`page[${side}]`],
        ]);
      }
    }
    expect(test.loggedErrors).toEqual([]);
  });

  it('with values of any type is only a position in the order', async () => {
    const good = await cursorOf('sort=weight');
    const [tag] = JSON.parse(Buffer.from(good, 'base64url').toString()) as unknown[];
    const all = await numbered('/documents?sort=weight');
    for (const value of [null, -5, 0, 0.25, '', 'x', true, false, [0], '$weight']) {
      for (const id of [null, -1, 0, ids[30], 'x', '', true, [5]]) {
        const cursor = Buffer.from(JSON.stringify([tag, value, id])).toString('base64url');
        const behind = idsOf(await read(`/documents?sort=weight&page_size=100&page[after]=${cursor}`));
        expect(all.slice(all.length - behind.length)).toEqual(behind);
      }
    }
  });

  it('excludes another cursor and a page number, and is accepted once', async () => {
    const cursor = await cursorOf('');
    const both = await refusal(`page[after]=${cursor}&page[before]=${cursor}`);
    expect(both).toEqual([400, 'invalid_parameter', ['page[before]']]);
    for (const number of ['page=1', 'page=2', 'page%5Bnumber%5D=2']) {
      expect(await refusal(`page[after]=${cursor}&${number}`)).toEqual([400, 'invalid_parameter', ['page[after]']]);
      expect(await refusal(`page[before]=&${number}`)).toEqual([400, 'invalid_parameter', ['page[before]']]);
    }
    expect(await refusal(`page[after]=${cursor}&page[after]=${cursor}`)).toEqual([
      400,
      'invalid_parameter',
      ['page[after]'],
    ]);
    expect((await refusal(`page[after][x]=${cursor}`))[0]).toBe(400);
    expect((await refusal(`page_after=${cursor}`)).slice(0, 2)).toEqual([400, 'unknown_parameter']);
    const legacy = await test.editor.get('/objects?page%5Bafter%5D=', { Accept: 'application/json' });
    expect([legacy.status, errorSources(legacy)]).toEqual([400, ['page[after]']]);
  });

  it('shows each caller the objects visible to it, also with a cursor of another caller', async () => {
    const drafts: { id: string }[] = [];
    for (let n = 0; n < 6; n++)
      drafts.push(await test.editor.create('/documents', { title: 'D', status: n % 2 ? 'on' : 'draft' }));
    const path = '/documents?page_size=100&filter[title]=D';
    const first = await read('/documents?page_size=1&filter[title]=D&page[after]=');
    expect(idsOf(first)).toEqual([drafts[0]?.id]);
    const seen = idsOf(await followed(first.links.next?.replace('page_size=1', 'page_size=9') ?? '', test.anonymous));
    expect(seen).toEqual([1, 3, 5].map((n) => drafts[n]?.id));
    expect(await walk(path, 'next', test.anonymous)).toEqual(seen);
    expect((await test.anonymous.get('/users?page%5Bafter%5D=')).status).toBe(401);
    for (const { id } of drafts) await test.editor.delete(`/documents/${id}`);
  });
});

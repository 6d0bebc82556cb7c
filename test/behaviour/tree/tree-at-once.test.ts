// Concurrent changes of the tree, from two processes: each is executed, or refused with a clear 4xx, and the tree is
// consistent afterwards.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestService, type ResourceData, type TestService, serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';
import { documentMaker, folderMaker, idsAt, item } from '../../support/writes/tree-world.ts';

const test = serviceForTests();
let other: TestService;
const folder = folderMaker(() => test.admin);
const document = documentMaker(() => test.admin);
beforeAll(async () => {
  other = await openTestService({ beside: test });
});
afterEach(async () => expect(await faultLines(test)).toEqual([]));
afterAll(async () => {
  await other.close();
});

const clients = () => [test.admin, other.admin] as const;
const move = (from: TestService, of: ResourceData, to: ResourceData) =>
  from.admin.patch(`/folders/${of.id}/relationships/parent`, { data: item(to) });
const add = (from: TestService, to: ResourceData, ...items: object[]) =>
  from.admin.post(`/folders/${to.id}/relationships/children`, { data: items });

it('moving A under B and B under A at once: one of the moves is refused as a cycle', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await folder('A'), await folder('B')];
    const answers = await Promise.all([move(test, a, b), move(other, b, a)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await faultLines(test)).toEqual([]);
  }
});

it('a folder moved to two parents at once ends under one of them', async () => {
  const [a, b, child] = [await folder('A'), await folder('B'), await folder('Child')];
  const inside = await folder('Inside', child);
  const answers = await Promise.all([move(test, child, a), move(other, child, b), move(test, child, b)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const places = [
    await idsAt(test.admin, `/folders/${a.id}/children`),
    await idsAt(test.admin, `/folders/${b.id}/children`),
  ];
  expect(places.flat()).toEqual([child.id]);
  expect(await idsAt(test.admin, `/folders/${child.id}/children`)).toEqual([inside.id]);
});

it('trashing a folder while children are added leaves a valid tree', async () => {
  for (let round = 0; round < 4; round++) {
    const parent = await folder('Parent');
    const sub = await folder('Sub', parent);
    const texts = await Promise.all([document('a'), document('b')]);
    const [trashed, ...added] = await Promise.all([
      test.admin.delete(`/folders/${parent.id}`),
      add(other, sub, item(texts[0])),
      add(test, sub, item(texts[1])),
      other.admin.post('/folders', { data: { type: 'folders', attributes: { title: 'New', parent_id: sub.id } } }),
    ]);
    expect(trashed.status).toBe(204);
    for (const { status } of added) expect([200, 201, 404]).toContain(status);
    const { store } = test.service.services;
    // No folder is left behind below one in the trash.
    const rows = await store.trees.find({ ancestors: Number(parent.id), 'object.type': 'folders' }).toArray();
    expect(rows.filter((row) => !row.object.trashed)).toEqual([]);
  }
});

it('children added to one folder by two processes at once are all in it', async () => {
  const parent = await folder('Many');
  const texts = await Promise.all(Array.from({ length: 16 }, (_, n) => document(`text ${n}`)));
  const answers = await Promise.all(
    texts.map((text, n) =>
      add(n % 2 ? test : other, parent, item(text, n % 3 === 0 ? { position: 'first' } : undefined)),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
  const ids = await idsAt(test.admin, `/folders/${parent.id}/children`);
  expect([...ids].sort()).toEqual(texts.map(({ id }) => id).sort());
});

it('children added, moved and removed at once end in an order that some sequence of the requests gives', async () => {
  for (let round = 0; round < 5; round++) {
    const [parent, elsewhere, sub] = await Promise.all(['Ends', 'Elsewhere', 'Sub'].map((title) => folder(title)));
    if (!parent || !elsewhere || !sub) throw new Error('no folders');
    const texts = await Promise.all(Array.from({ length: 9 }, (_, n) => document(`text ${n}`)));
    const place = (n: number, position?: number | string) =>
      add(test, parent, item(texts[n] as ResourceData, position === undefined ? undefined : { position }));
    await add(test, parent, ...texts.slice(0, 4).map((text) => item(text)));
    const answers = await Promise.all([
      place(4, 'first'),
      place(5),
      place(3, 'first'),
      place(6, 2),
      place(7, -2),
      place(0, 'last'),
      add(test, parent, item(sub, { position: 'first' })),
      add(test, elsewhere, item(texts[8] as ResourceData)),
      test.admin.delete(`/folders/${parent.id}/relationships/children`, {}, { data: [item(texts[1] as ResourceData)] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 8 }, () => 200), 204]);
    const ids = await idsAt(test.admin, `/folders/${parent.id}/children`);
    const come = [0, 2, 3, 4, 5, 6, 7].map((n) => texts[n]?.id);
    expect([...ids].sort()).toEqual([...come, sub.id].sort());
    const index = (n: number): number => ids.indexOf(texts[n]?.id ?? '');
    // The one that was left alone is between those that went to either end.
    expect(Math.max(index(3), index(4), ids.indexOf(sub.id))).toBeLessThan(index(2));
    expect(Math.min(index(5), index(0))).toBeGreaterThan(index(2));
    expect(await idsAt(test.admin, `/folders/${elsewhere.id}/children`)).toEqual([texts[8]?.id]);
  }
});

it('children added at once at the start or the end of an empty folder are all in it', async () => {
  const parent = await folder('Empty');
  const texts = await Promise.all(Array.from({ length: 10 }, (_, n) => document(`text ${n}`)));
  const ends = texts.map((_, n) => (n % 2 === 0 ? 'first' : 'last'));
  const answers = await Promise.all(texts.map((text, n) => add(test, parent, item(text, { position: ends[n] }))));
  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
  const ids = await idsAt(test.admin, `/folders/${parent.id}/children`);
  expect([...ids].sort()).toEqual(texts.map(({ id }) => id).sort());
});

it('setting the order while children are added and removed leaves a valid order', async () => {
  const parent = await folder('Order');
  const texts = await Promise.all(Array.from({ length: 6 }, (_, n) => document(`text ${n}`)));
  await add(test, parent, ...texts.slice(0, 4).map((text) => item(text)));
  const path = `/folders/${parent.id}/relationships/children`;
  const [first, second] = clients();
  const answers = await Promise.all([
    first.patch(path, {
      data: [...texts]
        .slice(0, 4)
        .reverse()
        .map((text) => item(text)),
    }),
    second.post(path, { data: texts.slice(4).map((text) => item(text, { position: 1 })) }),
    first.delete(path, {}, { data: [item(texts[0] as ResourceData)] }),
  ]);
  for (const { status } of answers) expect([200, 204]).toContain(status);
  const [a, b, c, d, e, f] = texts.map(({ id }) => id);
  const ids = await idsAt(test.admin, `/folders/${parent.id}/children`);
  // The result is that of a sequence: the order that was set, with or without the removed one, and later ones at the
  // end.
  const added = ids.slice(0, -ids.filter((id) => id !== e && id !== f).length);
  expect([[], [e, f].sort()]).toContainEqual([...added].sort());
  expect([
    [d, c, b],
    [d, c, b, a],
  ]).toContainEqual(ids.slice(added.length));
});

it('roots created concurrently all have a place', async () => {
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, n) => folderMaker(() => (n % 2 ? test.admin : other.admin))(`Root ${n}`)),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(8);
});

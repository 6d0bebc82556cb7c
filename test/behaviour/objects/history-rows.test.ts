// Every write adds exactly one row to `changes` in its own transaction, and moves the totals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type ResourceData, type TestService, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
let other: TestService;
beforeAll(async () => {
  other = await openTestService({ beside: test, clock: test.clock });
});
afterAll(async () => {
  await other.close();
});

const rowsOf = (id: string) =>
  test.service.services.store.changes.find({ resource_type: 'objects', resource_id: id }).sort({ _id: 1 }).toArray();
const patch = (id: string, attributes: Record<string, unknown>) =>
  test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes } });

describe('rows of changes', () => {
  it('record action, user, time, and the new value of each changed field', async () => {
    const { id, meta } = await test.editor.create('/documents', {
      title: 'Told',
      publish_start: '2026-01-01',
      status: 'on',
    });
    test.clock.advance(1000);
    await test.admin.patch(`/documents/${id}`, {
      data: { id, type: 'documents', attributes: { body: 'x', lang: null } },
    });
    test.clock.advance(1000);
    await test.editor.delete(`/documents/${id}`);
    const at = (seconds: number) => new Date(Date.parse(String(meta['created'])) + seconds * 1000);
    const [create, update, trash, ...more] = await rowsOf(id);
    expect(more).toEqual([]);
    expect(create).toMatchObject({
      user_action: 'create',
      user_id: meta['created_by'],
      application_id: null,
      created: at(0),
      changed: { title: 'Told', status: 'on', publish_start: '2026-01-01T00:00:00+00:00' },
    });
    expect(update).toMatchObject({ user_action: 'update', user_id: 1, created: at(1), changed: { body: 'x' } });
    expect(trash).toMatchObject({ user_action: 'trash', user_id: meta['created_by'], created: at(2) });
  });

  it('record generated values too: the uname, and the title of a profile', async () => {
    const { id } = await test.editor.create('/profiles', { name: 'Ada' });
    const [create] = await rowsOf(id);
    expect(create?.changed).toMatchObject({ name: 'Ada', title: 'Ada', uname: 'profile-ada' });
  });

  it('are not written by refused writes', async () => {
    const { id } = await test.editor.create('/documents', {});
    const { changes } = test.service.services.store;
    const before = await changes.countDocuments();
    await patch(id, { status: 'wrong' });
    await patch(id, { uname: '42', body: 'x' });
    await test.editor.post('/documents', { data: { type: 'documents', attributes: { publish_start: 'soon' } } });
    await test.reader.delete(`/documents/${id}`);
    await test.editor.delete(`/documents/${id}`, { 'If-Match': '"9.x"' });
    await test.editor.delete('/documents/987654');
    expect([
      await changes.countDocuments(),
      await test.service.services.store.objects.countDocuments({ revision: { $gt: 3 } }),
    ]).toEqual([before, 0]);
  });
});

/** A repeatable sequence of numbers below `bound`. */
function sequence(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
}

describe('a storm of 300 mixed writes from two services', () => {
  const TYPES = ['documents', 'news', 'profiles'];
  const STATUSES = ['on', 'draft', 'off'];
  const statuses: number[] = [];
  let writes = 0;

  beforeAll(async () => {
    const pick = sequence(7);
    const created: ResourceData[] = [];
    const make = async (service: TestService) => {
      const type = TYPES[pick(3)] ?? '';
      const attributes = {
        title: `Storm ${pick(20)}`,
        status: STATUSES[pick(3)],
        ...(pick(4) === 0 && { publish_start: '2027-01-01' }),
      };
      const response = await service.editor.post(`/${type}`, { data: { type, attributes } });
      statuses.push(response.status);
      if (response.status === 201) created.push((response.body as { data: ResourceData }).data);
    };
    const before = await test.service.services.store.changes.countDocuments();
    await Promise.all(Array.from({ length: 40 }, (_, n) => make(n % 2 ? other : test)));
    const act = async (n: number) => {
      const service = pick(2) ? other : test;
      const { id = '', type = '' } = created[pick(created.length)] ?? {};
      const kind = pick(10);
      if (kind < 3) return make(service);
      if (kind === 3)
        return void statuses.push((await service.editor.delete(`/${pick(2) ? type : 'objects'}/${id}`)).status);
      const attributes = {
        body: `change ${n}`,
        ...(kind < 7 && { status: STATUSES[pick(3)] }),
        ...(kind > 7 && { publish_end: pick(2) ? '2026-01-01' : null }),
        ...(kind === 5 && { uname: `storm-${pick(5)}` }),
      };
      statuses.push((await service.editor.patch(`/${type}/${id}`, { data: { id, type, attributes } })).status);
    };
    for (let done = 0; done < 260; done += 65) await Promise.all(Array.from({ length: 65 }, (_, n) => act(done + n)));
    writes = (await test.service.services.store.changes.countDocuments()) - before;
  });

  it('fails none, except for objects trashed by another write', () => {
    expect(statuses).toHaveLength(300);
    expect([...new Set(statuses)].filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status !== 404).length).toBeGreaterThan(150);
  });

  it('leaves exactly one row for each successful write', () => {
    expect(writes).toBe(statuses.filter((status) => status !== 404).length);
  });

  it('leaves as many rows as the revision, and the same values in both collections', async () => {
    const { store } = test.service.services;
    const counted = await store.changes
      .aggregate<{ _id: string; count: number }>([
        { $match: { resource_type: 'objects' } },
        { $group: { _id: '$resource_id', count: { $sum: 1 } } },
      ])
      .toArray();
    const rows = await store.objects.find({ type: { $in: TYPES } }).toArray();
    expect(new Map(rows.map((row) => [String(row._id), row.revision]))).toEqual(
      new Map(
        counted.filter(({ _id }) => rows.some((row) => String(row._id) === _id)).map(({ _id, count }) => [_id, count]),
      ),
    );
    for (const type of TYPES) {
      const documents = await store.documents(type).find().sort({ _id: 1 }).toArray();
      const ofType = await store.objects
        .find({ type }, { projection: { search: 0 } })
        .sort({ _id: 1 })
        .toArray();
      expect(
        documents.map((document) =>
          Object.fromEntries(Object.keys(ofType[0] ?? {}).map((name) => [name, document[name]])),
        ),
      ).toEqual(ofType);
    }
  });

  it('leaves correct totals, in the store and in lists', async () => {
    const { store } = test.service.services;
    for (const type of TYPES) {
      const rows = await store.objectCounts.find({ type }).toArray();
      const total = (key: 'on' | 'scheduled' | 'draft' | 'off' | 'trashed') =>
        rows.reduce((sum, row) => sum + row.n[key], 0);
      const count = (filter: object) => store.documents(type).countDocuments(filter);
      const dated = { $or: [{ publish_start: { $ne: null } }, { publish_end: { $ne: null } }] };
      expect([type, total('on'), total('scheduled'), total('draft'), total('off'), total('trashed')]).toEqual([
        type,
        await count({ trashed: false, status: 'on', publish_start: null, publish_end: null }),
        await count({ trashed: false, status: 'on', ...dated }),
        await count({ trashed: false, status: 'draft' }),
        await count({ trashed: false, status: 'off' }),
        await count({ trashed: true }),
      ]);
      for (const [client, filter] of [
        [
          test.anonymous,
          { status: 'on', visible_from: { $lte: test.clock.now() }, visible_to: { $gte: test.clock.now() } },
        ],
        [other.editor, {}],
      ] as const) {
        const { meta } = (await client.get(`/${type}`)).body as { meta: { pagination: { count: number } } };
        expect([type, meta.pagination.count]).toEqual([type, await count({ trashed: false, ...filter })]);
      }
    }
  });
});

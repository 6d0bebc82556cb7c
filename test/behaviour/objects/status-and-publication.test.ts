// Status, publication dates, and the visibility of objects (D13, D14, D51).
import { describe, expect, it } from 'vitest';
import { errorSources, type Client, type ResourceData, serviceForTests } from '../../support/service.ts';

const START = '2026-05-13T07:09:23Z';
// The tests move the clock by years.
const test = serviceForTests({ env: { JWT_TTL: '9999d' } });

const patch = async (id: string, attributes: Record<string, unknown>) => {
  const response = await test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes } });
  return { status: response.status, response, data: (response.body as { data: ResourceData }).data };
};
const create = (attributes: Record<string, unknown>) => test.editor.create('/documents', attributes);

interface List {
  data: { id: string }[];
  meta: { pagination: { count: number } };
}

/** The ways in which a caller can meet an object: each must agree with the others. */
async function sightings(client: Client, id: string, word: string): Promise<boolean[]> {
  const single = async (path: string) => (await client.get(path)).status === 200;
  const listed = async (path: string) => {
    const { data, meta } = (await client.get(`${path}page_size=100`)).body as List;
    expect([path, meta.pagination.count]).toEqual([path, data.length]);
    return data.some((each) => each.id === id);
  };
  return Promise.all([
    ...[`/documents/${id}`, `/objects/${word}`].map(single),
    ...[
      '/documents?',
      '/objects?sort=title&',
      `/objects?filter[uname_id]=${word}&`,
      `/documents?q=${word}&`,
      `/objects?q=${word}&`,
    ].map(listed),
  ]);
}
const verdict = async (client: Client, id: string, word: string) => [...new Set(await sightings(client, id, word))];

describe('published', () => {
  it('is set when the status becomes on, kept while it is on, and null afterwards', async () => {
    test.clock.set(START);
    const { id, meta } = await create({});
    expect(meta['published']).toBeNull();
    test.clock.advance(60_000);
    expect((await patch(id, { status: 'on' })).data.meta['published']).toBe('2026-05-13T07:10:23+00:00');
    test.clock.advance(60_000);
    expect((await patch(id, { title: 'Still on' })).data.meta['published']).toBe('2026-05-13T07:10:23+00:00');
    expect((await patch(id, { status: 'off' })).data.meta['published']).toBeNull();
    test.clock.advance(60_000);
    expect((await patch(id, { status: 'on' })).data.meta['published']).toBe('2026-05-13T07:12:23+00:00');
  });

  it('is the time of creation for objects created on', async () => {
    test.clock.set(START);
    expect((await create({ status: 'on' })).meta['published']).toBe('2026-05-13T07:09:23+00:00');
  });

  it('cannot be set by a client', async () => {
    const published = '2001-01-01T00:00:00Z';
    const { id } = await create({});
    const at = '/data/attributes/published';
    const made = await test.editor.post('/documents', { data: { type: 'documents', attributes: { published } } });
    const changed = await test.editor.patch(`/documents/${id}`, {
      data: { id, type: 'documents', attributes: { published } },
    });
    expect([made, changed].map((answer) => [answer.status, errorSources(answer)])).toEqual([
      [400, [at]],
      [400, [at]],
    ]);
    expect((await patch(id, { title: 'Changed' })).data.meta['published']).toBeNull();
  });
});

describe('the status', () => {
  const states = ['on', 'draft', 'off'];
  it.each(states.flatMap((from) => states.map((to) => [from, to])))('may go from %s to %s', async (from, to) => {
    const { id } = await create({ status: from });
    const { status, data } = await patch(id, { status: to });
    expect([status, data.attributes['status']]).toEqual([200, to]);
  });

  it.each([['published'], ['ON'], [''], [null], [1], [['on']]])('is refused as %o', async (status) => {
    const { id } = await create({ status: 'on' });
    const { status: code, response } = await patch(id, { status });
    expect([code, ...new Set(errorSources(response))]).toEqual([400, '/data/attributes/status']);
    expect((await test.anonymous.get(`/documents/${id}`)).status).toBe(200);
  });
});

describe('visibility', () => {
  const cases: [string, string, Record<string, unknown>, boolean][] = [
    ['what is on', 'zebra', { status: 'on' }, true],
    ['a draft', 'yak', { status: 'draft' }, false],
    ['what is off', 'xerus', { status: 'off' }, false],
    ['what starts later', 'wombat', { status: 'on', publish_start: '2026-05-13T07:09:24Z' }, false],
    ['what starts now', 'vulture', { status: 'on', publish_start: START }, true],
    ['what has ended', 'urchin', { status: 'on', publish_end: '2026-05-13T07:09:22Z' }, false],
    ['what ends now', 'tapir', { status: 'on', publish_end: START }, true],
    [
      'what is within its dates',
      'seal',
      { status: 'on', publish_start: '2026-01-01', publish_end: '2027-01-01' },
      true,
    ],
    [
      'a draft within its dates',
      'raven',
      { status: 'draft', publish_start: '2026-01-01', publish_end: '2027-01-01' },
      false,
    ],
  ];
  it.each(cases)(
    '%s: always for writers, for others alike in single reads, lists, totals and searches',
    async (_what, word, attributes, isPublic) => {
      test.clock.set(START);
      const { id } = await create({ title: word, uname: word, ...attributes });
      expect(await verdict(test.anonymous, id, word)).toEqual([isPublic]);
      expect(await verdict(test.editor, id, word)).toEqual([true]);
      expect((await test.reader.get(`/documents/${id}`)).status).toBe(isPublic ? 200 : 404);
    },
  );

  it('follows publication dates, in totals too, without a write', async () => {
    test.clock.set(START);
    const word = 'quokka';
    const { id } = await create({
      title: word,
      uname: word,
      status: 'on',
      publish_start: '2026-06-01',
      publish_end: '2026-07-01',
    });
    const seenAt = async (iso: string) => {
      test.clock.set(iso);
      return verdict(test.anonymous, id, word);
    };
    expect(await seenAt('2026-05-31T23:59:59Z')).toEqual([false]);
    expect(await seenAt('2026-06-01T00:00:00Z')).toEqual([true]);
    expect(await seenAt('2026-07-01T00:00:00Z')).toEqual([true]);
    expect(await seenAt('2026-07-01T00:00:01Z')).toEqual([false]);
    await patch(id, { publish_start: null, publish_end: null });
    expect(await seenAt('2040-01-01T00:00:00Z')).toEqual([true]);
  });

  it('is not widened by a filter', async () => {
    test.clock.set(START);
    await create({ title: 'Hidden from filters' });
    for (const query of [
      'filter[status]=draft',
      'filter[status]=draft,off',
      'filter[status][ne]=on',
      'filter[status_level]=all&filter[title]=Hidden from filters',
      'filter[status][in]=draft',
      'filter[title][like]=Hidden from',
    ]) {
      for (const path of ['/documents', '/objects']) {
        const { body } = await test.anonymous.get(encodeURI(`${path}?${query}`));
        expect([query, body]).toMatchObject([query, { data: [], meta: { pagination: { count: 0 } } }]);
      }
    }
  });

  it('is 404 for hidden objects even when the ETag is known', async () => {
    const { id } = await create({});
    const etag = (await test.editor.get(`/documents/${id}`)).headers['etag'] ?? '';
    expect((await test.anonymous.get(`/documents/${id}`, { 'If-None-Match': etag })).status).toBe(404);
    expect((await test.anonymous.get(`/documents/${id}`, { 'If-None-Match': '*' })).status).toBe(404);
  });
});

// For any writes to an object in any order, each version equals the response to a GET at its time, and can be restored
// (D505, D507).
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { serviceForTests } from '../../support/service.ts';
import { attributesOf, list, numbers, read, restore } from '../../support/database/versions.ts';

const TYPE = 'fairs';
const ROUNDS = 12;
const STEPS = 12;

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
beforeAll(async () => {
  const own = { name: TYPE, singular: 'fair', associations: ['Categories', 'Tags', 'DateRanges'] };
  await test.admin.create('/model/object_types', own);
  for (const [name, more] of Object.entries({
    people: { property_type_name: 'integer', default_value: 7 },
    founded: { property_type_name: 'date' },
    seen: { property_type_name: 'datetime' },
    free: { property_type_name: 'boolean' },
    notes: { property_type_name: 'json' },
    site: { property_type_name: 'url' },
  }))
    await test.admin.create('/model/properties', { object_type_name: TYPE, name, ...more });
  for (const name of ['books', 'wine']) await test.admin.create('/model/categories', { object_type_name: TYPE, name });
});

const key = fc.constantFrom('a', '$gt', 'a.b', '$', '%$x', '%', '__proto__', '_bsontype', 'x y', 'é');
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 0, -1.5, '', 'text', '$set', '2026-01-01T00:00:00.123Z'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries) as unknown),
  ),
})).value;
const dates = fc.constantFrom(null, '2026-01-01T10:00:00.123Z', '2027-05-05T05:05:05+02:00');
const names = (...all: string[]) => fc.subarray(all).map((some) => some.map((name) => ({ name })));
const attributes = fc.record(
  {
    title: fc.constantFrom(null, '', 'A title', '<b>é</b>'),
    body: fc.constantFrom(null, '', 'Text'),
    status: fc.constantFrom('on', 'draft', 'off'),
    lang: fc.constantFrom(null, 'en', 'it'),
    uname: fc.constantFrom('one-name', 'another-name', 'third'),
    extra: json.map((value) => (typeof value === 'object' ? value : [value])),
    publish_start: dates,
    tags: names('red', 'green'),
    categories: fc
      .subarray(['books', 'wine'])
      .map((some) => some.map((name, n) => ({ name, params: n === 0 ? null : { $in: [1], 'a.b': {} } }))),
    date_ranges: fc.array(fc.record({ start_date: dates.map((date) => date ?? '2026-02-02T00:00:00Z') }), {
      maxLength: 2,
    }),
    people: fc.constantFrom<unknown>(null, 0, 5, '12'),
    founded: fc.constantFrom(null, '1900-01-01'),
    seen: dates,
    free: fc.constantFrom<unknown>(null, true, false, '1'),
    notes: json,
    site: fc.constantFrom(null, 'https://example.org'),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('patch' as const), attributes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), which: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('trash' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('link' as const) }) },
);

it('each version equals the response of GET at that time, after any series of changes', async () => {
  const other = await test.editor.create(`/${TYPE}`, { title: 'Other' });
  const folder = await test.editor.create('/folders', { title: 'A folder' });
  const change = fc.array(step, { minLength: STEPS, maxLength: STEPS });
  await fc.assert(
    fc.asyncProperty(attributes, change, async (first, steps) => {
      const made = await test.editor.create(`/${TYPE}`, first);
      const { id, type } = made;
      const seen = [await attributesOf(test.editor, made)];
      for (const each of steps) {
        test.clock.advance(1000);
        if (each.kind === 'patch') {
          const data = { id, type, attributes: each.attributes };
          const answer = await test.editor.patch(`/${type}/${id}`, { data });
          expect([answer.status, answer.body]).toEqual([200, answer.body]);
        } else if (each.kind === 'restore') {
          const number = 1 + (each.which % seen.length);
          const answer = await restore(test.editor, made, number);
          expect([answer.status, answer.body]).toEqual([200, answer.body]);
          // Another object may have the uname by now.
          const { uname: _now, ...now } = await attributesOf(test.editor, made);
          const { uname: _then, ...then } = seen[number - 1] ?? {};
          void [_now, _then];
          expect(now).toEqual(then);
        } else if (each.kind === 'trash') {
          expect((await test.editor.delete(`/${type}/${id}`)).status).toBe(204);
          expect((await test.editor.patch(`/trash/${id}`, { data: { id, type } })).status).toBe(204);
        } else {
          await test.editor.post(`/folders/${folder.id}/relationships/children`, { data: [{ id, type }] });
          await test.editor.post(`/${TYPE}/${other.id}/relationships/parents`, { data: [] });
        }
        const [revision = ''] = /\d+/.exec(String((await test.editor.get(`/${type}/${id}`)).headers['etag'])) ?? [];
        const now = await attributesOf(test.editor, made);
        // Of two writes in one step the first has changed no attribute.
        while (seen.length < Number(revision)) seen.push(now);
      }
      expect(await numbers(test.editor, made)).toEqual(seen.map((_, index) => index + 1));
      for (const [index, shown] of seen.entries()) {
        expect([index, (await read(test.editor, made, index + 1)).attributes]).toEqual([index, shown]);
      }
      const { data } = await list(test.anonymous, made).catch(() => ({ data: [] }));
      for (const { meta } of data) expect(seen[meta.number - 1]).toMatchObject({ status: 'on' });
    }),
    { numRuns: ROUNDS, endOnFailure: true },
  );
});

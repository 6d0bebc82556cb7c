import { describe, expect, it } from 'vitest';
import {
  countDelta,
  derivedFields,
  objectRow,
  publicationFields,
  storedValue,
} from '../../../core/objects/changes/object-document.ts';
import { searchText } from '../../../core/objects/search/search-text.ts';
import { ALWAYS_FROM, ALWAYS_TO } from '../../../core/store/rows/object-rows.ts';
import type { ObjectBase, ObjectDocument } from '../../../core/store/store.ts';
import { attributeOf, countries, modelWith, typeOf } from './model-rows.ts';

const model = modelWith();
const documents = typeOf(model, 'documents');
const profiles = typeOf(model, 'profiles');
const locations = typeOf(model, 'locations');

const NOW = new Date('2026-05-13T07:09:23Z');
const EARLIER = new Date('2020-01-01T00:00:00Z');
const LATER = new Date('2030-01-01T00:00:00Z');

const base: ObjectBase = {
  _id: 5,
  type: 'documents',
  uname: 'a',
  title: 'A',
  description: null,
  status: 'draft',
  lang: null,
  publish_start: null,
  publish_end: null,
  visible_from: ALWAYS_FROM,
  visible_to: ALWAYS_TO,
  locked: false,
  trashed: false,
  created: NOW,
  modified: NOW,
  published: null,
  created_by: 1,
  modified_by: 1,
  revision: 1,
  audiences: ['draft', 'draft:u1'],
};
const objectOf = (more: Record<string, unknown> = {}): ObjectDocument => ({ ...base, ...more });

describe('the title of a profile (D536)', () => {
  const cases: [string, Record<string, unknown>, Record<string, unknown>, string | undefined][] = [
    ['is name and surname', { name: 'Ada', surname: 'Lovelace' }, {}, 'Ada Lovelace'],
    ['takes what was there before', { surname: 'King' }, { name: 'Ada' }, 'Ada King'],
    ['is the surname alone', { surname: 'Lovelace', name: '' }, {}, 'Lovelace'],
    ['is the company without a name', { company_name: 'Analytical Engines' }, {}, 'Analytical Engines'],
    ['is the name rather than the company', { name: 'Ada', company_name: 'Engines' }, {}, 'Ada'],
    ['is left alone when it is given', { title: 'Countess', name: 'Ada' }, {}, undefined],
    ['is made when it is given as null', { title: null, name: 'Ada' }, {}, 'Ada'],
    ['is left alone when no name changes', { description: 'x' }, { name: 'Ada' }, undefined],
    ['is left alone when no name is left', { name: null }, {}, undefined],
  ];
  it.each(cases)('%s', (_rule, given, before, title) => {
    expect(derivedFields(profiles, given, { ...before, ...given })['title']).toBe(title);
  });

  it('is made for profiles only', () => {
    expect(derivedFields(documents, { name: 'Ada' }, { name: 'Ada' })).toEqual({});
  });
});

describe('geo of a location', () => {
  const cases: [unknown, number[] | undefined][] = [
    ['POINT(11.3426 44.4949)', [11.3426, 44.4949]],
    ['point ( -180  -90 )', [-180, -90]],
    ['POINT(0 0)', [0, 0]],
    [null, undefined],
    ['POINT(1)', undefined],
    ['LINESTRING(0 0, 1 1)', undefined],
  ];
  it.each(cases)('of %j is %j', (coords, coordinates) => {
    const derived = derivedFields(locations, { coords }, { coords });
    expect(derived).toHaveProperty('geo', coordinates && { type: 'Point', coordinates });
  });

  it('changes only with coords', () => {
    expect(derivedFields(locations, { address: 'x' }, { coords: 'POINT(0 0)' })).not.toHaveProperty('geo');
  });

  it('does not come from a custom property named coords', () => {
    const custom = typeOf(
      countries([{ name: 'coords', object_type_name: 'countries', property_type_name: 'string' }]),
      'countries',
    );
    expect(derivedFields(custom, { coords: 'POINT(0 0)' }, {})).toEqual({});
  });
});

describe('storedValue', () => {
  it('finds custom properties under custom, others at the top', () => {
    const type = typeOf(
      countries([{ name: 'area', object_type_name: 'countries', property_type_name: 'number' }]),
      'countries',
    );
    const document = objectOf({ area: 'not this', custom: { area: 103, title: 'not this' } });
    expect(storedValue(document, attributeOf(type, 'area'))).toBe(103);
    expect(storedValue(document, attributeOf(type, 'title'))).toBe('A');
    expect(storedValue(objectOf(), attributeOf(type, 'area'))).toBeUndefined();
  });
});

describe('the row of objects', () => {
  it('has only the base attributes and the search text', () => {
    const row = objectRow(documents, objectOf({ body: 'text', extra: { a: 1 }, custom: { b: 2 } }));
    const search = { title: ` ${String(base.title).toLowerCase()} `, description: '', text: ' text ' };
    expect(row).toEqual({ ...base, search });
  });

  it('has the name of the type', () => {
    expect(objectRow(locations, objectOf()).type).toBe('locations');
  });

  it('cuts long titles and descriptions', () => {
    const row = objectRow(documents, objectOf({ title: 'a'.repeat(1001), description: 'b'.repeat(1000) }));
    expect([row.title, row.description]).toEqual(['a'.repeat(1000), 'b'.repeat(1000)]);
  });

  it('does not cut a character in half', () => {
    expect(objectRow(documents, objectOf({ title: `${'a'.repeat(999)}𝄞` })).title?.isWellFormed()).toBe(true);
  });
});

describe('the search text', () => {
  it('is the text of the searchable attributes of the type, without tags', () => {
    const document = objectOf({ body: '<p>one</p><br>two', name: 'not of documents', extra: 'no' });
    expect(searchText(documents, document).text).toBe(' one two ');
    const profile = objectOf({ title: 'The <b>Countess</b>', name: 'Ada', surname: 'Lovelace', city: 5 });
    expect(searchText(profiles, profile)).toMatchObject({ title: ' the countess ', text: ' ada lovelace ' });
  });

  it('is empty without any', () => {
    expect(searchText(documents, objectOf({ title: null, body: null }))).toEqual({
      title: '',
      description: '',
      text: '',
    });
  });

  it('is capped', () => {
    const { text } = searchText(documents, objectOf({ body: 'word '.repeat(100_000) }));
    expect([text.length <= 32_768, text.endsWith(' word ')]).toEqual([true, true]);
  });
});

describe('publication (D13, D14)', () => {
  const cases: [string, Partial<ObjectBase>, Partial<ObjectBase> | null, Date | null][] = [
    ['a new object that is on', { status: 'on' }, null, NOW],
    ['a new draft', { status: 'draft' }, null, null],
    ['a draft that becomes on', { status: 'on' }, { status: 'draft', published: null }, NOW],
    ['one that stays on', { status: 'on' }, { status: 'on', published: EARLIER }, EARLIER],
    ['one that leaves on', { status: 'off' }, { status: 'on', published: EARLIER }, null],
    ['one that stays off', { status: 'off' }, { status: 'off', published: null }, null],
  ];
  it.each(cases)('%s', (_what, after, before, published) => {
    const fields = publicationFields({ ...base, ...after }, before && { ...base, ...before }, NOW);
    expect(fields).toEqual({ published, visible_from: ALWAYS_FROM, visible_to: ALWAYS_TO });
  });

  it('has bounds by its dates', () => {
    const object = { ...base, publish_start: EARLIER, publish_end: LATER };
    expect(publicationFields(object, null, NOW)).toMatchObject({ visible_from: EARLIER, visible_to: LATER });
  });
});

describe('the effect of a change on totals', () => {
  const on = { status: 'on' } as const;
  const cases: [string, Partial<ObjectBase> | null, Partial<ObjectBase>, object][] = [
    ['a new draft', null, {}, { draft: 1 }],
    ['a new object that is on', null, on, { on: 1 }],
    ['a new one with dates', null, { ...on, publish_end: LATER }, { scheduled: 1 }],
    ['a draft with dates is a draft', null, { publish_end: LATER }, { draft: 1 }],
    ['a change of nothing that counts', { title: 'B' }, {}, {}],
    ['publishing', {}, on, { draft: -1, on: 1 }],
    ['giving it dates', on, { ...on, publish_start: EARLIER }, { on: -1, scheduled: 1 }],
    ['switching off', on, { status: 'off' }, { on: -1, off: 1 }],
    ['trashing', on, { ...on, trashed: true }, { on: -1, trashed: 1 }],
    ['restoring', { ...on, trashed: true }, on, { trashed: -1, on: 1 }],
    ['a change in the trash', { ...on, trashed: true }, { status: 'off', trashed: true }, {}],
  ];
  it.each(cases)('%s', (_what, before, after, delta) => {
    expect(countDelta(before && { ...base, ...before }, { ...base, ...after })).toEqual(delta);
  });
});

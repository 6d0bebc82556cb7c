import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../core/errors.ts';
import { castQueryValue, readAttributes, toStored, toWire } from '../../../core/model/attribute-values.ts';
import type { Attribute, ValueKind } from '../../../core/model/model.ts';
import type { JsonSchema } from '../../../core/json/json-schema.ts';
import { valueKind } from '../../../core/model/value-kind.ts';
import { attributeOf, countries, modelWith, typeOf } from '../description/model-rows.ts';

const attribute = (schema: JsonSchema): Attribute => ({
  name: 'area',
  kind: valueKind(schema),
  custom: true,
  path: 'custom.area',
  schema,
  nullable: true,
  readOnly: false,
  required: false,
  default: null,
  title: 'Area',
  description: null,
  translatable: false,
  indexed: false,
});

const datetime = attribute({ type: 'string', format: 'date-time' });
const date = attribute({ type: 'string', format: 'date' });

/** The input, then its value as a datetime in UTC, and as a date. */
const dates: [unknown, string, string][] = [
  ['2016', '2016-01-01T00:00:00', '2016-01-01'],
  ['2016-05', '2016-05-01T00:00:00', '2016-05-01'],
  ['2016-05-13', '2016-05-13T00:00:00', '2016-05-13'],
  ['2016-02-29', '2016-02-29T00:00:00', '2016-02-29'],
  ['0099-01-01', '0099-01-01T00:00:00', '0099-01-01'],
  ['2016-05-13T07:09', '2016-05-13T07:09:00', '2016-05-13'],
  ['2016-05-13T07:09:23', '2016-05-13T07:09:23', '2016-05-13'],
  ['2016-05-13 07:09:23', '2016-05-13T07:09:23', '2016-05-13'],
  ['2016-05-13T07:09:23.999', '2016-05-13T07:09:23', '2016-05-13'],
  ['2016-05-13T07:09:23Z', '2016-05-13T07:09:23', '2016-05-13'],
  ['2016-05-13t07:09:23.123456z', '2016-05-13T07:09:23', '2016-05-13'],
  ['2016-05-13T07:09:23+00:00', '2016-05-13T07:09:23', '2016-05-13'],
  ['2016-05-13T01:09:23+02:00', '2016-05-12T23:09:23', '2016-05-13'],
  ['2016-05-13T01:09:23+0200', '2016-05-12T23:09:23', '2016-05-13'],
  ['2016-05-13 22:09:23 -03:30', '2016-05-14T01:39:23', '2016-05-13'],
  [1463123363, '2016-05-13T07:09:23', '2016-05-13'],
  [1463123363.9, '2016-05-13T07:09:23', '2016-05-13'],
  ['1463123363', '2016-05-13T07:09:23', '2016-05-13'],
  ['2016-05-13T01:09:23+02', '2016-05-12T23:09:23', '2016-05-13'],
  ['2016-05-13 22:09:23 -03', '2016-05-14T01:09:23', '2016-05-13'],
  ['20160513', '2016-05-13T00:00:00', '2016-05-13'],
  [20160513, '2016-05-13T00:00:00', '2016-05-13'],
  [100_000_000, '1973-03-03T09:46:40', '1973-03-03'],
  ['100000000.5', '1973-03-03T09:46:40', '1973-03-03'],
  [new Date(1463123363999), '2016-05-13T07:09:23', '2016-05-13'],
];

const notDates: unknown[] = [
  // Too small for timestamps (D804).
  0,
  '-1',
  2016,
  -1463123363,
  99_999_999,
  '99999999',
  '20160230',
  20161301,
  '201605',
  'x',
  '2016-13',
  '2016-02-30',
  '2015-02-29',
  '0000-01-01',
  '16-05-13',
  '2016-5-13',
  '2016-05-13T24:00:00',
  '2016-05-13T07:60:00',
  '2016-05-13T07:09:60',
  '2016-05-13T07:09:23+24:00',
  '2016-05-13T07:09:23 Europe/Rome',
  '2016-05-13T',
  ' 2016-05-13',
  '0001-01-01T00:00:00+01:00',
  '9999999999999',
  Number.NaN,
  1e20,
  true,
  ['2016'],
  { date: '2016' },
];

describe('toStored of dates', () => {
  it.each(dates)('%j is the moment %s UTC and the day %s', (value, moment, day) => {
    expect(toStored(datetime, value)).toEqual(new Date(`${moment}Z`));
    expect(toStored(date, value)).toBe(day);
  });

  it.each(notDates)('%j is a fault that names the attribute', (value) => {
    expect(() => toStored(datetime, value)).toThrow(ApiError);
  });

  it('reports the fault with its place', () => {
    const { faults } = readAttributes(typeOf(modelWith(), 'documents'), {
      publish_start: 'x',
      publish_end: '2016-02-30',
    });
    expect(faults).toEqual([
      {
        detail: '[publish_start.dateTime]: Invalid date or datetime "x"',
        source: { pointer: '/data/attributes/publish_start' },
      },
      {
        detail: '[publish_end.dateTime]: Invalid date or datetime "2016-02-30"',
        source: { pointer: '/data/attributes/publish_end' },
      },
    ]);
  });

  it('converts the date ranges of events to dates, but no custom values', () => {
    const events = typeOf(modelWith(), 'events');
    const { values } = readAttributes(events, {
      date_ranges: [{ start_date: '2026-05-01', end_date: '', params: { days: [1] } }],
    });
    expect(values['date_ranges']).toEqual([
      { start_date: new Date('2026-05-01T00:00:00Z'), end_date: null, params: { days: [1] } },
    ]);
    const { faults } = readAttributes(events, { date_ranges: [{ start_date: 'soon' }] });
    expect(faults).toEqual([
      {
        detail: '[date_ranges.0.start_date.dateTime]: Invalid date or datetime "soon"',
        source: { pointer: '/data/attributes/date_ranges/0/start_date' },
      },
    ]);
    const moments = attribute({ type: 'array', items: { type: 'string', format: 'date-time' } });
    expect(toStored(moments, ['2026-05-01T00:00:00+02:00'])).toEqual(['2026-05-01T00:00:00+02:00']);
  });
});

const casts: [JsonSchema, unknown, unknown][] = [
  [{ type: 'integer' }, '12', 12],
  [{ type: 'integer' }, '-12', -12],
  [{ type: 'integer' }, '1.5', '1.5'],
  [{ type: 'integer' }, 'twelve', 'twelve'],
  [{ type: 'integer' }, '', null],
  [{ type: 'number' }, '', null],
  [{ type: 'boolean' }, '', null],
  [{ type: ['object', 'array'] }, '', null],
  [{ type: ['string', 'integer'] }, '', ''],
  [{ type: 'object' }, [], {}],
  [{ type: 'object' }, [1], [1]],
  [{ type: ['object', 'array'] }, [], []],
  [{ type: 'number' }, '1.5', 1.5],
  [{ type: 'number' }, '1e3', 1000],
  [{ type: 'number' }, '1e999', '1e999'],
  [{ type: 'number' }, '0x10', '0x10'],
  [{ type: 'boolean' }, 'true', true],
  [{ type: 'boolean' }, '0', false],
  [{ type: 'boolean' }, 1, true],
  [{ type: 'boolean' }, 'yes', 'yes'],
  [{ type: 'string' }, '', ''],
  [{ type: 'string' }, 12, 12],
  [{ type: 'string', format: 'email' }, '', null],
  [{ type: 'string', format: 'uri' }, '', null],
  [{ type: 'string', format: 'date' }, '', null],
  [{ type: 'string', format: 'date-time' }, '', null],
  [{ type: 'string', enum: ['a'] }, '', null],
  [{ type: 'string', enum: ['a', ''] }, '', ''],
  [{ type: 'array' }, '', null],
  [{ type: 'object' }, '', null],
  [{}, '', ''],
  [{}, { a: '1' }, { a: '1' }],
  [{ type: 'string' }, null, null],
];

describe('toStored of other values', () => {
  it.each(casts)('%j reads %j as %j', (schema, value, stored) => {
    expect(toStored(attribute(schema), value)).toEqual(stored);
  });

  it('puts http:// before the website of a profile that has no scheme', () => {
    const website = attributeOf(typeOf(modelWith(), 'profiles'), 'website');
    expect(toStored(website, 'example.com/a')).toBe('http://example.com/a');
    expect(toStored(website, 'https://example.com')).toBe('https://example.com');
    expect(toStored(website, '')).toBeNull();
  });
});

describe('readAttributes', () => {
  it('omits unknown and read-only attributes', () => {
    const model = countries([
      { name: 'area', object_type_name: '', property_type_name: 'integer' },
      { name: 'code', object_type_name: '', property_type_name: 'string', read_only: true },
    ]);
    expect(readAttributes(typeOf(model, 'countries'), { area: '12', code: 'IT', other: 1, title: 'Italy' })).toEqual({
      values: { area: 12, title: 'Italy' },
      faults: [],
    });
  });
});

describe('toWire', () => {
  it('shows dates with offset and without fractions', () => {
    expect(toWire(datetime, new Date('2016-05-13T07:09:23.456Z'))).toBe('2016-05-13T07:09:23+00:00');
  });

  it('shows an absent value as null and others unchanged', () => {
    expect(toWire(date, undefined)).toBeNull();
    expect(toWire(date, '2016-05-13')).toBe('2016-05-13');
    expect(toWire(attribute({}), { a: [1] })).toEqual({ a: [1] });
  });

  it('shows the dates inside date ranges', () => {
    const ranges = attributeOf(typeOf(modelWith(), 'events'), 'date_ranges');
    const start = new Date('2026-05-01T18:00:00Z');
    expect(toWire(ranges, [{ start_date: start, end_date: null }])).toEqual([
      { start_date: '2026-05-01T18:00:00+00:00', end_date: null },
    ]);
  });
});

const queries: [ValueKind, string, unknown][] = [
  ['string', '12', '12'],
  ['integer', '12', 12],
  ['number', '-1.5', -1.5],
  ['boolean', 'true', true],
  ['boolean', '0', false],
  ['datetime', '2016-05-13', new Date('2016-05-13T00:00:00Z')],
  ['datetime', '2016-05-13T07:09:23 02:00', new Date('2016-05-13T05:09:23Z')],
  ['date', '2016-05', '2016-05-01'],
  ['array', 'a', 'a'],
  ['array', '12', 12],
  ['json', '"12"', '12'],
  ['json', 'true', true],
  ['object', '{"a":1}', { a: 1 }],
];

const badQueries: [ValueKind, string, string][] = [
  ['integer', '1.5', '"1.5" is not an integer'],
  ['integer', '99999999999999999999', '"99999999999999999999" is not an integer'],
  ['number', '', '"" is not a number'],
  ['boolean', 'yes', '"yes" is not a boolean: true, false, 1 or 0'],
  ['datetime', 'now', '"now" is not a date or datetime'],
  ['date', 'today', '"today" is not a date'],
  ['object', '[]', '"[]" is not a JSON object'],
];

describe('castQueryValue', () => {
  it.each(queries)('%s reads %j as %j', (kind, text, value) => {
    expect(castQueryValue(kind, text)).toEqual(value);
  });

  it.each(badQueries)('%s refuses %j: %s', (kind, text, message) => {
    expect(() => castQueryValue(kind, text)).toThrow(message);
  });
});

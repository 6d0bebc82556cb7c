// What people read of a fault: the words of D953, for the keywords, formats and patterns of the description.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultText } from '../../../core/model/schemas/fault-text.ts';
import { patternText } from '../../../core/model/schemas/pattern-text.ts';
import { createAjv } from '../../../core/model/schemas/schema-validator.ts';

const description: unknown = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../generated/openapi.expanded.json'), 'utf8'),
);

const ajv = createAjv({ allErrors: true });
const textsOf = (schema: Record<string, unknown>, value: unknown): string[] => {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []).map(faultText);
};

/** The values of a keyword in all schemas. */
function valuesOf(node: unknown, keyword: string, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [name, child] of Object.entries(node)) {
    if (name === keyword && typeof child === 'string') found.add(child);
    if (name !== 'example' && name !== 'examples') valuesOf(child, keyword, found);
  }
  return found;
}

describe('a fault is told in words', () => {
  it.each([
    [
      { pattern: '^[A-Z]{2}$', examples: ['IS'] },
      'is',
      'must be two capital letters, such as IS (pattern "^[A-Z]{2}$")',
    ],
    [{ pattern: '^[A-Z]{2}$' }, 'is', 'must be two capital letters, such as AB (pattern "^[A-Z]{2}$")'],
    [{ pattern: '^[0-9]{3}$' }, 'x', 'must be three digits, such as 123 (pattern "^[0-9]{3}$")'],
    [{ pattern: '^\\d+$' }, 'x', 'must be one or more digits, such as 1 (pattern "^\\d+$")'],
    [{ pattern: '^[a-z]{2}$' }, 'X', 'must be two lower-case letters, such as ab (pattern "^[a-z]{2}$")'],
    [
      { pattern: '^[A-Z]{2}-[0-9]{1,3}$' },
      'x',
      'must be two capital letters, then "-", then 1 to 3 digits, such as AB-1 (pattern "^[A-Z]{2}-[0-9]{1,3}$")',
    ],
    [
      { pattern: '^[a-z][a-z0-9_]*$' },
      '1',
      'must be one lower-case letter, then any number of lower-case letters, digits or _, such as aa (pattern "^[a-z][a-z0-9_]*$")',
    ],
    [{ pattern: '^https?://' }, 'x', 'must be an address that begins with https:// or http:// (pattern "^https?://")'],
    [{ pattern: '^(?:a|b)+$' }, 'x', 'must match pattern "^(?:a|b)+$"'],
    [{ format: 'date-time' }, 'x', 'must be a date and time with a time zone, such as 2026-01-31T12:00:00Z'],
    [{ format: 'date' }, 'x', 'must be a date, such as 2026-01-31'],
    [{ format: 'time' }, 'x', 'must be a time with a time zone, such as 12:00:00Z'],
    [{ format: 'email' }, 'x', 'must be an e-mail address, such as ada@example.org'],
    [{ format: 'uuid' }, 'x', 'must be a UUID, such as 123e4567-e89b-12d3-a456-426614174000'],
    [{ format: 'url' }, 'x', 'must be a web address, such as https://www.example.org/page'],
    [{ format: 'hostname' }, '-', 'must be the name of a host, such as www.example.org'],
    [{ format: 'ipv4' }, 'x', 'must be an IPv4 address, such as 192.0.2.1'],
    [{ format: 'ipv6' }, 'x', 'must be an IPv6 address, such as 2001:db8::1'],
    [{ format: 'duration' }, 'x', 'must be a duration, such as P1D or PT2H'],
    [{ format: 'regex' }, '(', 'must be a regular expression'],
    [{ format: 'json-pointer' }, 'x', 'must be a JSON pointer, such as /data/attributes/title'],
    [{ type: 'integer' }, 'x', 'must be integer'],
    [{ enum: ['on', 'off', 'draft'] }, 'x', 'must be one of "on", "off", "draft"'],
    [{ enum: [1, null] }, 'x', 'must be one of 1'],
    [{ const: 'countries' }, 'x', 'must be "countries"'],
    [{ minLength: 1 }, '', 'must not be empty'],
    [{ minLength: 12 }, 'x', 'must have at least 12 characters'],
    [{ maxLength: 2 }, 'xxx', 'must have at most 2 characters'],
    [{ maxLength: 1 }, 'xxx', 'must have at most 1 character'],
    [{ minItems: 1 }, [], 'must not be empty'],
    [{ maxItems: 2 }, [1, 2, 3], 'must have at most 2 items'],
    [{ minProperties: 1 }, {}, 'must not be empty'],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 member'],
    [{ minimum: 1 }, 0, 'must be at least 1'],
    [{ maximum: 100 }, 101, 'must be at most 100'],
    [{ exclusiveMinimum: 0 }, 0, 'must be greater than 0'],
    [{ exclusiveMaximum: 1 }, 1, 'must be less than 1'],
    [{ multipleOf: 0.25 }, 0.3, 'must be a multiple of 0.25'],
    [{ uniqueItems: true }, ['a', 'b', 'a'], 'must not contain anything twice: items 0 and 2 are equal'],
    [{ not: { type: 'string' } }, 'x', 'must not have this form'],
  ])('%j', (schema, value, text) => {
    expect(textsOf(schema, value)).toEqual([text]);
  });

  it('and a value of one of several forms is told so', () => {
    const either = { oneOf: [{ const: 1 }, { const: 2 }] };
    expect(textsOf(either, 3)).toContain('must have one of the forms that the description has for it');
  });
});

describe('the description', () => {
  /** They say how a value is shown or sent, and are not checked. */
  const UNCHECKED = ['binary', 'password'];

  it.each([...valuesOf(description, 'format')].filter((format) => !UNCHECKED.includes(format)))(
    'has words for the format %s',
    (format) => {
      const error = { keyword: 'format', params: { format }, instancePath: '', schemaPath: '' };
      expect(faultText(error)).not.toContain('format');
    },
  );

  it.each([...valuesOf(description, 'pattern')])('has words for the pattern %s', (pattern) => {
    expect(patternText(pattern)).toBeDefined();
  });

  it.each([...valuesOf(description, 'pattern')])('has an example that matches the pattern %s', (pattern) => {
    const [, example] = /, such as (.*)$/.exec(patternText(pattern) ?? '') ?? [];
    for (const one of example?.split(' or ') ?? []) expect(one).toMatch(new RegExp(pattern, 'u'));
  });
});

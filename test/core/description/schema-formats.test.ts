// Addresses in attributes open a page, a mail or a call, and never run code (D783; F20).
import { describe, expect, it } from 'vitest';
import { readAttributes } from '../../../core/model/attribute-values.ts';
import { describe as describeError, validateAttributes } from '../../../core/model/schemas/attribute-validator.ts';
import { countries, modelWith, typeOf } from './model-rows.ts';

const model = countries(
  [
    { object_type_name: 'countries', name: 'site', property_type_name: 'url' },
    { object_type_name: 'countries', name: 'sites', property_type_name: 'sites' },
    { object_type_name: 'countries', name: 'page', property_type_name: 'page' },
  ],
  [
    { name: 'sites', params: { type: 'array', items: { type: 'string', format: 'uri' } } },
    { name: 'page', params: { type: 'string', format: 'uri-reference' } },
  ],
);

/** Attributes of all types with an address, shipped ones included: type, name, and whether it is a list. */
const places = [...modelWith().types.values(), typeOf(model, 'countries')].flatMap((type) =>
  type.attributes
    .filter(({ schema, readOnly }) => /"format":"uri/.test(JSON.stringify(schema)) && !readOnly)
    .map((attribute) => ({ type, attribute })),
);

function faultsOf(text: string): Set<string> {
  const found = places.map(({ type, attribute: { name, kind } }) => {
    const { values } = readAttributes(type, { [name]: kind === 'array' ? [text] : text });
    return validateAttributes(type, 'change', values).length > 0 ? 'refused' : 'taken';
  });
  return new Set(found);
}

describe('every attribute for an address', () => {
  it('is found', () => {
    expect(places.map(({ attribute: { name } }) => name)).toEqual(
      expect.arrayContaining(['url', 'provider_url', 'site', 'sites', 'page']),
    );
  });

  it.each([
    'https://example.com/a?b=c#d',
    'HTTP://example.com',
    'mailto:ada@example.com',
    'tel:+39-051-123',
    'ftp://example.com/a',
    'urn:isbn:0451450523',
    '/a/b',
    '../a',
    '?a=b:c',
    '#top',
    '//example.com/a',
  ])('takes %s', (text) => {
    expect(faultsOf(text)).toEqual(new Set(['taken']));
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'javascript\t:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'view-source:https://example.com',
    'ws://example.com',
  ])('refuses %j', (text) => {
    expect(faultsOf(text)).toEqual(new Set(['refused']));
  });
});

it('an error of a link says which schemes it may have', () => {
  const error = { keyword: 'format', params: { format: 'uri' }, message: 'must match format "uri"' };
  const { message } = describeError({ ...error, instancePath: '', schemaPath: '' }, false);
  expect(message).toBe(
    'must be a relative reference, or a URL with one of the schemes http, https, mailto, tel, ftp, urn',
  );
});

import { describe, expect, it } from 'vitest';
import { encodedTag, entityTag, knownTag, readConditions } from '../../../core/http/response/etag.ts';

const etag = entityTag({ revision: 7 }, 'http://a||application/json');

describe('entityTag (D60)', () => {
  it('is a strong tag that begins with the revision', () => {
    expect(etag).toMatch(/^"7\.[0-9a-z]+"$/);
  });

  it('is the same for the same state and representation', () => {
    expect(entityTag({ revision: 7 }, 'http://a||application/json')).toBe(etag);
  });

  const others: [string, string][] = [
    ['revision', entityTag({ revision: 8 }, 'http://a||application/json')],
    ['variant', entityTag({ revision: 7, variant: 'x' }, 'http://a||application/json')],
    ['media type', entityTag({ revision: 7 }, 'http://a||application/vnd.api+json')],
    ['query', entityTag({ revision: 7 }, 'http://a|fields=title|application/json')],
    ['base', entityTag({ revision: 7 }, 'http://b||application/json')],
  ];
  it.each(others)('differs with the %s', (_what, other) => {
    expect(other).not.toBe(etag);
  });
});

describe('If-None-Match', () => {
  const cases: [string | undefined, boolean][] = [
    [undefined, false],
    ['', false],
    ['*', true],
    [' * ', true],
    [etag, true],
    [`W/${etag}`, true],
    [`"other", ${etag}`, true],
    [`"other",W/${etag} , "more"`, true],
    ['"other"', false],
    ['W/"other"', false],
    [etag.slice(1, -1), false],
    [`"${etag.slice(1, -2)}"`, false],
    ['"*"', false],
  ];
  it.each(cases)('%s: %s', (header, expected) => {
    expect(knownTag(header, etag)).toBe(expected ? etag : undefined);
  });

  it('names the compressed forms too', () => {
    const form = encodedTag(etag, 'gzip');
    expect(form).toBe(`${etag.slice(0, -1)}+gzip"`);
    expect(['', 'W/', '"x", '].map((before) => knownTag(before + form, etag))).toEqual([form, form, form]);
    expect(knownTag(form, '"other"')).toBeUndefined();
    expect(knownTag(form.replace('gzip', 'zip'), etag)).toBeUndefined();
  });
});

describe('If-Match', () => {
  const cases: [string, number[]][] = [
    ['"7.abc"', [7]],
    ['"7.abc", "8.def"', [7, 8]],
    ['"7.abc","7.def"', [7]],
    ['W/"7.abc"', []],
    ['W/"7.abc", "8.def"', [8]],
    ['"7"', []],
    ['"foreign"', []],
    ['"x7.abc"', []],
    ['"-7.abc"', []],
    ['7.abc', []],
    ['', []],
    ['"*"', []],
  ];
  it.each(cases)('%s accepts the revisions %j', (header, revisions) => {
    expect(readConditions({ 'if-match': header })?.match).toEqual(new Set(revisions));
  });

  it('accepts any revision with *', () => {
    expect(readConditions({ 'if-match': '*' })?.match).toBe('any');
  });

  it('reads If-None-Match with weak tags too', () => {
    expect(readConditions({ 'if-none-match': 'W/"7.a", "8.b", "x"' })).toEqual({
      match: undefined,
      noneMatch: new Set([7, 8]),
    });
    expect(readConditions({ 'if-none-match': '*' })?.noneMatch).toBe('any');
  });

  it('has no condition when it is absent', () => {
    expect(readConditions({})).toBeUndefined();
  });

  it('accepts the ETag of every representation of its revision', () => {
    expect(readConditions({ 'if-match': etag })?.match).toEqual(new Set([7]));
    expect(readConditions({ 'if-match': entityTag({ revision: 7, variant: 'include' }, 'x') })?.match).toEqual(
      new Set([7]),
    );
  });
});

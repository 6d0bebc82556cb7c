import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, type ErrorCode } from '../../../core/errors.ts';
import { nodeAt, type Node } from '../../../core/description/openapi-document.ts';
import { factsOf } from '../../../core/description/operation-facts.ts';
import { matchedOnly, shownParams } from '../../../core/http/routing/operation.ts';
import { parseTarget, safePath } from '../../../core/http/request/request-target.ts';
import { bundle } from '../description/descriptions.ts';

/** Plain data, since parsed queries have no prototype. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe('the path of a request', () => {
  const cases: [string, string, string[]][] = [
    ['/', '/', ['']],
    ['/home', '/home', ['home']],
    ['/home/', '/home', ['home']],
    ['/home//', '/home/', ['home', '']],
    ['/documents/caf%C3%A9', '/documents/caf%C3%A9', ['documents', 'café']],
    ['/documents/a%2Fb', '/documents/a%2Fb', ['documents', 'a/b']],
    ['/documents/a+b', '/documents/a+b', ['documents', 'a+b']],
    ['/documents/%252e', '/documents/%252e', ['documents', '%2e']],
    ['/__proto__/constructor', '/__proto__/constructor', ['__proto__', 'constructor']],
    ['/home?', '/home', ['home']],
  ];
  it.each(cases)('%s is kept as %s and decoded', (target, rawPath, segments) => {
    expect(parseTarget(target)).toMatchObject({ rawPath, segments });
  });

  it.each(['/%', '/%zz', '/%C3', '/%C3%28', '/%ED%A0%80', '/a%00b', '/%00', '/a/%E0%80%80/b'])(
    '%s is not valid percent-encoded UTF-8',
    (target) => {
      expect(() => parseTarget(target)).toThrow(expect.objectContaining({ code: 'invalid_encoding' }));
    },
  );
});

describe('the query of a request', () => {
  const cases: [string, unknown][] = [
    ['', {}],
    ['q=a+b%20c', { q: 'a b c' }],
    ['q=', { q: '' }],
    ['filter[mine]', { filter: { mine: '' } }],
    ['filter[area][gt]=5', { filter: { area: { gt: '5' } } }],
    ['filter%5Barea%5D%5Bgt%5D=5', { filter: { area: { gt: '5' } } }],
    ['filter[area][>=]=5', { filter: { area: { '>=': '5' } } }],
    ['filter[a][]=1&filter[a][]=2', { filter: { a: ['1', '2'] } }],
    ['filter[a]=1&filter[a]=2', { filter: { a: ['1', '2'] } }],
    ['filter[constructor]=1', { filter: { constructor: '1' } }],
    ['filter[$where]=1', { filter: { $where: '1' } }],
    ['toString=1', { toString: '1' }],
    ['page=2&page_size=3', { page: '2', page_size: '3' }],
    ['page[number]=2&page[size]=3', { page: '2', page_size: '3' }],
    ['page%5Bsize%5D=3', { page_size: '3' }],
    ['page=2&page[size]=3', { page: '2', page_size: '3' }],
    ['page[number]=2&page=2&page[size]=3', { page: '2', page_size: '3' }],
    ['fields=a&fields[x]=b&fields[y]=c', { fields: { _common: 'a', x: 'b', y: 'c' } }],
  ];
  it.each(cases)('%s is read with its brackets nested', (text, query) => {
    expect(plain(parseTarget(`/x?${text}`).query)).toEqual(query);
  });

  it('has no prototype at any depth, so that no name has a special meaning', () => {
    const { query } = parseTarget('/x?filter[a][b]=1');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.getPrototypeOf(query['filter'])).toBeNull();
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
  const refused: [string, string, ErrorCode, string?][] = [
    ['an encoding that is cut off', 'q=%C3', 'invalid_encoding'],
    ['an encoding of nothing', 'q=%', 'invalid_encoding'],
    ['an overlong encoding', 'q=%C0%AF', 'invalid_encoding'],
    ['a NUL in a value', 'q=%00', 'invalid_encoding'],
    ['a NUL in a name', 'q%00=1', 'invalid_encoding'],
    ['__proto__', '__proto__=1', 'invalid_key', '__proto__'],
    ['__proto__ inside', 'filter[__proto__][a]=1', 'invalid_key', 'filter[__proto__][a]'],
    ['__proto__ encoded', 'filter[%5F_proto__]=1', 'invalid_key', 'filter[__proto__]'],
    ['too many parameters', many(201), 'invalid_parameter'],
    ['too many items', 'a[]=1&'.repeat(201).slice(0, -1), 'invalid_parameter'],
    ['too deep nesting', 'filter[a][b][c][d][e][f]=1', 'invalid_parameter'],
    ['a page that is a word', 'page=one', 'invalid_parameter', 'page'],
    ['a negative page', 'page=-1', 'invalid_parameter', 'page'],
    ['a page in halves', 'page=1.5', 'invalid_parameter', 'page'],
    ['a page of hexadecimal digits', 'page=0x1', 'invalid_parameter', 'page'],
    ['a page in scientific notation', 'page=1e3', 'invalid_parameter', 'page'],
    ['an empty page', 'page=', 'invalid_parameter', 'page'],
    ['a page with a space', 'page=+1', 'invalid_parameter', 'page'],
    ['a huge page', 'page=99999999999999999999', 'invalid_parameter', 'page'],
    ['two pages', 'page=1&page=2', 'invalid_parameter', 'page'],
    ['a page size that is a word', 'page_size=all', 'invalid_parameter', 'page_size'],
    ['two pages that differ', 'page=1&page[number]=2', 'invalid_parameter', 'page[number]'],
    ['two page sizes that differ', 'page[size]=1&page_size=2', 'invalid_parameter', 'page[size]'],
    ['a page number that is a word', 'page[number]=x', 'invalid_parameter', 'page[number]'],
    ['a page size inside that is a list', 'page[size][]=3', 'invalid_parameter', 'page[size]'],
    ['an unknown page member', 'page[offset]=3', 'unknown_parameter', 'page[offset]'],
  ];
  it.each(refused)('with %s is refused', (_what, text, code, parameter) => {
    const fault = parameter === undefined ? expect.anything() : expect.objectContaining({ source: { parameter } });
    expect(() => parseTarget(`/x?${text}`)).toThrow(expect.objectContaining({ code, faults: [fault] }));
  });

  it('may have 200 parameters', () => {
    expect(Object.keys(parseTarget(`/x?${many(200)}`).query)).toHaveLength(200);
  });
});

describe('credentials in the query (D9, D17)', () => {
  const tokens: [string, string | undefined][] = [
    ['a=1', undefined],
    ['access_token=s3cret', 's3cret'],
    ['token=s3cret', 's3cret'],
    ['access%5Ftoken=s3cret', 's3cret'],
    ['token=other&access_token=s3cret', 's3cret'],
    ['api_key=s3cret', undefined],
    // None, like an empty Authorization header.
    ['access_token=', undefined],
    // Not a token, so that the response is 401 and not that of an anonymous caller.
    ['access_token=s3cret&access_token=other', ''],
    ['access_token[]=s3cret', ''],
    ['access_token[a]=s3cret', ''],
  ];
  it.each(tokens)('%s is the token %j', (text, token) => {
    expect(parseTarget(`/x?${text}`).accessToken).toBe(token);
  });

  it.each([...tokens.map(([text]) => text), 'a=1&token[]=s3cret&b=2', 'api_key[x]=s3cret'])(
    '%s reveals no secret to handlers and links',
    (text) => {
      const { query, linkQuery } = parseTarget(`/x?${text}`);
      expect(Object.keys(query).filter((name) => /token|key/.test(name))).toEqual([]);
      expect(decodeURIComponent(linkQuery.toString())).not.toMatch(/s3cret|other/);
    },
  );

  it('is omitted from links, which keep all other parameters in order', () => {
    const { linkQuery } = parseTarget('/x?sort=-a&access_token=s&filter[b]=c%20d&token=t&page=2&api_key=k');
    expect([...linkQuery]).toEqual([
      ['sort', '-a'],
      ['filter[b]', 'c d'],
      ['page', '2'],
    ]);
  });
});

describe('the path of an error (D17)', () => {
  const cases: [string, string][] = [
    ['//0123456789.evil.example/x', '//0123456789.evil.example/x'],
    ['//evil.example', '//evil.example'],
    ['///evil.example/x?a=1', '///evil.example/x?a=1'],
    ['/\\evil.example/x', '/%5Cevil.example/x'],
    ['//user:password@evil.example/', '//user:password@evil.example/'],
    ['/http://evil.example/x', '/http://evil.example/x'],
    ['/http:', '/http:'],
    ['/x?return=//evil.example', '/x?return=//evil.example'],
    // Another host, or none: the path does not belong to this service.
    ['http://evil.example/x', '/'],
    ['http:evil.example', '/'],
    ['@evil.example/', '/'],
    ['.evil.example/', '/'],
    [':80/', '/'],
    ['*', '/'],
    ['', '/'],
  ];
  it.each(cases)('%s is %s, and never a host', (target, path) => {
    expect(safePath(target)).toBe(path);
    expect(new URL(`https://cms.example${safePath(target)}`).host).toBe('cms.example');
  });
});

describe('a path with a credential', () => {
  const paths = Object.entries(nodeAt(bundle, 'paths'));
  const secrets = paths.flatMap(([path, item]) =>
    Object.values(item as Node).flatMap((operation) => {
      const { secretPathParameter: name } = nodeAt(operation as Node, 'x-colophon');
      return typeof name === 'string' && name !== '' ? [{ path, name }] : [];
    }),
  );

  it('is that of a refresh token, which has the form of none of the other paths', () => {
    expect(secrets).toEqual([{ path: '/auth/{refresh_token}', name: 'refresh_token' }]);
  });

  it.each(secrets)('$path never shows it, whatever follows or is encoded', ({ path, name }) => {
    for (const token of [randomBytes(32).toString('base64url'), 'abcdef', '%61bc', '%']) {
      const sent = path.replace(`{${name}}`, token);
      const hidden = path.replace(`{${name}}`, '***');
      expect([safePath(sent), safePath(`${sent}/x?y=1`), safePath(sent.replace('/a', '/%61'))]).toEqual([
        hidden,
        `${hidden}/x?y=1`,
        hidden.replace('/a', '/%61'),
      ]);
    }
  });

  it('is no other path', () => {
    const others = paths.map(([path]) => path).filter((path) => !secrets.some((each) => each.path === path));
    const shown = others.map((path) => path.replaceAll(/[{}]/g, ''));
    expect(shown.map((path) => safePath(path))).toEqual(shown);
  });

  it('has no such parameter among those of slow requests', () => {
    for (const { name } of secrets) {
      const operation = {
        ...matchedOnly('delete', '/', { responses: {} }),
        facts: factsOf('delete', { secretPathParameter: name }),
      };
      expect(shownParams({ operation, params: { [name]: 'secret', other: '1' } })).toEqual({ other: '1' });
      expect(shownParams({ operation: matchedOnly('get', '/', { responses: {} }), params: { [name]: '1' } })).toEqual({
        [name]: '1',
      });
    }
  });
});

describe('a request target of any form', () => {
  it('of more than 16,384 characters is too long', () => {
    const target = `/${'a'.repeat(16_383)}`;
    expect(parseTarget(target).rawPath).toBe(target);
    expect(() => parseTarget(`${target}a`)).toThrow(expect.objectContaining({ code: 'uri_too_long', status: 414 }));
  });

  const piece = fc.constantFrom(
    ...['a', 'é', '$', '0', '1', '%', '%00', '%5B', '%5D', '[', ']', '&', '=', '?', '/', '+', '#', ',', '.', ';'],
    ...[
      '__proto__',
      'constructor',
      'prototype',
      'page',
      'number',
      'size',
      'filter',
      'access_token',
      '%C3%28',
      '%E2%82%AC',
    ],
    ...['[]', '[999]', '[a]', '\ud800', ' '],
  );
  const target = fc.array(fc.oneof({ weight: 8, arbitrary: piece }, fc.string()), { maxLength: 40 });

  it('is parsed or refused with an ApiError of 4xx, and affects no prototype', () => {
    fc.assert(
      fc.property(target, (pieces) => {
        const text = `/${pieces.join('')}`;
        try {
          const { segments, query, linkQuery } = parseTarget(text);
          for (const segment of segments) expect(segment).not.toContain('\0');
          expect(JSON.stringify(query)).not.toContain('"__proto__":');
          for (const name of ['access_token', 'token', 'api_key']) {
            expect(name in query).toBe(false);
            expect(linkQuery.has(name)).toBe(false);
          }
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          expect([400, 414]).toContain(error.status);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

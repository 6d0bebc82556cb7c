import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedUname, isNumeric, slug, withSuffix } from '../../../core/uname.ts';

const DOCUMENTS = { name: 'documents', kind: 'objects' };
const KINDS = ['objects', 'profiles', 'users', 'media'];

describe('slug (D11, D535)', () => {
  const cases: [string, string][] = [
    ['Iceland', 'iceland'],
    ['  Hello,   World!  ', 'hello-world'],
    ['Åland Islands', 'aland-islands'],
    ['Côte d’Ivoire', 'cote-d-ivoire'],
    ['Straße & Größe', 'strasse-grosse'],
    ['snake_case_name', 'snake_case_name'],
    ['--a--', 'a'],
    ['a/b\\c', 'a-b-c'],
    ['%00\0', '00'],
    ['2026', '2026'],
    ['', ''],
    ['-', ''],
    ['?!', ''],
  ];
  it.each(cases)('%j is %j', (text, want) => {
    expect(slug(text)).toBe(want);
  });

  it('spells other scripts in letters', () => {
    for (const text of ['Россия', '日本', 'Ελλάδα', 'مصر']) expect(slug(text)).toMatch(/^[a-z][a-z0-9_-]*$/);
  });

  it('is made of letters, digits, - and _, no longer than 255, and stable', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.string({ minLength: 300, maxLength: 600 })),
        (text) => {
          const made = slug(text);
          expect(made).toMatch(/^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)?$/);
          expect(made).not.toContain('--');
          expect(made.length).toBeLessThanOrEqual(255);
          expect(slug(made)).toBe(made);
        },
      ),
    );
  });
});

describe('generatedUname', () => {
  const cases: [string, string | null, RegExp][] = [
    ['objects', 'A Title', /^a-title$/],
    ['profiles', 'Ada Lovelace', /^profile-ada-lovelace$/],
    ['users', 'Ada', /^user-ada$/],
    ['media', 'Photo.jpg', /^media-photo-jpg$/],
    ['objects', null, /^documents-[0-9a-f]{6}$/],
    ['objects', '', /^documents-[0-9a-f]{6}$/],
    ['objects', '???', /^documents-[0-9a-f]{6}$/],
    ['profiles', null, /^documents-[0-9a-f]{6}$/],
    ['objects', '1984', /^1984-[0-9a-f]{6}$/],
    ['media', '1984', /^media-1984$/],
  ];
  it.each(cases)('%s %j', (kind, title, want) => {
    expect(generatedUname({ name: 'documents', kind }, { title })).toMatch(want);
  });

  it('is made from the user name for users, with any title', () => {
    const users = { name: 'users', kind: 'users' };
    expect(generatedUname(users, { title: 'Ada Lovelace', username: 'Ada.L@example.org' })).toBe(
      'user-ada-l-example-org',
    );
    expect(generatedUname(users, { title: 'Ada Lovelace', username: '!!' })).toMatch(/^users-[0-9a-f]{6}$/);
    expect(generatedUname(DOCUMENTS, { title: 'A Title', username: 'ada' })).toBe('a-title');
  });

  it('can be part of a path, is never an id and never longer than 255', () => {
    const title = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[0-9]{1,300}$/),
      fc.string({ minLength: 250, maxLength: 400 }),
      fc.constant(null),
    );
    fc.assert(
      fc.property(title, fc.constantFrom(...KINDS), (text, kind) => {
        const uname = generatedUname({ name: 'documents', kind }, { title: text });
        expect(uname).toMatch(/^[a-z0-9_-]+$/);
        expect(isNumeric(uname)).toBe(false);
        expect(uname.length).toBeLessThanOrEqual(255);
        const other = withSuffix(uname);
        expect(other).toMatch(/^[a-z0-9_-]+-[0-9a-f]{6}$/);
        expect(other.length).toBeLessThanOrEqual(255);
      }),
    );
  });
});

describe('withSuffix', () => {
  it('appends - and six hexadecimal digits, different each time', () => {
    expect(withSuffix('iceland')).toMatch(/^iceland-[0-9a-f]{6}$/);
    const made = new Set(Array.from({ length: 20 }, () => withSuffix('iceland')));
    expect(made.size).toBeGreaterThan(15);
  });

  it('shortens a uname of full length', () => {
    expect(withSuffix('a'.repeat(255))).toMatch(/^a{248}-[0-9a-f]{6}$/);
  });
});

describe('isNumeric', () => {
  const cases: [string, boolean][] = [
    ['5', true],
    ['007', true],
    ['', false],
    ['5a', false],
    ['-5', false],
    ['1e3', false],
    ['٥', false],
  ];
  it.each(cases)('%j: %s', (uname, numeric) => {
    expect(isNumeric(uname)).toBe(numeric);
  });

  it('prevents numeric unames from titles of digits', () => {
    expect(isNumeric(generatedUname(DOCUMENTS, { title: '٥٠٠' }))).toBe(false);
  });
});

// Names of files: those of every alphabet are kept, and none of them is a path or is displayed as another one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../core/errors.ts';
import { checkFileName } from '../../../core/files/file-name.ts';
import { nodeAt } from '../../../core/description/openapi-document.ts';
import { bundle } from '../description/descriptions.ts';

const refusal = (name: string): unknown => {
  try {
    return checkFileName(name);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.status, error.faults[0]?.source?.parameter];
  }
};

describe('a file name', () => {
  it.each([
    'a.txt',
    'été 😀.png',
    '日本語.txt',
    'שלום.txt',
    'مرحبا.pdf',
    'नमस्ते.txt',
    'ไทย.txt',
    'Ελληνικά.doc',
    'Кириллица.txt',
    '한국어.txt',
    '.htaccess',
    '...',
    '..a',
    'a..b',
    'it\'s "quoted" & <b>.txt',
    '100% $where {a}.txt',
    'CON',
    'no\u200Djoin\u200C.txt',
    '👩‍👩‍👧.png',
  ])('%s is kept', (name) => {
    expect(checkFileName(name)).toBe(name.normalize('NFC'));
  });

  it('is in composed form', () => {
    expect(checkFileName('e\u0301te\u0301.txt')).toBe('\u00e9t\u00e9.txt');
    expect(checkFileName('\u1112\u1161\u11ab.txt')).toBe('\ud55c.txt');
  });

  it('has at most 255 characters, with any number of bytes', () => {
    for (const character of ['x', 'é', '日', '😀']) {
      expect(checkFileName(character.repeat(255))).toBe(character.repeat(255));
      expect(refusal(character.repeat(256))).toEqual([400, 'file_name']);
    }
    expect(checkFileName('e\u0301'.repeat(255))).toBe('\u00e9'.repeat(255));
  });

  const REFUSED: [string, string[]][] = [
    ['empty', ['', ' ', '\u00a0', '\u3000 ']],
    ['a path', ['..', '.', '../a', 'a/b', '/', 'a\\b', '..\\a', '/etc/passwd', 'C:\\a']],
    ['with control characters', ['a\0b', 'a\nb', 'a\rb', '\u001b[2J', 'a\u007f', 'a\u0085', 'a\u2028b', 'a\u2029b']],
    [
      'with marks that reorder',
      [
        '\u061c',
        '\u200e',
        '\u200f',
        '\u202a',
        '\u202b',
        '\u202c',
        '\u202d',
        '\u202e',
        '\u2066',
        '\u2067',
        '\u2069',
      ].map((mark) => `a${mark}gpj.exe`),
    ],
    ['with half a character', ['a\ud83d', '\ude00a', 'a\ude00\ud83d']],
  ];
  it.each(REFUSED)('%s is refused', (_what, names) => {
    for (const name of names) expect({ name, refusal: refusal(name) }).toEqual({ name, refusal: [400, 'file_name'] });
  });

  it('is accepted and refused as described', () => {
    const { pattern } = nodeAt(bundle, 'components', 'parameters', 'FileName', 'schema');
    const described = new RegExp(String(pattern), 'u');
    const isTaken = (name: string): boolean => typeof refusal(name) === 'string';
    for (const [, names] of REFUSED)
      for (const name of names) if (name.isWellFormed()) expect([name, described.test(name)]).toEqual([name, false]);
    const unit = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(...'. /\\a\u200b'),
    );
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 3 }), (units) => {
        const name = units.join('');
        // Those beyond the first plane that are no characters are more than a pattern can hold.
        fc.pre(!/[\u{1fffe}-\u{10ffff}]/u.test(name) || !/\p{Noncharacter_Code_Point}/u.test(name));
        expect([name, described.test(name)]).toEqual([name, isTaken(name)]);
      }),
      { numRuns: 2000 },
    );
  });

  it('that is accepted is accepted again unchanged, and never a path', () => {
    const property = fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const name = refusal(given);
      if (typeof name !== 'string') return;
      expect(checkFileName(name)).toBe(name);
      expect(name).not.toMatch(/[/\\\0]|^\.{1,2}$/);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../core/errors.ts';
import { isUnspaced } from '../../../core/query/word-segments.ts';
import { fold, searchTerms, textQuery, searchCondition } from '../../../core/query/search-terms.ts';

describe('the terms of a search text (D7)', () => {
  const cases: [string, string[]][] = [
    ['island', ['island']],
    ['two words', ['two', 'words']],
    ['  two\t\nwords ', ['two', 'words']],
    ['"two words"', ['two words']],
    ['"  two   words  " more', ['two words', 'more']],
    ['a big b', ['big']],
    ['"a"', ['a']],
    ['Île-de-France', ['Île', 'de', 'France']],
    ['naïve café', ['naïve', 'café']],
    ['e\u0301te\u0301', ['e\u0301te\u0301']],
    ['日本 語', ['日本', '語']],
    ['猫', ['猫']],
    ['Stra\u00adße', ['Straße']],
    ['\u200bone\u2060word\ufeff', ['oneword']],
    ['rock\u00a0roll', ['rock', 'roll']],
    ['-not +must', ['not', 'must']],
    ['C3PO R2', ['C3PO', 'R2']],
    ['"unbalanced text', ['unbalanced', 'text']],
    ['two"three words"four', ['two', 'three words', 'four']],
    ['"" word', ['word']],
    ['"?!" word', ['word']],
    ["$where {'$gt':1}", ['where', 'gt']],
  ];
  it.each(cases)('of %j are %j', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms);
  });

  const unusable = ['', ' ', 'a', 'a b c', '""', '"', '!?', '" "', '- + *', '\u0301'];
  it.each(unusable)('are absent in %j, which is refused', (text) => {
    expect(() => searchTerms(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_filter',
        message: 'The search text has no word of two or more characters.',
        faults: [expect.objectContaining({ source: { parameter: 'filter[query]' } })],
      }),
    );
  });

  it('are at most 20', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
    expect(searchTerms(words(20))).toHaveLength(20);
    expect(() => searchTerms(words(21))).toThrow(expect.objectContaining({ code: 'invalid_filter' }));
  });
});

describe('fold', () => {
  const cases: [string, string][] = [
    ['', ''],
    ['?!', ''],
    ['Two  WORDS', ' two words '],
    ['Île-de-France', ' ile de france '],
    ['e\u0301te\u0301', ' ete '],
    ['İstanbul', ' istanbul '],
    ['日本 語', ' 日本 語 '],
    ['Straße STRASSE GROẞ', ' strasse strasse gross '],
    ['co\u00adop\u200der\ufeffation\u2060s', ' cooperations '],
    ['ﬁne ＡＢＣ ½', ' fine abc 1 2 '],
    ['東京都に住んでいる猫は', ' 東京 都 に 住 んて いる 猫 は '],
    ['Tower東京2026', ' tower 東京 2026 '],
    ['🈁¹ ｶﾞ', ' ココ 1 カ '],
    ['我们在北京大学学习中文', ' 我们 在 北京 大学 学习 中文 '],
  ];
  it.each(cases)('of %j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('does not change a folded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        // Words of these are found by what stands around them.
        fc.pre(!isUnspaced(text.normalize('NFKC')));
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('textQuery', () => {
  const cases: [string, string, string[]][] = [
    ['island', 'island', []],
    ['Réunion', 'reunion', []],
    ['two words', '"two" "words"', [' two ', ' words ']],
    ['"Two-words"', '"two words"', [' two words ']],
    ['"word"', 'word', []],
    // A leading minus would exclude.
    ['-island', 'island', []],
  ];
  it.each(cases)('%j becomes %j', (text, search, terms) => {
    expect(textQuery(text)).toEqual({ search, terms });
  });

  it('is one plain word or quoted terms, for any input', () => {
    const piece = fc.constantFrom('"', '-', '\\', ' ', 'word', 'é', '“', '\n', '-"', '\\"');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          try {
            expect(textQuery(text).search).toMatch(/^(?:[\p{L}\p{N}\p{M}]+|"[^"]+"(?: "[^"]+")*)$/u);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            expect(error.code).toBe('invalid_filter');
          }
        },
      ),
    );
  });
});

describe('searchCondition', () => {
  const matches = (text: string, row: Record<string, string>): boolean => {
    const { $and } = searchCondition(text, ['name', 'description']) as {
      $and: { $or: Record<string, { $regex: string; $options: string }>[] }[];
    };
    return $and.every(({ $or }) =>
      $or.some((each) =>
        Object.entries(each).some(([name, { $regex, $options }]) => new RegExp($regex, $options).test(row[name] ?? '')),
      ),
    );
  };

  const cases: [string, Record<string, string>, boolean][] = [
    ['red', { name: 'Bright RED' }, true],
    ['red bright', { name: 'bright', description: 'red' }, true],
    ['red blue', { name: 'red' }, false],
    ['"bright red"', { name: 'red bright' }, false],
    ['"a.*"', { name: 'anything' }, false],
    ['"a.c x"', { name: 'abc x' }, false],
    ['"(a+b) [c]"', { name: 'x (a+b) [c] y' }, true],
    ['"a/b-c"', { name: 'a/b-c' }, true],
  ];
  it.each(cases)('%j in %j: %s', (text, row, found) => {
    expect(matches(text, row)).toBe(found);
  });
});

it('the same words are found in a text beside letters that are not ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
      expect(`${fold(text) || ' '}e `).toBe(fold(`${text} é`));
    }),
    { numRuns: 1_000 },
  );
});

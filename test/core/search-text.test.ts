// Texts without their tags, in one pass for any text.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldedText } from '../../core/objects/search-text.ts';
import { fold } from '../../core/query/search-terms.ts';

const plain = (text: string): string => fold(text.replace(/<\/?[a-z!][^>]*>/gi, ' '));

it('the text without tags equals the result of a regular expression for short texts', () => {
  const text = fc
    .array(fc.constantFrom('<', '>', '/', 'a', 'B', '!', ' ', '1', '<p>', '</p', '<!-- x', '-->', 'word'), {
      maxLength: 30,
    })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (each) => {
      expect(foldedText(each)).toBe(plain(each));
    }),
  );
});

it('the text without tags is made fast for texts with many unclosed tags', () => {
  const tags = '<a'.repeat(500_000);
  expect(foldedText(tags)).toMatch(/^( a)+ $/);
  expect(foldedText(Array.from({ length: 1000 }, () => tags))).toMatch(/^( a)+ $/);
});

it('many texts are capped like one', () => {
  const words = Array.from({ length: 20_000 }, (_, n) => `word ${n}`);
  const folded = foldedText({ first: words, second: { third: 'never read' } });
  expect(folded.length).toBeLessThanOrEqual(32_768);
  expect(folded).toMatch(/^ word 0 word 1 .* $/);
  expect(folded).not.toContain('never');
  expect(foldedText({ a: 'One', b: { c: ['<b>two</b>', 3, null] } })).toBe(' one two ');
});

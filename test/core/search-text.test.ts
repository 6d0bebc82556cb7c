// Texts without their tags, in one pass whatever they are.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldedText } from '../../core/objects/search-text.ts';
import { fold } from '../../core/query/search-terms.ts';

const plain = (text: string): string => fold(text.replace(/<\/?[a-z!][^>]*>/gi, ' '));

it('is what a regular expression leaves of a short text', () => {
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

it('is made of texts that begin ever new tags', () => {
  const tags = '<a'.repeat(500_000);
  expect(foldedText(tags)).toMatch(/^( a)+ $/);
  expect(foldedText(Array.from({ length: 1000 }, () => tags))).toMatch(/^( a)+ $/);
});

it('takes as much of many texts as of one', () => {
  const words = Array.from({ length: 20_000 }, (_, n) => `word ${n}`);
  const folded = foldedText({ first: words, second: { third: 'never read' } });
  expect(folded.length).toBeLessThanOrEqual(32_768);
  expect(folded).toMatch(/^ word 0 word 1 .* $/);
  expect(folded).not.toContain('never');
  expect(foldedText({ a: 'One', b: { c: ['<b>two</b>', 3, null] } })).toBe(' one two ');
});

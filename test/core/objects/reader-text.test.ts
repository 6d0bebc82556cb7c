// Rich text is searched as a reader sees it (D824), in linear time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readerText } from '../../../core/objects/search/reader-text.ts';
import { foldedText } from '../../../core/objects/search/search-text.ts';
import { fold } from '../../../core/query/search-terms.ts';
import { processorTime } from '../../support/run/processor-time.ts';

const words = (html: string): string => fold(readerText(html)).trim();

describe('the words of', () => {
  const cases: [what: string, html: string, words: string][] = [
    ['named references', '<p>Il caff&egrave; della citt&agrave;</p>', 'il caffe della citta'],
    ['numeric references', '<p>caff&#232; citt&#xE0; &#x1F600; A&#65;</p>', 'caffe citta aa'],
    ['references of spaces', 'rock&nbsp;roll&ensp;and&#160;more', 'rock roll and more'],
    ['references without a semicolon', 'caf&eacute &copyright', 'cafe right'],
    ['escaped markup', '&lt;b&gt;bold&lt;/b&gt; &amp;amp;', 'b bold b amp'],
    ['an ampersand', 'AT&T R&amp;D Q&A', 'at t r d q a'],
    ['unknown references', '&nosuchthing; &#x110000;', 'nosuchthing'],
    [
      'elements within a word',
      '<b>H</b>ello super<wbr>cali<i>frag</i> <a href="x">l</a>ink',
      'hello supercalifrag link',
    ],
    ['separate elements', '<p>one</p><p>two</p><ul><li>three<li>four</ul>five<br>six', 'one two three four five six'],
    ['cells', '<table><tr><td>a1</td><td>b1</td></tr></table>', 'a1 b1'],
    ['scripts', 'a1<script type="x">var hidden = "<b>" < 1;</script>b1', 'a1b1'],
    ['upper-case scripts', '<SCRIPT>hidden</SCRIPT><STYLE>p { color: red }</STYLE>shown', 'shown'],
    ['styles in pictures', '<svg><style>hidden</style><text>shown</text></svg>', 'shown'],
    ['templates', '<template><p>hidden</p></template>shown', 'shown'],
    ['a script without an end', 'shown<script>hidden <b>hidden</b> <hidden', 'shown'],
    ['comments', 'one<!-- hidden > hidden --> two<!doctype html> three', 'one two three'],
    ['attributes', '<img alt="hidden" title="a > hidden">shown <a title=\'x>hidden\'>too</a>', 'shown too'],
    ['a bare <', 'a1 < b1 <3 and <', 'a1 b1 3 and'],
    ['a tag without an end', '<p>one</p> <two and three', 'one two and three'],
    ['plain text', 'nothing special; at all', 'nothing special at all'],
  ];
  it.each(cases)('%s', (_what, html, expected) => {
    expect(words(html)).toBe(expected);
  });
});

it('equals the result of a regular expression for simple tags', () => {
  const simple = (text: string): string =>
    fold(text.replace(/<\/?([a-z][^>]*)>/gi, (_tag, name: string) => (name.startsWith('p') ? ' ' : '')));
  const text = fc
    .array(fc.constantFrom('<', '>', 'a', 'B', ' ', '1', '<p>', '<b>', '<p class>', '</p>', '</b>', 'word', '"'), {
      maxLength: 30,
    })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (each) => {
      expect(fold(readerText(each))).toBe(simple(each));
    }),
  );
});

it('takes time in proportion to the length, for any markup', () => {
  const hostile = [
    '<a',
    '<',
    '&',
    '&a',
    '<!--',
    '<script>',
    '<p>',
    '<a "',
    "<a '>",
    '&#',
    '</',
    '<![CDATA[',
    '<svg><style>',
  ];
  const timeOf = (text: string): number => {
    const work = processorTime();
    for (let n = 0; n < 3; n++) readerText(text);
    return work();
  };
  for (const part of hostile) {
    const short = part.repeat(20_000);
    timeOf(short);
    // Quadratic time would be 64 times as much.
    expect(timeOf(short.repeat(8)), part).toBeLessThan(40 * Math.max(timeOf(short), 2));
  }
});

it('many texts are capped like one', () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `word ${n}`);
  const folded = foldedText({ first: many, second: { third: 'never read' } });
  expect(folded.length).toBeLessThanOrEqual(32_768);
  expect(folded).toMatch(/^ word 0 word 1 .* $/);
  expect(folded).not.toContain('never');
  expect(foldedText({ a: 'One', b: { c: ['<b>two</b>', 3, null] } })).toBe(' one two ');
});

// The documents of the benchmark: about 2 KB each, the same in every run, text made of invented words.

/** Stands in about 5 % of the documents, and is no word of the others. */
export const SEARCH_WORD = 'lighthouse';

/** Mulberry32: numbers from 0 to 1 that depend on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES = ['ba', 'ce', 'do', 'fi', 'gu', 'la', 'me', 'no', 'pi', 'ru', 'sa', 'te', 'vo', 'xi', 'zu'];

const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item;

const WORDS = ((random) =>
  Array.from({ length: 1_500 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(SYLLABLES, random)).join(''),
  ))(randomFrom(0));

/** A few words are common and most are rare, as in any language. */
const word = (random: () => number): string => WORDS[Math.floor(random() ** 3 * WORDS.length)] ?? '';

function text(length: number, random: () => number): string {
  let words = word(random);
  while (words.length < length) words += ` ${word(random)}`;
  return words;
}

/** Attributes of document number `index`; public for about 70 % of them, draft or off for the rest. */
export function sampleAttributes(index: number): Record<string, unknown> {
  const random = randomFrom(index);
  const draw = random();
  const found = random() < 0.05 ? ` ${SEARCH_WORD}` : '';
  return {
    status: draw < 0.7 ? 'on' : draw < 0.85 ? 'draft' : 'off',
    title: `${text(30, random)} ${index}`,
    description: text(150, random),
    body: `${text(800, random)}${found} ${text(100 + random() * 800, random)}`,
    lang: 'en',
    extra: { section: pick(WORDS, random), weight: Math.floor(random() * 100) },
    subject: text(20, random),
    creator: text(15, random),
  };
}

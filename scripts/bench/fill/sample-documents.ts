// The documents of the benchmark, with a few objects of another type: about 2 KB each, the same in every run, text made of
// invented words.
import { mulberry } from '../../faults/random.ts';

/** Stand in about 0.5 % and 30 % of the documents, and are no words of the others. */
export const RARE_WORD = 'lighthouse';
export const FREQUENT_WORD = 'harbour';

/** Numbers from 0 to 1 that depend on the seed alone. */
export function randomFrom(seed: number): () => number {
  const next = mulberry(Math.imul(seed + 1, 0x9e3779b1));
  return () => next() / 2 ** 32;
}

/** Numbers from 1, for each key by itself. */
export function counter(): (key: number) => number {
  const last = new Map<number, number>();
  return (key) => {
    const next = (last.get(key) ?? 0) + 1;
    last.set(key, next);
    return next;
  };
}

const SYLLABLES = ['ba', 'ce', 'do', 'fi', 'gu', 'la', 'me', 'no', 'pi', 'ru', 'sa', 'te', 'vo', 'xi', 'zu'];

export const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item;

const WORDS = ((random) =>
  Array.from({ length: 1_500 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(SYLLABLES, random)).join(''),
  ))(randomFrom(0));

/** A few words are common and most are rare, as in any language. */
const word = (random: () => number): string => WORDS[Math.floor(random() ** 3 * WORDS.length)] ?? '';

export function text(length: number, random: () => number): string {
  let words = word(random);
  while (words.length < length) words += ` ${word(random)}`;
  return words;
}

/** Of a type without its own attributes, mixed with the documents, for lists of several types. */
const isNews = (index: number): boolean => index % 11 === 10;

/** Number of objects among which there are so many documents. */
export const sampleCount = (documents: number): number => documents + Math.floor((documents - 1) / 10);

/** Titles that very many documents have, as "Minutes" or "Press release" in a real collection. */
const COMMON_TITLES = ((random) => Array.from({ length: 40 }, () => text(20, random)))(randomFrom(-1));

/** The newest of all are drafts, so that a public list that begins with the newest has to skip them. */
const NEWEST_DRAFTS = 0.2;
/** Of the others, so that 60 % of all documents are on, 30 % drafts and 10 % off. */
const OLDER_ON = 0.75;
const OLDER_DRAFT = 0.875;

function statusOf(index: number, count: number, draw: number): 'on' | 'draft' | 'off' {
  if (index >= count * (1 - NEWEST_DRAFTS)) return 'draft';
  if (draw < OLDER_ON) return 'on';
  return draw < OLDER_DRAFT ? 'draft' : 'off';
}

/** Publication dates of a few: not yet published, no longer, and published for a time that lasts. */
function datesOf(random: () => number): Record<string, string> {
  const draw = random() * 300;
  if (draw < 1) return { publish_start: '2090-01-01T00:00:00Z' };
  if (draw < 2) return { publish_end: '2020-01-01T00:00:00Z' };
  return draw < 3 ? { publish_start: '2020-01-01T00:00:00Z', publish_end: '2090-01-01T00:00:00Z' } : {};
}

/** Values of the property `rack`, which has no index, and of `shelf`, which has one. */
export const SHELVES = 50;

/** Attributes of number `index` of so many objects, without a status and dates. */
export function sampleAttributes(index: number): Record<string, unknown> {
  const random = randomFrom(index);
  const rare = random() < 0.005 ? ` ${RARE_WORD}` : '';
  const frequent = random() < 0.3 ? ` ${FREQUENT_WORD}` : '';
  const title = random() < 0.3 ? pick(COMMON_TITLES, random) : `${text(30, random)} ${index}`;
  const base = {
    title,
    description: text(150, random),
    body: `${text(800, random)}${rare}${frequent} ${text(100 + random() * 800, random)}`,
    lang: 'en',
    extra: { section: pick(WORDS, random), weight: Math.floor(random() * 100) },
  };
  if (isNews(index)) return base;
  const shelf = Math.floor(random() * SHELVES);
  return { ...base, subject: text(20, random), creator: text(15, random), shelf, rack: shelf };
}

export interface SampleObject {
  typeName: 'documents' | 'news';
  attributes: Record<string, unknown>;
  /** Made by the author, who may change nothing but own objects. */
  isAuthors: boolean;
}

/** Number `index` of `count` objects. */
export function sampleObject(index: number, count: number): SampleObject {
  const random = randomFrom(index + 1_000_000);
  const state = { status: statusOf(index, count, random()), ...datesOf(random) };
  return {
    typeName: isNews(index) ? 'news' : 'documents',
    attributes: { ...sampleAttributes(index), ...state },
    isAuthors: random() < 0.05,
  };
}

// Words of scripts that do not write spaces between them (D824).

/** Characters of these scripts, with the marks and signs that only they use. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const RUN = new RegExp(`[${UNSPACED}][${UNSPACED}\\p{M}]*`, 'gu');
const SOME = new RegExp(`[${UNSPACED}]`, 'u');

/** Its language does not matter: the dictionaries are chosen by script. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Characters that are segmented at once: the time of Intl.Segmenter grows faster than the length of its text. */
const WINDOW = 128;

/** The last word of a window may continue after it, so the next window begins with it. */
function* segmentsOf(run: string): Generator<string> {
  for (let from = 0; from < run.length;) {
    const isLast = from + WINDOW >= run.length;
    const segments = [...segmenter.segment(run.slice(from, from + WINDOW))].map(({ segment }) => segment);
    if (!isLast && segments.length > 1) segments.pop();
    yield* segments;
    from += segments.join('').length;
  }
}

export const isUnspaced = (text: string): boolean => SOME.test(text);

/** A text in which words of these scripts stand between spaces. */
export const withSpaces = (text: string): string =>
  isUnspaced(text) ? text.replace(RUN, (run) => ` ${[...segmentsOf(run)].join(' ')} `) : text;

// HTML of editors, as text: no page renders it (D322, D371).

const END_OF_ELEMENT =
  /<\/(?:a|b|blockquote|code|div|em|figure|h[1-6]|i|li|ol|p|pre|section|span|strong|table|u|ul)\s*>|<br\s*\/?>/i;

/** Whether a text is HTML; a lone `<` is not enough. */
export const isMarkup = (text: string): boolean => END_OF_ELEMENT.test(text);

/** A tag, or a comment. An attribute with `<` or `>` in it remains as text. */
const TAG = /<!--[^<>]*-->|<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi;
const BLOCKS: ReadonlySet<string> = new Set(
  'blockquote br div dd dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul'.split(' '),
);
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template']);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '\u2013',
  mdash: '\u2014',
  hellip: '\u2026',
};

const decoded = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (all, decimal?: string, hex?: string, name = '') => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      if (!Number.isNaN(code)) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
      return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? all) : all;
    },
  );

/** The visible text of HTML: a line for each block, without scripts. Plain text, to be escaped like any other. */
export function textOfMarkup(html: string): string {
  let text = '';
  let end = 0;
  let unseen: string | undefined;
  for (const match of html.matchAll(TAG)) {
    const [all, slash, given = ''] = match;
    const name = given.toLowerCase();
    if (unseen === undefined) text += html.slice(end, match.index).replace(/\s+/g, ' ');
    end = match.index + all.length;
    if (UNSEEN.has(name)) {
      if (slash === '' && unseen === undefined) unseen = name;
      else if (slash === '/' && unseen === name) unseen = undefined;
    }
    if (BLOCKS.has(name)) text += name === 'li' && slash === '' ? '\n\u2022 ' : '\n';
  }
  if (unseen === undefined) text += html.slice(end);
  const lines = decoded(text)
    .split('\n')
    .map((line) => line.trim());
  return lines.filter((line) => line !== '' && line !== '\u2022').join('\n');
}

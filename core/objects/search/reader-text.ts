// The text of HTML as a reader sees it (D824).
import { Tokenizer } from 'htmlparser2';

/** Elements that begin or end a word. Others, such as `<b>` and `<wbr>`, can stand within one. */
const SEPARATING: ReadonlySet<string> = new Set(
  (
    'address article aside audio blockquote body br button canvas caption center col colgroup dd details dialog dir div dl ' +
    'dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img ' +
    'input legend li main menu nav noscript object ol optgroup option p picture pre search section select summary svg table ' +
    'tbody td textarea tfoot th thead title tr ul video'
  ).split(' '),
);

/** Elements whose content is not shown. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template']);

const ignore = (): void => undefined;
const NOTHING = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onprocessinginstruction: ignore,
};

const MARKUP = /[<&]/;
const TAG_START = /<\/?[a-z!]/gi;

/** Without tags, comments, scripts and styles, in linear time. What has no closing `>` is text: titles are often no HTML. */
export function readerText(html: string): string {
  if (!MARKUP.test(html)) return html;
  TAG_START.lastIndex = html.lastIndexOf('>') + 1;
  const end = TAG_START.exec(html)?.index ?? html.length;
  const shown = html.slice(0, end);
  const parts: string[] = [];
  let unseen = 0;
  let tag = '';
  const begin = (from: number, to: number): void => {
    tag = shown.slice(from, to).toLowerCase();
    if (UNSEEN.has(tag)) unseen++;
    else if (SEPARATING.has(tag)) parts.push(' ');
  };
  const close = (name: string): void => {
    if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
    else if (SEPARATING.has(name)) parts.push(' ');
  };
  const add = (text: string): void => {
    if (unseen === 0) parts.push(text);
  };
  // Its parser also builds a stack of elements, in more than linear time for deep ones.
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...NOTHING,
      onopentagname: begin,
      onselfclosingtag: () => close(tag),
      onclosetag: (from, to) => close(shown.slice(from, to).toLowerCase()),
      ontext: (from, to) => add(shown.slice(from, to)),
      ontextentity: (point) => add(String.fromCodePoint(point)),
    },
  );
  tokenizer.write(shown);
  tokenizer.end();
  add(html.slice(end));
  return parts.join('');
}

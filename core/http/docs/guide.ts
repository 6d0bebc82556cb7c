// The pages of openapi/docs as HTML: a table of contents, a search over their sections, and each page. No scripts.
import { readFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';
import MiniSearch from 'minisearch';
import { stepsInSlices } from '../../event-loop-turns.ts';
import { slug } from '../../uname.ts';
import { escape, page } from './html-page.ts';
import { itemAt, valueOf } from '../../values.ts';

const FOLDER = new URL('../../../openapi/docs/', import.meta.url);

/** Maximum length of a search, characters. */
const MAX_SEARCH = 200;
/** Words of a search. Its time grows with their number, so further ones are not searched (D723). */
const MAX_WORDS = 8;
/** Beginnings of words, and words with typing errors, are found from these lengths on: shorter ones are like half of all words. */
const PREFIX_FROM = 3;
const FUZZY_FROM = 5;
const MAX_FOUND = 30;
/** Readers look for guides first. */
const INTERNALS = 'Internals';
const INTERNALS_WEIGHT = 0.1;
/** Sections that are indexed together. */
const CHUNK = 20;

interface Section {
  /** Address below /docs. */
  id: string;
  page: string;
  title: string;
  text: string;
}

interface GuidePage {
  title: string;
  /** The subject of the page: its first paragraph. */
  about: string;
  html: string;
  sections: readonly Section[];
}

/** The pages name files of the repository, which a service does not serve. */
const isOfRepository = (href: string): boolean => href.startsWith('../');

const addressOf = (href: string): string => href.replace(/^([\w-]+)\.md(#|$)/, '$1$2');

/** The rules on a page: `- **D40, D41** …`. Each number is the anchor of its rule. */
function rulesOf(name: string, text: string): [number: string, address: string][] {
  const numbers = [...text.matchAll(/^- \*\*(D\d+(?:, D\d+)*)\*\* /gm)].flatMap(([, found = '']) => found.split(', '));
  return numbers.map((number) => [number, `${name}#${number}`]);
}

/** @param rules the address of each rule, by its number */
function createMarkdown(rules: ReadonlyMap<string, string>): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, typographer: false });
  markdown.renderer.rules['text'] = (tokens, index) => {
    const before = tokens.slice(0, index);
    const isDefinition = before.at(-1)?.type === 'strong_open' && before.every(({ content }) => content === '');
    return escape(itemAt(tokens, index).content).replaceAll(/\bD\d+\b/g, (number) => {
      const address = rules.get(number);
      if (address === undefined) return number;
      return isDefinition ? `<span id="${number}">${number}</span>` : `<a href="${address}">${number}</a>`;
    });
  };
  markdown.renderer.rules['link_open'] = (tokens, index) => {
    const href = itemAt(tokens, index).attrGet('href') ?? '';
    return isOfRepository(href) ? '<span>' : `<a href="${escape(addressOf(href))}">`;
  };
  markdown.renderer.rules['link_close'] = (tokens, index) => {
    const open = tokens.slice(0, index).findLast(({ type }) => type === 'link_open');
    return isOfRepository(open?.attrGet('href') ?? '') ? '</span>' : '</a>';
  };
  return markdown;
}

const plain = (token: Token): string =>
  (token.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

/** Gives each heading an anchor, and splits the page into sections at the headings. */
function sectionsOf(name: string, tokens: readonly Token[]): Section[] {
  const sections: Section[] = [];
  const anchors = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plain(itemAt(tokens, index + 1));
      const base = slug(title);
      let anchor = base;
      for (let count = 2; anchors.has(anchor); count++) anchor = `${base}-${count}`;
      anchors.add(anchor);
      token.attrSet('id', anchor);
      sections.push({ id: token.tag === 'h1' ? name : `${name}#${anchor}`, page: name, title, text: '' });
      continue;
    }
    const last = sections.at(-1);
    if (!last || tokens[index - 1]?.type === 'heading_open') continue;
    if (token.type === 'inline') last.text += ` ${plain(token)}`;
    if (token.type === 'fence') last.text += ` ${token.content}`;
  }
  return sections;
}

/** In two steps, so that other requests are served in between. */
function* readPage(markdown: MarkdownIt, name: string, text: string): Generator<undefined, GuidePage> {
  const tokens = markdown.parse(text, {});
  yield;
  const sections = sectionsOf(name, tokens);
  const first = tokens.findIndex(({ type }) => type === 'paragraph_open');
  return {
    title: sections[0]?.title ?? name,
    about: first < 0 ? '' : plain(itemAt(tokens, first + 1)),
    html: markdown.renderer.render(tokens, markdown.options, {}),
    sections,
  };
}

const NAVIGATION =
  '<nav aria-label="Documents"><a href="../docs">API reference</a> <a href="guide">Guide</a> <a href="errors">Error codes</a></nav>\n';

const searchForm = (search: string): string => `<form role="search" action="guide">
<label>Search the guide <input type="search" name="q" maxlength="${MAX_SEARCH}" value="${escape(search)}"></label>
<button>Search</button>
</form>
`;

function* readPages(names: readonly string[]): Generator<undefined, Map<string, GuidePage>> {
  const texts = names.map((name) => [name, readFileSync(new URL(`${name}.md`, FOLDER), 'utf8')] as const);
  const markdown = createMarkdown(new Map(texts.flatMap(([name, text]) => rulesOf(name, text))));
  const pages = new Map<string, GuidePage>();
  for (const [name, text] of texts) {
    pages.set(name, yield* readPage(markdown, name, text));
    yield;
  }
  return pages;
}

async function indexOf(
  pages: ReadonlyMap<string, GuidePage>,
  internals: ReadonlySet<string>,
): Promise<MiniSearch<Section>> {
  const index = new MiniSearch<Section>({
    fields: ['title', 'text'],
    storeFields: ['title', 'page', 'text'],
    searchOptions: {
      boost: { title: 3 },
      prefix: (word) => word.length >= PREFIX_FROM,
      fuzzy: (word) => word.length >= FUZZY_FROM && 0.15,
      combineWith: 'AND',
      boostDocument: (_id, _term, stored) => (internals.has(String(stored?.['page'])) ? INTERNALS_WEIGHT : 1),
    },
  });
  const sections = [...pages.values()].flatMap((each) => each.sections);
  await index.addAllAsync(sections, { chunkSize: CHUNK });
  return index;
}

const wordsOf = (search: string): string[] => search.split(/[^\p{L}\p{N}_]+/u).filter((word) => word.length > 1);

/** Reads all pages, in turns of the event loop. */
export async function createGuide() {
  // The table of contents: a file of the release, which lists its own pages.
  const groups: { title: string; pages: string[] }[] = JSON.parse(
    readFileSync(new URL('contents.json', FOLDER), 'utf8'),
  );
  const names = groups.flatMap((group) => group.pages);
  const pages = await stepsInSlices(readPages(names));
  const internals = groups.filter(({ title }) => title === INTERNALS).flatMap((group) => group.pages);
  const index = await indexOf(pages, new Set(internals));

  const entry = (name: string): string => {
    const { title, about } = valueOf(pages, name);
    return `<li><a href="${name}">${escape(title)}</a>: ${escape(about)}</li>\n`;
  };
  const listed = groups
    .map(({ title, pages: members }) => `<h2>${escape(title)}</h2>\n<ul>\n${members.map(entry).join('')}</ul>\n`)
    .join('');

  function found(search: string): string {
    if (search.length > MAX_SEARCH) return `<p>A search has at most ${MAX_SEARCH} characters.</p>\n`;
    const words = [...new Set(wordsOf(search))];
    if (words.length > MAX_WORDS) return `<p>A search has at most ${MAX_WORDS} words.</p>\n`;
    if (words.length === 0) return '<p>A search has words of two letters or more.</p>\n';
    const results = index.search(words.join(' ')).slice(0, MAX_FOUND);
    if (results.length === 0) return `<p>Nothing was found for “${escape(search)}”.</p>\n`;
    const items = results.map(({ id, title, page: name, text }) => {
      const start = String(text).trim().slice(0, 200);
      const of = pages.get(String(name))?.title ?? '';
      return `<li><a href="${escape(String(id))}">${escape(String(title))}</a> (${escape(of)})<br>${escape(start)}…</li>\n`;
    });
    return `<ol>\n${items.join('')}</ol>\n`;
  }

  return {
    /** The table of contents, or the results of a search. @param search as sent */
    contents(search = ''): string {
      const text = search.trim();
      const body = text === '' ? listed : found(text);
      return page('Colophon guide', '../', {
        body: `${NAVIGATION}<main class="errors guide">\n<h1>Guide</h1>\n${searchForm(search.slice(0, MAX_SEARCH))}${body}</main>\n`,
      });
    },
    /** undefined for a page that does not exist. */
    page(name: string): string | undefined {
      const found = pages.get(name);
      if (!found) return undefined;
      const anchors = found.sections
        .slice(1)
        .map(({ id, title }) => `<li><a href="${escape(id)}">${escape(title)}</a></li>\n`)
        .join('');
      const contents = anchors === '' ? '' : `<nav aria-label="On this page"><ul>\n${anchors}</ul></nav>\n`;
      return page(`${escape(found.title)} - Colophon guide`, '../', {
        body: `${NAVIGATION}<main class="errors guide">\n${searchForm('')}${contents}${found.html}</main>\n`,
      });
    },
  };
}

// The text that searches read (D524).
import type { ResolvedType } from '../../model/model.ts';
import { fold } from '../../query/search-terms.ts';
import type { ObjectDocument, SearchText } from '../../store/store.ts';
import { isReserved } from '../../uname.ts';
import { readerText } from './reader-text.ts';
import { ANONYMOUS_READER, isShown } from '../visibility/shown-attributes.ts';

/** Characters of each part, so that a row of `objects` stays small. */
const MAX_LENGTH = 32_768;

/** In addition to title and description. */
const SEARCHABLE = [
  'body',
  'name',
  'surname',
  'username',
  'email',
  'company_name',
  'street_address',
  'city',
  'country',
  'state_name',
  'pseudonym',
  'provider',
  'address',
  'locality',
  'country_name',
  'region',
];

/** Characters of a text that count, tags included. */
const MAX_READ = 2 * MAX_LENGTH;

const searchable = (text: unknown): string =>
  typeof text === 'string' ? fold(readerText(text.slice(0, MAX_READ))) : '';

/** Cuts after a word. */
const capped = (folded: string): string =>
  folded.length <= MAX_LENGTH ? folded : folded.slice(0, folded.lastIndexOf(' ', MAX_LENGTH - 1) + 1);

/** A purged user remains as an author without a name, and is found by no search (D539). */
const isGone = ({ kind }: ResolvedType, { uname }: ObjectDocument): boolean => kind === 'users' && isReserved(uname);

const searchableNames = new WeakMap<ResolvedType, readonly string[]>();

/** Those that every caller sees. */
function searchableOf(type: ResolvedType): readonly string[] {
  let names = searchableNames.get(type);
  if (!names) {
    names = SEARCHABLE.filter(
      (name) => type.attribute.get(name)?.custom === false && isShown(type, name, ANONYMOUS_READER),
    );
    searchableNames.set(type, names);
  }
  return names;
}

function otherTexts(type: ResolvedType, document: ObjectDocument): string {
  if (isGone(type, document)) return '';
  const texts = searchableOf(type)
    .map((name) => searchable(document[name]).trim())
    .filter((text) => text !== '');
  return texts.length > 0 ? capped(` ${texts.join(' ')} `) : '';
}

const textOf = (type: ResolvedType, document: ObjectDocument, name: 'title' | 'description'): string =>
  isShown(type, name, ANONYMOUS_READER) ? capped(searchable(document[name])) : '';

/** Words of the searchable attributes of a document that every caller sees, without tags of HTML, capped. */
export const searchText = (type: ResolvedType, document: ObjectDocument): SearchText => ({
  title: textOf(type, document, 'title'),
  description: textOf(type, document, 'description'),
  text: otherTexts(type, document),
});

function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  let left = MAX_READ;
  const collect = (part: unknown): void => {
    if (left <= 0) return;
    if (typeof part === 'string') {
      texts.push(part.slice(0, left));
      left -= part.length;
    } else if (typeof part === 'object' && part !== null) Object.values(part).forEach(collect);
  };
  collect(value);
  return texts;
}

/** All texts of a value in the form that searches read. */
export function foldedText(value: unknown): string {
  if (typeof value === 'string') return capped(searchable(value));
  const found = textsOf(value)
    .map((text) => searchable(text).trim())
    .filter((text) => text !== '');
  return found.length > 0 ? capped(` ${found.join(' ')} `) : '';
}

/** The parts of the search text that depend on some attributes, by stored path; the other parts are kept. */
export function changedSearchText(
  type: ResolvedType,
  document: ObjectDocument,
  paths: ReadonlySet<string>,
): Record<string, string> {
  return {
    ...(paths.has('title') && { 'search.title': textOf(type, document, 'title') }),
    ...(paths.has('description') && { 'search.description': textOf(type, document, 'description') }),
    ...(SEARCHABLE.some((name) => paths.has(name)) && { 'search.text': otherTexts(type, document) }),
  };
}

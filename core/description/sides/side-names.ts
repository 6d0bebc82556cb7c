// Names that stay different, and are free, in every language that clients are generated in (D297, D357).
import anyAscii from 'any-ascii';
import { toPascal } from '../expand-names.ts';

/** As languages without case, underscores, spaces and hyphens compare names. */
const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Gives each name once: the name itself, or with a number. `separator` stands before the number. */
export function createDistinct(separator = ''): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    let free = name;
    for (let number = 2; taken.has(plain(free)); number++) free = `${name}${separator}${number}`;
    taken.add(plain(free));
    return free;
  };
}

/** Only letters and digits; generators put `Nullable` before names of their own. */
export const schemaName = (name: string): string =>
  toPascal(name)
    .replace(/[^A-Za-z0-9]/g, '')
    .replace(/^Nullable(.+)/, '$1OrNull');

export const operationName = (id: string): string =>
  id.replace(/_+([a-zA-Z0-9]?)/g, (_match, next: string) => next.toUpperCase());

/** Letters, digits, underscores, hyphens and single spaces, beginning with a letter: `Città` is `Citta` (D349). */
function toAscii(tag: string): string {
  const text = anyAscii(tag)
    .replace(/[^\w -]+/g, ' ')
    .replace(/ +/g, ' ')
    .slice(0, 100)
    .trim();
  return /^[A-Za-z]/.test(text) ? text : `Tag ${text}`.trim();
}

/** The name of each tag in clients; those that are ASCII already keep theirs. */
export function tagNames(tags: readonly string[]): ReadonlyMap<string, string> {
  const made = new Map(tags.map((tag) => [tag, toAscii(tag)]));
  const distinct = createDistinct(' ');
  const kept = tags.filter((tag) => made.get(tag) === tag);
  const names = new Map<string, string>();
  for (const tag of [...kept, ...tags.filter((each) => made.get(each) !== each)])
    names.set(tag, distinct(made.get(tag) ?? tag));
  return names;
}

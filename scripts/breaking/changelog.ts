// Unreleased breaking changes in CHANGELOG.md.
import type { Break } from './compare-schemas.ts';

/** The text between `## [Unreleased]` and the next release. @throws Error without that heading */
export function unreleasedOf(changelog: string): string {
  const text = /^## \[Unreleased\]$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog)?.[1];
  if (text === undefined) throw new Error('CHANGELOG.md has no heading "## [Unreleased]"');
  return text;
}

/** Places in backticks under `### Breaking` of the unreleased changes; `*` in them is a wildcard. */
export function announcedIn(changelog: string): string[] {
  const section = /^### Breaking$([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(unreleasedOf(changelog))?.[1] ?? '';
  return [...section.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place);
}

/** Breaks without an announced place. */
export function unannounced(breaks: readonly Break[], announced: readonly string[]): Break[] {
  const patterns = announced.map((place) => new RegExp(`^${place.split('*').map(escapeForRegExp).join('.*')}$`));
  return breaks.filter(({ place }) => !patterns.some((pattern) => pattern.test(place)));
}

const escapeForRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const changesBreak = (count: number): string => (count === 1 ? '1 change breaks' : `${count} changes break`);

/** The message when CHANGELOG.md names all breaks. */
export function allNamed(count: number, version: string): string {
  if (count === 0) return `nothing breaks clients of ${version}`;
  return `${changesBreak(count)} clients of ${version}; CHANGELOG.md names ${count === 1 ? 'it' : 'them all'}`;
}

/** The message when it does not. */
export const notNamed = (count: number, version: string): string =>
  `${changesBreak(count)} clients of ${version} and CHANGELOG.md does not list them. Undo the changes, or name each place, in ` +
  'backticks, under "### Breaking" of "## [Unreleased]" there (`*` matches any text).';

/** The changelog with the unreleased changes under the version and its date. */
export function released(changelog: string, version: string, day: Date): string {
  unreleasedOf(changelog);
  return changelog.replace(
    /^## \[Unreleased\]$/m,
    `## [Unreleased]\n\n## [${version}] - ${day.toISOString().slice(0, 10)}`,
  );
}

// How types are spelled on the legacy side: in the lower-case singular, `section` for folders and `area` for the
// publication (D36). Pure.

const FOLDERS = 'folders';
export const SECTION = 'section';
export const PUBLICATION = 'area';

/** Names that older clients have for types whose singular is another one. */
const OLDER: Readonly<Record<string, string>> = {
  [SECTION]: FOLDERS,
  [PUBLICATION]: FOLDERS,
  b_e_file: 'files',
  card: 'profiles',
  short_news: 'news',
};

/** Types whose plural is what one of them is called in ordinary English too. */
const UNCOUNTED: ReadonlySet<string> = new Set(['audio', 'news']);

/** @param singular of the type */
export const legacyTypeName = (
  { name, singular }: { name: string; singular: string },
  isPublication: boolean,
): string => {
  if (name !== FOLDERS) return UNCOUNTED.has(name) ? name : singular;
  return isPublication ? PUBLICATION : SECTION;
};

/**
 * The type that a legacy name stands for; plural names are understood too. undefined when there is none.
 * @param plurals singular name to plural
 */
export function typeNamed(
  name: string,
  { types, plurals }: { types: ReadonlyMap<string, unknown>; plurals: ReadonlyMap<string, string> },
): string | undefined {
  const plural = plurals.get(name) ?? (Object.hasOwn(OLDER, name) ? OLDER[name] : name);
  return plural !== undefined && types.has(plural) ? plural : undefined;
}

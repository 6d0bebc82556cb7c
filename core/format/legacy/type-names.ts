// Names of types on the legacy side: the lower-case singular, `section` for folders and `area` for the publication (D36). Pure.

const FOLDERS = 'folders';
export const SECTION = 'section';
export const PUBLICATION = 'area';

/** Names in older clients of types with another singular. */
const OLDER: Readonly<Record<string, string>> = {
  [SECTION]: FOLDERS,
  [PUBLICATION]: FOLDERS,
  b_e_file: 'files',
  card: 'profiles',
  short_news: 'news',
};

/** Types whose plural is also used for a single one in English. */
const UNCOUNTED: ReadonlySet<string> = new Set(['audio', 'news']);

/** @param singular of the type */
export const legacyTypeName = (
  { name, singular }: { name: string; singular: string },
  isPublication: boolean,
): string => {
  if (name !== FOLDERS) return UNCOUNTED.has(name) ? name : singular;
  return isPublication ? PUBLICATION : SECTION;
};

/** The type with a legacy name, singular or plural. @param plurals singular name to plural */
export function typeNamed(
  name: string,
  { types, plurals }: { types: ReadonlyMap<string, unknown>; plurals: ReadonlyMap<string, string> },
): string | undefined {
  const plural = plurals.get(name) ?? (Object.hasOwn(OLDER, name) ? OLDER[name] : name);
  return plural !== undefined && types.has(plural) ? plural : undefined;
}

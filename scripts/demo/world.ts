// The countries as the package world-countries has them. No other file knows the package.
import { createRequire } from 'node:module';
import world, { type Country } from 'world-countries';

export type { Country };
export { slug } from '../../core/uname.ts';

// The package's types declare an ES module while its main file is CommonJS, so that TypeScript sees one default too many.
export const countries = world as unknown as readonly Country[];

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '').sort();

export const regionsOf = (chosen: readonly Country[]): string[] => distinct(chosen.map(({ region }) => region));

export const regions = regionsOf(countries);

/** Each with the region that it is part of. */
export const subregionsOf = (chosen: readonly Country[]): { name: string; region: string }[] =>
  distinct(chosen.map(({ subregion }) => subregion)).map((name) => ({
    name,
    region: chosen.find(({ subregion }) => subregion === name)?.region ?? '',
  }));

/**
 * When the npm registry says that a version was published. The package has no dates, neither of itself nor of
 * countries; so a version that is not listed here has no date.
 */
const published: Readonly<Record<string, string>> = { '5.1.0': '2025-06-03' };

const { version } = createRequire(import.meta.url)('world-countries/package.json') as { version: string };
export const dataDate: string | null = published[version] ?? null;

/** Languages of the package that have a two-letter code (ISO 639-1), by its three-letter one. */
const twoLetterCodes: Readonly<Record<string, string>> = {
  ara: 'ar',
  bre: 'br',
  ces: 'cs',
  cym: 'cy',
  deu: 'de',
  est: 'et',
  fin: 'fi',
  fra: 'fr',
  hrv: 'hr',
  hun: 'hu',
  ita: 'it',
  jpn: 'ja',
  kor: 'ko',
  nld: 'nl',
  per: 'fa',
  pol: 'pl',
  por: 'pt',
  rus: 'ru',
  slk: 'sk',
  spa: 'es',
  srp: 'sr',
  swe: 'sv',
  tur: 'tr',
  urd: 'ur',
  zho: 'zh',
};

type Names = Country['translations'][string];

/** Those into which every country is translated. */
export const languages: readonly { lang: string; namesOf(country: Country): Names }[] = Object.entries(twoLetterCodes)
  .filter(([code]) => countries.every(({ translations }) => translations[code]))
  .map(([code, lang]) => ({ lang, namesOf: ({ translations }) => translations[code] as Names }));

/**
 * So many that twenty countries can be read with the translations of their neighbours: a response includes 1,000 resources at
 * most (D8), and those of twenty countries in a row have 53 neighbours.
 */
const USUAL = new Set('ar cs de es fa fr it ja ko nl pl pt ru sv tr ur zh'.split(' '));

export const usualLanguages: readonly string[] = languages.map(({ lang }) => lang).filter((lang) => USUAL.has(lang));

const EARTH_RADIUS = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Kilometres between the centres of two countries, on a sphere. */
export function distanceBetween(a: Country | undefined, b: Country | undefined): number {
  const [latitudeA = 0, longitudeA = 0] = a?.latlng.map(radians) ?? [];
  const [latitudeB = 0, longitudeB = 0] = b?.latlng.map(radians) ?? [];
  const half =
    Math.sin((latitudeB - latitudeA) / 2) ** 2 +
    Math.cos(latitudeA) * Math.cos(latitudeB) * Math.sin((longitudeB - longitudeA) / 2) ** 2;
  return Math.round(2 * EARTH_RADIUS * Math.asin(Math.sqrt(half)));
}

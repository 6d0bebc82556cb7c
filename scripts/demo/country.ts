// A country as an object of the service: attributes from the record of the package, and a paragraph with them.
import { countries, dataDate, slug, type Country } from './world.ts';

export type CountryAttributes = ReturnType<typeof toAttributes>;

const namesByCode = new Map(countries.map((country) => [country.cca3, country.name.common]));

/** All attributes that the demo sets; null for those that the package lacks. */
export function toAttributes(country: Country) {
  const { name, latlng } = country;
  return {
    title: name.common,
    uname: slug(name.common),
    description: name.official,
    body: toParagraph(country),
    lang: 'en',
    status: 'on',
    categories: [country.region, country.subregion].filter((text) => text !== '').map((text) => ({ name: slug(text) })),
    cca2: orNull(country.cca2),
    cca3: country.cca3,
    ccn3: orNull(country.ccn3),
    cioc: orNull(country.cioc),
    region: country.region,
    subregion: orNull(country.subregion),
    un_regional_group: orNull(country.unRegionalGroup),
    capital: country.capital[0] ?? null,
    capitals: country.capital,
    independent: country.independent as boolean | null,
    un_member: country.unMember,
    landlocked: country.landlocked,
    area: areaOf(country),
    latitude: latlng[0],
    longitude: latlng[1],
    border_codes: country.borders,
    border_count: country.borders.length,
    tlds: country.tld,
    calling_codes: country.idd.suffixes.map((suffix) => `${country.idd.root}${suffix}`),
    official_languages: country.languages,
    native_names: country.name.native,
    currencies: country.currencies,
    alternative_names: country.altSpellings,
    flag_emoji: country.flag,
    data_date: dataDate,
  };
}

const orNull = (text: string): string | null => (text === '' ? null : text);

/** The package has -1 where it does not know. */
const areaOf = ({ area }: Country): number | null => (area < 0 ? null : area);

const list = new Intl.ListFormat('en-GB');
const number = new Intl.NumberFormat('en-GB');
const withArticle = new Set(['Antarctic', 'Caribbean']);

function toParagraph(country: Country): string {
  const sentences = [describePlace(country), describeCapitals(country), describeLand(country), describeUse(country)];
  return `<p>${escapeHtml(sentences.filter((sentence) => sentence !== '').join(' '))}</p>`;
}

function describePlace({ name, region, subregion }: Country): string {
  const place = subregion || region;
  const official = name.official === name.common ? '' : `, officially ${name.official},`;
  return `${name.common}${official} lies in ${withArticle.has(place) ? 'the ' : ''}${place}.`;
}

function describeCapitals({ capital }: Country): string {
  if (capital.length === 0) return '';
  return `Its ${capital.length > 1 ? 'capitals are' : 'capital is'} ${list.format(capital)}.`;
}

function describeLand(country: Country): string {
  const area = areaOf(country);
  const neighbours = country.borders.map((code) => namesByCode.get(code) ?? code);
  const borders = neighbours.length > 0 ? `borders on ${list.format(neighbours)}` : 'has no land borders';
  return area === null ? `It ${borders}.` : `It covers ${number.format(area)} km² and ${borders}.`;
}

function describeUse({ languages, currencies }: Country): string {
  const spoken = Object.values(languages);
  const money = Object.entries(currencies).map(([code, currency]) => `${currency.name} (${code})`);
  const sentences = [
    spoken.length > 0 && `Official language${spoken.length > 1 ? 's' : ''}: ${list.format(spoken)}.`,
    money.length > 0 && `Currenc${money.length > 1 ? 'ies' : 'y'}: ${list.format(money)}.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? character);

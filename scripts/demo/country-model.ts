// The model of a country as data: its object type, properties, and the property types that the service does not ship.
import { regions, regionalGroups } from './world.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

export interface PropertyTypeAttributes {
  name: string;
  params: JsonSchema;
}

export interface PropertyAttributes {
  name: string;
  property_type_name: string;
  object_type_name: string;
  label: string;
  description: string | null;
  is_nullable: boolean;
}

export const countryType = {
  name: 'countries',
  singular: 'country',
  description: 'Countries and territories of the world, from the npm package world-countries.',
  associations: ['Categories' as const],
};

/** Codes of so many letters each. */
const code = (length: number): JsonSchema => ({ type: 'string', pattern: `^[A-Z]{${length}}$` });

const text: JsonSchema = { type: 'string' };

/** An object with codes as its keys. */
const map = (keys: string, values: JsonSchema): JsonSchema => ({
  type: 'object',
  patternProperties: { [keys]: values },
  additionalProperties: false,
});

const record = (...names: string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
  required: names,
  additionalProperties: false,
});

export const propertyTypes: readonly PropertyTypeAttributes[] = [
  { name: 'country_code_2', params: code(2) },
  { name: 'country_code', params: code(3) },
  { name: 'country_number', params: { type: 'string', pattern: '^[0-9]{3}$' } },
  { name: 'country_codes', params: { type: 'array', items: code(3), uniqueItems: true } },
  { name: 'world_region', params: { type: 'string', enum: regions } },
  { name: 'un_regional_group', params: { type: 'string', enum: regionalGroups } },
  { name: 'square_kilometres', params: { type: 'number', minimum: 0 } },
  { name: 'latitude', params: { type: 'number', minimum: -90, maximum: 90 } },
  { name: 'longitude', params: { type: 'number', minimum: -180, maximum: 180 } },
  { name: 'string_list', params: { type: 'array', items: text, uniqueItems: true } },
  { name: 'languages_map', params: map('^[a-z]{3}$', text) },
  { name: 'names_map', params: map('^[a-z]{3}$', record('common', 'official')) },
  { name: 'currencies_map', params: map('^[A-Z]{3}$', record('name', 'symbol')) },
];

/** Name, property type and label of each; a description where the label does not say enough. */
const table: readonly (readonly [name: string, type: string, label: string, description?: string])[] = [
  ['cca2', 'country_code_2', 'Two-letter code', 'ISO 3166-1 alpha-2.'],
  ['cca3', 'country_code', 'Three-letter code', 'ISO 3166-1 alpha-3. No two countries share one.'],
  ['ccn3', 'country_number', 'Numeric code', 'ISO 3166-1 numeric, with leading zeros.'],
  ['cioc', 'country_code', 'Olympic code', 'Code of the International Olympic Committee.'],
  ['region', 'world_region', 'Region'],
  ['subregion', 'string', 'Subregion'],
  ['un_regional_group', 'un_regional_group', 'UN regional group'],
  ['capital', 'string', 'Capital', 'The first of the capitals.'],
  ['capitals', 'string_list', 'Capitals'],
  ['independent', 'boolean', 'Independent', 'Whether ISO 3166-1 counts it as a sovereign state.'],
  ['un_member', 'boolean', 'UN member'],
  ['landlocked', 'boolean', 'Landlocked'],
  ['area', 'square_kilometres', 'Area', 'Land area in square kilometres.'],
  ['latitude', 'latitude', 'Latitude', 'In degrees, north is positive.'],
  ['longitude', 'longitude', 'Longitude', 'In degrees, east is positive.'],
  ['border_codes', 'country_codes', 'Codes of neighbours', 'Of the countries with a common land border.'],
  ['border_count', 'integer', 'Number of borders'],
  ['tlds', 'string_list', 'Internet domains'],
  ['calling_codes', 'string_list', 'Calling codes'],
  ['official_languages', 'languages_map', 'Official languages', 'English name of each, by ISO 639-3 code.'],
  ['native_names', 'names_map', 'Native names', 'Common and official name, by ISO 639-3 code of the language.'],
  ['currencies', 'currencies_map', 'Currencies', 'Name and symbol, by ISO 4217 code.'],
  ['alternative_names', 'string_list', 'Alternative names'],
  ['flag_emoji', 'string', 'Flag', 'The flag as an emoji.'],
  ['data_date', 'date', 'Date of the data', 'When this version of the data was published.'],
];

export const properties: readonly PropertyAttributes[] = table.map(([name, type, label, description]) => ({
  name,
  property_type_name: type,
  object_type_name: countryType.name,
  label,
  description: description ?? null,
  // The only value that identifies a country.
  is_nullable: name !== 'cca3',
}));

/** Each country lists its neighbours under the one name. */
export const borders = {
  name: 'borders',
  inverse_name: 'borders',
  label: 'Borders',
  inverse_label: 'Borders',
  description: 'Countries with a common land border.',
  params: {
    type: 'object',
    properties: {
      centres: { type: 'integer', minimum: 0, description: 'Kilometres between the centres of both countries.' },
    },
    required: ['centres'],
    additionalProperties: false,
  } as JsonSchema,
};

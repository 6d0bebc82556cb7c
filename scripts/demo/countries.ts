// The stage that makes the countries.
import type { DemoClient } from './connection.ts';
import { COUNTRIES } from './model.ts';
import { createObject, readObjects, updateObject } from './objects.ts';
import { toAttributes, type CountryAttributes } from './country.ts';
import type { Found, Stage } from './stage.ts';
import type { Country } from './world.ts';

export const countryStage = (client: DemoClient, countries: readonly Country[]): Stage<CountryAttributes> => ({
  name: 'countries',
  size: countries.length,
  inFlight: 8,
  async open() {
    const existing = await readCountries(client);
    return {
      wanted: countries.map(toAttributes),
      nameOf: (item) => `"${item.title}"`,
      find: (item) => findCountry(existing, item),
      create: (item) => createObject(client, COUNTRIES, item),
      update: (id, changes) => updateObject(client, { type: COUNTRIES, id }, changes),
    };
  },
});

/** Countries by uname and by three-letter code. */
async function readCountries(client: DemoClient): Promise<ReadonlyMap<unknown, Found>> {
  const rows = await readObjects(client, COUNTRIES);
  const byCode = rows.map((row) => [row.attributes['cca3'], row] as const);
  const byUname = rows.map((row) => [row.attributes['uname'], row] as const);
  return new Map([...byCode, ...byUname]);
}

/**
 * The uname finds a country. Where another object has that uname, in the trash maybe, the service has appended a hyphen
 * and six hex digits (D11): then the code finds it, and its uname is as good as it gets.
 */
function findCountry(existing: ReadonlyMap<unknown, Found>, item: CountryAttributes): Found | undefined {
  const found = existing.get(item.uname) ?? existing.get(item.cca3);
  if (!found) return undefined;
  const { uname, categories } = found.attributes;
  const isAltered = String(uname).startsWith(`${item.uname}-`) && /-[0-9a-f]{6}$/.test(String(uname));
  return {
    id: found.id,
    attributes: {
      ...found.attributes,
      uname: isAltered ? item.uname : uname,
      categories: inOrderOf(item.categories, categories),
    },
  };
}

type CategoryNames = CountryAttributes['categories'];

/**
 * Categories reduced to their names, since responses show their labels too, and in the order of those wanted: they are
 * a set.
 */
function inOrderOf(wanted: CategoryNames, shown: unknown): CategoryNames {
  const place = (name: string) => wanted.findIndex((category) => category.name === name);
  return ((shown ?? []) as CategoryNames).map(({ name }) => ({ name })).sort((a, b) => place(a.name) - place(b.name));
}

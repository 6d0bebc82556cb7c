// The stages that make the folders: the world, its regions, their subregions; and that put the countries into them.
import { answerOf, readAll, type DemoClient } from './connection.ts';
import { readCountryIds } from './objects.ts';
import { COUNTRIES } from './model.ts';
import type { Found, Stage } from './stage.ts';
import { countries as world, regionsOf, slug, subregionsOf, type Country } from './world.ts';

interface FolderAttributes {
  title: string;
  uname: string;
  status: 'on';
  parent_uname: string | null;
}

const countryUnames = new Set(world.map(({ name }) => slug(name.common)));

/** Micronesia is a country and a subregion, and unames are unique in the project. */
const unameOf = (title: string): string => (countryUnames.has(slug(title)) ? `${slug(title)}-region` : slug(title));

const folder = (title: string, parent: string | null): FolderAttributes => ({
  title,
  uname: unameOf(title),
  status: 'on',
  parent_uname: parent && unameOf(parent),
});

const WORLD = 'World';

const foldersFor = (countries: readonly Country[]): FolderAttributes[] => [
  folder(WORLD, null),
  ...regionsOf(countries).map((region) => folder(region, WORLD)),
  ...subregionsOf(countries).map(({ name, region }) => folder(name, region)),
];

export const folderStage = (client: DemoClient, countries: readonly Country[]): Stage<FolderAttributes> => ({
  name: 'folders',
  size: foldersFor(countries).length,
  // One after another: parents come first, and their order stays that of the list.
  inFlight: 1,
  async open() {
    const rows = await readAll((query) =>
      answerOf(client.GET('/folders', { params: { query: { ...query, include: 'parent' } } })),
    );
    const unames = new Map(rows.map((row) => [row.id, row.attributes.uname]));
    const existing = new Map(
      rows.map((row) => {
        const parent = row.relationships?.parent?.data;
        const parent_uname = parent ? (unames.get(parent.id) ?? null) : null;
        return [row.attributes.uname, { id: row.id, attributes: { ...row.attributes, parent_uname } }];
      }),
    );
    return {
      wanted: foldersFor(countries),
      nameOf: (item) => `"${item.title}"`,
      find: (item) => existing.get(item.uname),
      create({ parent_uname, ...attributes }) {
        const parent = parent_uname === null ? {} : { parent_uname };
        return answerOf(
          client.POST('/folders', { body: { data: { type: 'folders', attributes: { ...attributes, ...parent } } } }),
        );
      },
      async update(id, { parent_uname, ...attributes }) {
        const params = { path: { folder_id: id } };
        if (Object.keys(attributes).length > 0) {
          const body = { data: { type: 'folders', id, attributes } };
          await answerOf(client.PATCH('/folders/{folder_id}', { params, body }));
        }
        if (parent_uname === undefined) return;
        const data = parent_uname === null ? null : { type: 'folders', id: existing.get(parent_uname)?.id ?? '' };
        await answerOf(client.PATCH('/folders/{folder_id}/relationships/parent', { params, body: { data } }));
      },
    };
  },
});

interface FolderPlaces {
  folder: string;
  /** Three-letter codes, in their order. */
  countries: readonly string[];
}

/** Countries by the folder that they are in: that of the subregion or, where there is none, of the region. */
const placesOf = (countries: readonly Country[]): FolderPlaces[] =>
  [...regionsOf(countries), ...subregionsOf(countries).map(({ name }) => name)]
    .map((name) => ({
      folder: unameOf(name),
      countries: countries.filter((country) => (country.subregion || country.region) === name).map(({ cca3 }) => cca3),
    }))
    .filter((place) => place.countries.length > 0);

export const placeStage = (client: DemoClient, countries: readonly Country[]): Stage<FolderPlaces> => ({
  name: 'places',
  size: placesOf(countries).length,
  inFlight: 4,
  async open() {
    const places = placesOf(countries);
    const ids = await readCountryIds(client);
    const codes = new Map([...ids].map(([code, id]) => [id, code]));
    const existing = new Map<string, Found>();
    for (const { folder: uname } of places) existing.set(uname, await readChildren(client, uname, codes));
    const add = async (place: FolderPlaces, has: readonly string[]): Promise<void> => {
      const params = { path: { folder_id: place.folder } };
      const data = place.countries
        .map((code, index) => ({ code, position: index + 1 }))
        .filter(({ code }, index) => has[index] !== code)
        .map(({ code, position }) => ({
          type: COUNTRIES,
          id: ids.get(code) ?? '',
          meta: { relation: { position } },
        }));
      await answerOf(client.POST('/folders/{folder_id}/relationships/children', { params, body: { data } }));
    };
    return {
      wanted: places,
      nameOf: (item) => `those in ${item.folder}`,
      find: (item) => {
        const found = existing.get(item.folder);
        return found && (found.attributes['countries'] as string[]).length > 0 ? found : undefined;
      },
      create: (item) => add(item, []),
      update(id, changes) {
        const place = { folder: id, countries: changes.countries ?? [] };
        return add(place, existing.get(id)?.attributes['countries'] as string[]);
      },
    };
  },
});

/** Codes of the countries in a folder, in their order; subfolders have no code. */
async function readChildren(client: DemoClient, uname: string, codes: ReadonlyMap<string, string>): Promise<Found> {
  const path = { folder_id: uname };
  const rows = await readAll(({ sort: _order, ...query }) =>
    answerOf(client.GET('/folders/{folder_id}/relationships/children', { params: { path, query } })),
  );
  const inFolder = rows.flatMap(({ id }) => codes.get(id) ?? []);
  return { id: uname, attributes: { folder: uname, countries: inFolder } };
}

// The stage that relates each country to its neighbours.
import { answerOf, type DemoClient } from './connection.ts';
import { BORDERS, COUNTRIES } from './model.ts';
import { linkedIds, readObjects } from './objects.ts';
import type { Found, Stage } from './stage.ts';
import { countries as world, distanceBetween, type Country } from './world.ts';

interface CountryBorders {
  /** Three-letter code. */
  country: string;
  /** Codes, sorted. */
  neighbours: readonly string[];
}

const byCode = new Map(world.map((country) => [country.cca3, country]));

/** Codes of its neighbours; the package does not list each border on both of its sides. */
const neighboursOf = ({ cca3, borders: named }: Country): string[] => [
  ...new Set([...named, ...world.filter((country) => country.borders.includes(cca3)).map(({ cca3: code }) => code)]),
];

const withNeighboursIn = (countries: readonly Country[], codes: ReadonlySet<string>): CountryBorders[] =>
  countries
    .map((country) => ({
      country: country.cca3,
      neighbours: neighboursOf(country)
        .filter((code) => codes.has(code))
        .sort(),
    }))
    .filter(({ neighbours }) => neighbours.length > 0);

export const borderStage = (client: DemoClient, countries: readonly Country[]): Stage<CountryBorders> => ({
  name: BORDERS,
  size: withNeighboursIn(countries, new Set(countries.map(({ cca3 }) => cca3))).length,
  inFlight: 8,
  async open() {
    const existing = await readBorders(client);
    const idOf = (code: string): string => existing.get(code)?.id ?? '';
    const relate = async ({ country, neighbours }: CountryBorders): Promise<void> => {
      const params = {
        path: { object_type_name: COUNTRIES, object_id: idOf(country), relation_name: BORDERS },
      };
      const data = neighbours.map((code) => ({
        type: COUNTRIES,
        id: idOf(code),
        meta: { relation: { params: { centres: distanceBetween(byCode.get(country), byCode.get(code)) } } },
      }));
      const path = '/{object_type_name}/{object_id}/relationships/{relation_name}';
      await answerOf(client.PATCH(path, { params, body: { data } }), 'may be empty');
    };
    return {
      // Also those in other regions, if the service has them.
      wanted: withNeighboursIn(countries, new Set(existing.keys())),
      nameOf: (item) => `those of ${item.country}`,
      find: (item) => withNeighbours(existing.get(item.country)),
      create: relate,
      update: (_id, { neighbours = [] }) => relate({ country: codeOf(existing, _id), neighbours }),
    };
  },
});

/** A country without a linked neighbour still needs its borders. */
const withNeighbours = (found: Found | undefined): Found | undefined =>
  found && (found.attributes['neighbours'] as string[]).length > 0 ? found : undefined;

const codeOf = (existing: ReadonlyMap<string, Found>, id: string): string =>
  [...existing].find(([, found]) => found.id === id)?.[0] ?? '';

/** Countries with the codes of their neighbours, by code. */
async function readBorders(client: DemoClient): Promise<ReadonlyMap<string, Found>> {
  const rows = await readObjects(client, COUNTRIES, { include: BORDERS, fields: `cca3,${BORDERS}` });
  const codes = new Map(rows.map((row) => [row.id, String(row.attributes['cca3'])]));
  return new Map(
    rows.map((row) => {
      const country = String(row.attributes['cca3']);
      const neighbours = linkedIds(row, BORDERS)
        .map((id) => codes.get(id) ?? '')
        .sort();
      return [country, { id: row.id, attributes: { country, neighbours } }];
    }),
  );
}

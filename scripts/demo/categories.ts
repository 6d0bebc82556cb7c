// The stages that make the categories: regions, and subregions below them.
import { answerOf, readAll, type DemoClient } from './connection.ts';
import { countryType } from './country-model.ts';
import type { Stage, Work } from './stage.ts';
import { regions, slug, subregions } from './world.ts';

interface CategoryAttributes {
  name: string;
  labels: Record<string, string>;
  object_type_name: string;
  parent_id: number | null;
}

const category = (text: string, parentId: number | null): CategoryAttributes => ({
  name: slug(text),
  labels: { default: text },
  object_type_name: countryType.name,
  parent_id: parentId,
});

export const regionStage = (client: DemoClient): Stage<CategoryAttributes> => ({
  name: 'regions',
  size: regions.length,
  inFlight: 8,
  async open() {
    const existing = await readCategories(client);
    return work(client, { existing, wanted: regions.map((name) => category(name, null)) });
  },
});

export const subregionStage = (client: DemoClient): Stage<CategoryAttributes> => ({
  name: 'subregions',
  size: subregions.length,
  inFlight: 8,
  async open() {
    const existing = await readCategories(client);
    const parentId = (region: string) => Number(existing.get(slug(region))?.id);
    return work(client, { existing, wanted: subregions.map(({ name, region }) => category(name, parentId(region))) });
  },
});

/** Those of countries, by name. */
async function readCategories(client: DemoClient) {
  const filter = { 'filter[type]': countryType.name };
  const rows = await readAll((query) =>
    answerOf(client.GET('/model/categories', { params: { query: { ...query, ...filter } } })),
  );
  return new Map(rows.map((row) => [row.attributes.name, row] as const));
}

function work(
  client: DemoClient,
  { existing, wanted }: { existing: Awaited<ReturnType<typeof readCategories>>; wanted: CategoryAttributes[] },
): Work<CategoryAttributes> {
  return {
    wanted,
    nameOf: (item) => item.name,
    find: (item) => existing.get(item.name),
    create(attributes) {
      const body = { data: { type: 'categories', attributes } };
      return answerOf(client.POST('/model/categories', { body }));
    },
    update(id, attributes) {
      const params = { path: { category_id: id } };
      const body = { data: { type: 'categories', id, attributes } };
      return answerOf(client.PATCH('/model/categories/{category_id}', { params, body }));
    },
  };
}

// The stage that defines the relation `borders` between countries: symmetric, so that each neighbour lists the other (D48).
import { answerOf, readAll, type DemoClient } from './connection.ts';
import { borders, countryType } from './country-model.ts';
import type { Found, Stage } from './stage.ts';

type Relation = typeof borders & { object_types: readonly string[] };

const wanted: Relation = { ...borders, object_types: [countryType.name] };

export const relationStage = (client: DemoClient): Stage<Relation> => ({
  name: 'relations',
  size: 1,
  inFlight: 1,
  async open() {
    const found = await readRelation(client);
    const typeId = await readTypeId(client);
    const linkTypes = async (id: string): Promise<void> => {
      const params = { path: { relation_id: id } };
      const body = { data: [{ type: 'object_types', id: typeId }] };
      const left = '/model/relations/{relation_id}/relationships/left_object_types';
      const right = '/model/relations/{relation_id}/relationships/right_object_types';
      await answerOf(client.PATCH(left, { params, body }), 'may be empty');
      await answerOf(client.PATCH(right, { params, body }), 'may be empty');
    };
    return {
      wanted: [wanted],
      nameOf: (item) => item.name,
      find: () => found,
      async create({ object_types: _types, ...attributes }) {
        const body = { data: { type: 'relations', attributes } };
        const { data } = await answerOf(client.POST('/model/relations', { body }));
        await linkTypes(data.id);
      },
      async update(id, { object_types: _types, ...attributes }) {
        const params = { path: { relation_id: id } };
        const body = { data: { type: 'relations', id, attributes } };
        await answerOf(client.PATCH('/model/relations/{relation_id}', { params, body }));
        await linkTypes(id);
      },
    };
  },
});

async function readTypeId(client: DemoClient): Promise<string> {
  const params = { path: { object_type_id: countryType.name } };
  return (await answerOf(client.GET('/model/object_types/{object_type_id}', { params }))).data.id;
}

/** The relation with the names of the types on its left side; both sides are set alike. */
async function readRelation(client: DemoClient): Promise<Found | undefined> {
  const rows = await readAll((query) => answerOf(client.GET('/model/relations', { params: { query } })));
  const row = rows.find(({ attributes }) => attributes.name === borders.name);
  if (!row) return undefined;
  const params = { path: { relation_id: row.id } };
  const left = '/model/relations/{relation_id}/left_object_types';
  const right = '/model/relations/{relation_id}/right_object_types';
  const sides = [await answerOf(client.GET(left, { params })), await answerOf(client.GET(right, { params }))];
  const [names = [], others = []] = sides.map(({ data }) => data.map(({ attributes }) => attributes.name));
  const object_types = names.join() === others.join() ? names : [];
  return { id: row.id, attributes: { ...row.attributes, object_types } };
}

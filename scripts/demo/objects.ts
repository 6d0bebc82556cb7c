// Objects of any type, as the stages read and write them.
import { answerOf, readAll, type DemoClient } from './connection.ts';
import { COUNTRIES } from './model.ts';
import type { Found } from './stage.ts';

export interface Related extends Found {
  meta?: Readonly<Record<string, unknown>>;
  relationships?: Readonly<Record<string, { data?: unknown }>>;
}

/** All of a type. */
export function readObjects(
  client: DemoClient,
  type: string,
  more: { fields?: string; include?: string } = {},
): Promise<Related[]> {
  const path = { object_type_name: type };
  return readAll<Related>((query) =>
    answerOf(client.GET('/{object_type_name}', { params: { path, query: { ...query, ...more } } })),
  );
}

export function createObject(client: DemoClient, type: string, attributes: Record<string, unknown>) {
  const params = { path: { object_type_name: type } };
  const body = { data: { type, attributes } };
  return answerOf(client.POST('/{object_type_name}', { params, body }));
}

export function updateObject(
  client: DemoClient,
  { type, id }: { type: string; id: string },
  attributes: Record<string, unknown>,
) {
  const params = { path: { object_type_name: type, object_id: id } };
  const body = { data: { type, id, attributes } };
  return answerOf(client.PATCH('/{object_type_name}/{object_id}', { params, body }));
}

/** Ids of the resources that an included relation leads to. */
export const linkedIds = ({ relationships }: Related, relation: string): string[] =>
  ((relationships?.[relation]?.data ?? []) as { id: string }[]).map(({ id }) => id);

/** Ids of the countries that the service has, by their three-letter code. */
export async function readCountryIds(client: DemoClient): Promise<ReadonlyMap<string, string>> {
  const rows = await readObjects(client, COUNTRIES, { fields: 'cca3' });
  return new Map(rows.map((row) => [String(row.attributes['cca3']), row.id]));
}

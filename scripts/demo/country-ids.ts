// Countries that the service has, by their three-letter code.
import { answerOf, readAll, type DemoClient } from './connection.ts';
import { COUNTRIES } from './model.ts';
import type { Found } from './stage.ts';

/** Ids by code. */
export async function readCountryIds(client: DemoClient): Promise<ReadonlyMap<string, string>> {
  const path = { object_type_name: COUNTRIES };
  const rows: Found[] = await readAll((query) =>
    answerOf(client.GET('/{object_type_name}', { params: { path, query: { ...query, fields: 'cca3' } } })),
  );
  return new Map(rows.map((row) => [String(row.attributes['cca3']), row.id]));
}

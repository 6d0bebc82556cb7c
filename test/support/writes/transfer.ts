// Imports and exports of the tests: target services, and the output of an import.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { exportContent } from '../../../scripts/transfer/export-content.ts';
import { openHttpTarget } from '../../../scripts/transfer/http-target.ts';
import { importContent } from '../../../scripts/transfer/import-content.ts';
import { openJournal, type Counts } from '../../../scripts/transfer/journal.ts';
import { targetOf } from '../../../scripts/transfer/database-service.ts';
import { createProgress } from '../../../scripts/transfer/progress.ts';
import { formatOf } from '../../../scripts/transfer/records/records.ts';
import type { Target } from '../../../scripts/transfer/target.ts';
import { openTestService, PASSWORD, type TestService } from '../service.ts';

const silent = { isTTY: false } as NodeJS.WriteStream;

export interface Place {
  test: TestService;
  /** In the process of the service, as `npm run import` without --url. */
  own: Target;
  /** Over HTTP. */
  http: Target;
  url: string;
  close(): Promise<void>;
}

/** A fresh service, with both ways to it. */
export async function openPlace(): Promise<Place> {
  const test = await openTestService();
  const server = createServer({ maxHeaderSize: 32_768 }, test.service.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const access = { url: `http://127.0.0.1:${port}`, token: undefined, username: 'admin', password: PASSWORD };
  const http = await openHttpTarget({ ...access, apiKey: undefined, atOnce: 8 });
  const own = await targetOf(test.service);
  return {
    test,
    own,
    http,
    url: access.url,
    async close() {
      await own.close();
      await http.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await test.close();
    },
  };
}

export interface Outcome {
  counts: Counts;
  faults: Record<string, unknown>[];
  said: string[];
}

export async function importFile(
  target: Target,
  file: string,
  { type, dryRun = false, sourceName = 'source' }: { type?: string; dryRun?: boolean; sourceName?: string } = {},
): Promise<Outcome> {
  const format = formatOf(file, undefined);
  const faultsFile = `${file}.faults.ndjson`;
  const journal = await openJournal({ file, faultsFile, settings: [target.name], dryRun });
  const said: string[] = [];
  const counts = await importContent({
    target,
    source: { file, format, type },
    sourceName,
    journal,
    progress: createProgress(silent, 0),
    dryRun,
    say: (line) => said.push(line),
  });
  const text = await readFile(faultsFile, 'utf8').catch(() => '');
  const faults = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { counts, faults, said };
}

export const lines = (...values: unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** Rows of the history, one for each change. */
export const historyOf = ({ test }: Place): Promise<number> => test.service.services.store.changes.countDocuments();

/** Lines of an export to a file of this name, without it; sorted, as their order is that of ids, which are of one service. */
export async function contentOf(target: Target, folder: string, name: string): Promise<string[]> {
  const file = path.join(folder, name);
  await exportContent(target, { file, format: 'ndjson', types: undefined, withFiles: true, progressOn: silent });
  return (await readFile(file, 'utf8')).replaceAll(name, 'FILE').trim().split('\n').sort();
}

/** A type with a property, categories, a tag, and a relation to itself. */
export const MODEL = [
  {
    type: 'property_types',
    id: 'stars',
    attributes: { name: 'stars', params: { type: 'integer', minimum: 1, maximum: 5 } },
  },
  {
    type: 'object_types',
    id: 'articles',
    attributes: { name: 'articles', singular: 'article', parent_name: 'objects', associations: ['Categories', 'Tags'] },
  },
  {
    type: 'properties',
    id: 'articles/stars',
    attributes: { name: 'stars', property_type_name: 'stars', object_type_name: 'articles', is_nullable: true },
  },
  {
    type: 'relations',
    id: 'cites',
    attributes: {
      name: 'cites',
      inverse_name: 'cited_by',
      params: { type: 'object', properties: { page: { type: 'integer' } } },
    },
    relationships: {
      left_object_types: { data: [{ type: 'object_types', id: 'articles' }] },
      right_object_types: { data: [{ type: 'object_types', id: 'articles' }] },
    },
  },
  {
    type: 'categories',
    id: 'articles/main',
    attributes: { name: 'main', object_type_name: 'articles', label: 'Main' },
  },
  { type: 'categories', id: 'articles/sub', attributes: { name: 'sub', object_type_name: 'articles', parent: 'main' } },
  { type: 'tags', id: 'red', attributes: { name: 'red', labels: { default: 'Red', it: 'Rosso' } } },
];

export const article = (id: string, attributes: object, relationships?: object) => ({
  type: 'articles',
  id,
  attributes,
  ...(relationships && { relationships }),
});
export const to = (...ids: string[]) => ({ data: ids.map((id) => ({ type: 'articles', id })) });

// The example of openapi/docs/search-elsewhere.md, against a double of Meilisearch.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect, type Connection } from '../../../core/store/connection/connect.ts';
import { openMeilisearchDouble, type MeilisearchDouble } from '../../support/processes/meilisearch-double.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';

const FOLDER = path.join(import.meta.dirname, '../../fixtures/search');
const JSON_API = 'application/vnd.api+json';
const soon = { interval: 50 };

let double: MeilisearchDouble;
let service: ServiceProcess;
let connection: Connection;
let folder: string;
const uri = new URL(inject('mongodbUri'));
uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
// A separate process, since the example reads its settings from the environment.
const start = (): Promise<ServiceProcess> =>
  startServiceProcess(uri.href, {
    DATA_DIR: folder,
    EXTENSIONS_DIR: FOLDER,
    MEILISEARCH_URL: double.url,
    MEILISEARCH_KEY: 'a key',
  });
beforeAll(async () => {
  double = await openMeilisearchDouble('a key');
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-search-'));
  service = await start();
  connection = await connect(uri.href);
});
afterAll(async () => {
  await service.stop();
  await connection.db.dropDatabase();
  await connection.client.close();
  await double.close();
  await rm(folder, { recursive: true, force: true });
});

async function send(method: string, address: string, attributes?: object, id?: string): Promise<string> {
  const body = attributes && JSON.stringify({ data: { type: 'documents', ...(id && { id }), attributes } });
  const response = await fetch(service.url + address, {
    method,
    headers: { Authorization: `Bearer ${service.token}`, Accept: JSON_API, 'Content-Type': JSON_API },
    ...(body && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
  return text === '' ? '' : (JSON.parse(text) as { data: { id: string } }).data.id;
}

/** Titles in the index. */
const titles = (): unknown[] => [...(double.indexes.get('documents')?.values() ?? [])].map(({ title }) => title).sort();
const make = (title: string, status = 'on'): Promise<string> => send('POST', '/documents', { title, status });

it('the extension is that of the page', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../openapi/docs/search-elsewhere.md'), 'utf8');
  const [, code] = /^```ts\n([\s\S]*?)^```$/m.exec(page) ?? [];
  expect(code).toBe(readFileSync(path.join(FOLDER, 'meilisearch.ts'), 'utf8'));
});

it('keeps an index up to date: also for hidden objects, after refusals of the index, and after downtime', async () => {
  const [one, two] = [await make('One'), await make('Two')];
  await make('A draft', 'draft');
  await expect.poll(titles, soon).toEqual(['One', 'Two']);
  await send('PATCH', `/documents/${one}`, { title: 'First' }, one);
  await send('PATCH', `/documents/${two}`, { status: 'off' }, two);
  await expect.poll(titles, soon).toEqual(['First']);
  await send('PATCH', `/documents/${two}`, { status: 'on' }, two);
  await expect.poll(titles, soon).toEqual(['First', 'Two']);

  double.isAway = true;
  await send('DELETE', `/documents/${one}`);
  const failed = async () => {
    const { data } = (await (
      await fetch(`${service.url}/admin/async_jobs?filter[service]=event`, {
        headers: { Authorization: `Bearer ${service.token}`, Accept: JSON_API },
      })
    ).json()) as { data: unknown[] };
    return data.length;
  };
  await expect.poll(failed, soon).toBeGreaterThan(0);
  expect(titles()).toEqual(['First', 'Two']);
  double.isAway = false;
  await expect.poll(titles, { interval: 100 }).toEqual(['Two']);

  await service.stop();
  double.indexes.clear();
  service = await start();
  await make('Three');
  await expect.poll(titles, soon).toEqual(['Three', 'Two']);
});

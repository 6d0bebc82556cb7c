// A small publication, and requests for the legacy envelope.
import type { Response } from 'supertest';
import { openTestService, type Client, type TestService } from '../service.ts';

export const LEGACY = { Accept: 'application/json' };

export interface LegacyObject {
  id: number;
  object_type: string;
  title: string | null;
  relations: Record<string, { count: number; url: string; objects?: LegacyObject[] }>;
  [field: string]: unknown;
}

export interface LegacyBody {
  data: { object: LegacyObject; objects: LegacyObject[] };
  paging: { page: number; page_size: number; page_count: number; total: number; total_pages: number };
  [member: string]: unknown;
}

export const openLegacyService = (env: Record<string, string> = {}, monitorCommands = false): Promise<TestService> =>
  openTestService({ env: { LEGACY_ROOT: '', ...env }, monitorCommands });

export async function legacy(client: Client, path: string): Promise<{ status: number; body: LegacyBody }> {
  const response: Response = await client.get(path, LEGACY);
  return { status: response.status, body: response.body as LegacyBody };
}

/** Titles of a list; fails the test without a successful response. */
export async function titlesOf(client: Client, path: string): Promise<(string | null)[]> {
  const { status, body } = await legacy(client, path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body.data.objects.map(({ title }) => title);
}

/** Puts objects into a folder, in their order. */
export async function place(client: Client, folder: number | string, ...objects: [type: string, id: number][]) {
  for (const [type, id] of objects) {
    const data = [{ type, id: String(id) }];
    const { status, text } = await client.post(`/folders/${folder}/relationships/children`, { data });
    if (status !== 200) throw new Error(`${status} ${text}`);
  }
}

/** A new object, on and with a title. */
export async function make(client: Client, type: string, title: string, more: Record<string, unknown> = {}) {
  return Number((await client.create(`/${type}`, { title, status: 'on', ...more })).id);
}

export async function relate(client: Client, from: [type: string, id: number], name: string, items: object[]) {
  const { status, text } = await client.post(`/${from[0]}/${from[1]}/relationships/${name}`, { data: items });
  if (status !== 200) throw new Error(`${status} ${text}`);
}

// Helpers that create folders and place objects in them.
import type { Client, ResourceData } from '../service.ts';

export type Linked = { data: { id: string; type: string }[] };

export const item = ({ id, type }: Pick<ResourceData, 'id' | 'type'>, relation?: object) => ({
  id,
  type,
  ...(relation && { meta: { relation } }),
});

export const folderMaker =
  (client: () => Client) =>
  (title: string, parent?: ResourceData): Promise<ResourceData> =>
    client().create('/folders', { title, status: 'on', ...(parent && { parent_id: Number(parent.id) }) });

export const documentMaker =
  (client: () => Client) =>
  (title: string, status = 'on'): Promise<ResourceData> =>
    client().create('/documents', { title, status });

/** Ids in the order of the response. */
export async function idsAt(client: Client, path: string): Promise<string[]> {
  const response = await client.get(`${path}${path.includes('?') ? '&' : '?'}page_size=100`);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return (response.body as Linked).data.map(({ id }) => id);
}

export const detailOf = (response: { body: unknown }): string =>
  (response.body as { error: { detail: string } }).error.detail;

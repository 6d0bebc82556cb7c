// Requests about versions of objects, for their tests.
import { expect } from 'vitest';
import type { Client, ResourceData } from '../service.ts';

export type Named = Pick<ResourceData, 'type' | 'id'>;

export interface Version {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
  meta: {
    number: number;
    user_action: string;
    created: string;
    user_id: number;
    changed: string[];
    compared_with?: number;
    differences?: Record<string, { value: unknown; other: unknown }>;
  };
  relationships?: object;
  links: { self: string };
}

export const patch = async (client: Client, { type, id }: Named, attributes: object) => {
  const answer = await client.patch(`/${type}/${id}`, { data: { id, type, attributes } });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return (answer.body as { data: ResourceData }).data;
};
export const at = ({ type, id }: Named, rest = '') => `/${type}/${id}/versions${rest}`;
export const list = async (client: Client, object: Named, query = '') => {
  const answer = await client.get(encodeURI(`${at(object)}?page_size=100&${query}`));
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body as { data: Version[]; meta: { pagination: { count: number } }; included?: ResourceData[] };
};
export const numbers = async (client: Client, object: Named, query = '') =>
  (await list(client, object, query)).data.map(({ meta }) => meta.number);
export const read = async (client: Client, object: Named, number: number, query = '') => {
  const answer = await client.get(at(object, `/${number}?${query}`));
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return (answer.body as { data: Version }).data;
};
export const restore = (client: Client, object: Named, number: number | string, headers: Record<string, string> = {}) =>
  client.request('post', at(object, `/${number}/actions/restore`), (request) => {
    for (const [name, value] of Object.entries(headers)) void request.set(name, value);
    return request;
  });
export const attributesOf = async (client: Client, { type, id }: Named) =>
  ((await client.get(`/${type}/${id}`)).body as { data: ResourceData }).data.attributes;

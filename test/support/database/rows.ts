// Common parts of the tests of the administration: bodies, short results, and refused callers.
import { expect } from 'vitest';
import { errorCodes, errorSources, type Client, type ResourceData, type TestService } from '../service.ts';

export type Answer = Awaited<ReturnType<Client['get']>>;

export const dataOf = (response: { body: unknown }): ResourceData => (response.body as { data: ResourceData }).data;
export const listOf = (response: { body: unknown }): ResourceData[] => (response.body as { data: ResourceData[] }).data;

/** `204`, or `400 invalid_data /data/attributes/name`. */
export async function outcome(answer: Promise<Answer>): Promise<string> {
  const response = await answer;
  if (response.status < 400) return String(response.status);
  return [response.status, errorCodes(response)[0], ...new Set(errorSources(response))].join(' ');
}

/** Requests about resources of one type at one path. */
export function resourceAt(test: () => TestService, path: string, type = path.split('/').at(-1) ?? '') {
  return {
    body: (attributes: unknown, id?: unknown) => ({ data: { type, id, attributes } }),
    create: (attributes: Record<string, unknown>) => test().admin.create(path, attributes),
    post: (attributes: unknown, id?: unknown) => test().admin.post(path, { data: { type, id, attributes } }),
    patch: (id: string, attributes: unknown, headers?: Record<string, string>) =>
      test().admin.patch(`${path}/${encodeURIComponent(id)}`, { data: { type, id, attributes } }, headers),
    remove: (id: string, headers?: Record<string, string>) =>
      test().admin.delete(`${path}/${encodeURIComponent(id)}`, headers),
    get: async (id: string) => dataOf(await test().admin.get(`${path}/${encodeURIComponent(id)}`)),
    list: async (query = '') => listOf(await test().admin.get(`${path}?${query}`)),
  };
}

/** Only an admin is permitted, and refusals reveal no data. */
export async function expectAdminsOnly(
  test: TestService,
  path: string,
  id: string,
  attributes: Record<string, unknown>,
): Promise<void> {
  const type = path.split('/').at(-1);
  const one = `${path}/${encodeURIComponent(id)}`;
  const calls = (client: Client): Promise<Answer>[] => [
    client.get(path),
    client.get(one),
    client.get(`${path}/nothing-there`),
    client.post(path, { data: { type, attributes } }),
    client.patch(one, { data: { type, id, attributes } }),
    client.delete(one),
  ];
  for (const [name, status] of [
    ['editor', 403],
    ['reader', 403],
    ['anonymous', 401],
  ] as const) {
    for (const answer of await Promise.all(calls(test[name]))) {
      expect([name, answer.status]).toEqual([name, status]);
      expect(Object.keys(answer.body as object).sort()).toEqual(['error', 'errors', 'links']);
      for (const member of Object.keys(attributes)) expect(answer.text).not.toContain(`"${member}"`);
    }
  }
  expect((await test.admin.get(one)).status).toBe(200);
}

/** Change rows of one resource, oldest first. */
export const changesOf = (test: TestService, type: string, id: string) =>
  test.service.services.store.changes.find({ resource_type: type, resource_id: id }).sort({ _id: 1 }).toArray();

/** A value of an invalid kind, in each place, is refused and not stored. */
export const HOSTILE = [{ $gt: '' }, ['a'], 7.5, { __proto__x: 1 }];

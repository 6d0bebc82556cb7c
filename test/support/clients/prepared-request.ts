// The request of a row of the permission table, with separate resources.
import type { Response } from 'supertest';
import type { Client, ResourceData } from '../service.ts';
import { MAKE } from '../permissions/permission-resources.ts';
import type { Ids, Row } from '../permissions/permission-rows.ts';

export interface Changes {
  headers?: Record<string, string>;
  /** Added to the query. */
  query?: string;
  /** Sent instead of the body of the row. */
  body?: string;
}

const MAX_ATTEMPTS = 10;

/**
 * A client for what tests prepare: changes of the same rows that meet each other on a busy machine are 503 with Retry-After, and
 * are sent again.
 */
export const patient = (client: Client): Client => ({
  ...client,
  async create(path, attributes) {
    const data = { type: path.split('/').at(-1) ?? '', attributes };
    const { status, text, body } = await untilAvailable(() => client.post(path, { data }));
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`);
    return (body as { data: ResourceData }).data;
  },
  post: (...request) => untilAvailable(() => client.post(...request)),
  patch: (...request) => untilAvailable(() => client.patch(...request)),
});

async function untilAvailable(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await send();
    if (response.status !== 503 || response.headers['retry-after'] !== '1' || attempt === MAX_ATTEMPTS) return response;
  }
}

export interface PreparedRequest {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  body: unknown;
  contentType: string;
  send(client: Client, changes?: Changes): Promise<Response>;
}

/** One resource of each kind that a row can name. */
export async function makeWorld(admin: Client): Promise<Ids> {
  const world: Ids = {};
  for (const [key, make] of Object.entries(MAKE)) world[key] = await make(patient(admin));
  return world;
}

/** @param admin creates the resources of the request @param ids existing resources, by their name in the row */
export async function prepareRequest(
  admin: Client,
  { at, needs = [], body, contentType }: Row,
  ids: Ids = {},
): Promise<PreparedRequest> {
  const [verb = '', template = ''] = at.split(' ');
  const wanted = new Set([...needs, ...[...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')]);
  const known: Ids = { ...ids };
  for (const key of wanted) known[key] ??= (await MAKE[key]?.(patient(admin))) ?? '';
  const path = template.replace(/\{(\w+)\}/g, (_match, key: string) => known[key] ?? '');
  const method = verb.toLowerCase() as PreparedRequest['method'];
  // Created again each time: some have names that must be unique.
  const ownBody = (): string => JSON.stringify(body?.(known));
  return {
    method,
    path,
    body: body?.(known),
    contentType: contentType ?? 'application/vnd.api+json',
    send: (client, { headers = {}, query, body: other } = {}) => {
      const url = query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
      return client.request(method, url, (request) => {
        if (!body) return request.set(headers);
        const type = contentType ?? 'application/vnd.api+json';
        const sent = request.set({ 'Content-Type': type, ...headers }).serialize((data) => data as string);
        return sent.send(other ?? ownBody());
      });
    },
  };
}

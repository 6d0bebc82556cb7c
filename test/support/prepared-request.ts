// The request of a row of the permission table, with separate resources.
import type { Response } from 'supertest';
import type { Client } from './service.ts';
import { MAKE } from './permission-resources.ts';
import type { Ids, Row } from './permission-rows.ts';

export interface Changes {
  headers?: Record<string, string>;
  /** Added to the query. */
  query?: string;
  /** Sent instead of the body of the row. */
  body?: string;
}

export interface PreparedRequest {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  body: unknown;
  contentType: string;
  send(client: Client, changes?: Changes): Promise<Response>;
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
  for (const key of wanted) known[key] ??= (await MAKE[key]?.(admin)) ?? '';
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

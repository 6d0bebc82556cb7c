// Requests of several operations (POST /operations).
import type { Response } from 'supertest';
import type { Client, ResourceData } from '../service.ts';

export const ATOMIC = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';

export const sendOperations = (
  client: Client,
  operations: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  client.post(
    '/operations',
    { 'atomic:operations': operations },
    { 'Content-Type': ATOMIC, Accept: ATOMIC, ...headers },
  );

export interface Result {
  data?: ResourceData & { relationships: Record<string, unknown> };
  meta?: object;
}

export const resultsOf = (response: Response): Result[] => {
  if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
  return (response.body as { 'atomic:results': Result[] })['atomic:results'];
};

// Requests with an Idempotency-Key, and the check that a response is a repetition.
import { randomUUID } from 'node:crypto';
import type { IdempotencyKeyRow } from '../../../core/store/idempotency-keys.ts';
import type { Client, TestService } from '../service.ts';

export const keyed = (key: string = randomUUID()) => ({ 'Idempotency-Key': key });
export const documentBody = (title: string, more: object = {}) => ({
  data: { type: 'documents', attributes: { title, ...more } },
});
export const postKeyed = (client: Client, headers: Record<string, string>, title = 'Wombats') =>
  client.post('/documents', documentBody(title), headers);
export const replayed = ({ headers }: { headers: unknown }): unknown =>
  (headers as Record<string, unknown>)['idempotency-replayed'];

/** The key that was kept last. */
export async function lastKey(test: TestService): Promise<IdempotencyKeyRow> {
  const [row] = await test.service.services.store.idempotencyKeys.find().sort({ $natural: -1 }).limit(1).toArray();
  if (!row) throw new Error('no key was kept');
  return row;
}

/** As a process leaves a key that is killed after its work, and before its response is kept. */
export async function loseResponse(test: TestService): Promise<void> {
  const { _id } = await lastKey(test);
  await test.service.services.store.idempotencyKeys.updateOne({ _id }, { $unset: { answer: '', answered: '' } });
}

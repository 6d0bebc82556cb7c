// Bodies of messages: CloudEvents with the object that the role of the webhook reads now (D655).
import { USERS } from '../access/access-rules.ts';
import { ApiError } from '../errors.ts';
import { cloudEvent } from '../format/cloud-event.ts';
import type { ShownEvent } from '../objects/feed/shown-events.ts';
import type { WebhookRow } from '../store/store.ts';
import { contextOf, queryOf } from './webhook-reader.ts';
import type { WebhookServices } from './webhook-services.ts';

/** Maximum length of a body; an object that exceeds it is omitted. */
const MOST_BODY = 1_000_000;

/** The message of an event; none where the filter excludes its object. */
export type MessageBody = { body: string } | { unreadable: string } | undefined;

/** These events concern objects that no filter can compare any more. */
const ENDS: ReadonlySet<string> = new Set(['deleted', 'removed', 'unpublished']);

/** Events of users have no personal data. */
const hasDocument = ({ about, type }: ShownEvent): boolean => about === 'object' && type !== USERS;

function bodyOf(event: ShownEvent, document: object | null, base: string): string {
  const envelope = cloudEvent(event, base);
  const text = JSON.stringify({ ...envelope, data: { ...envelope.data, document } });
  if (text.length <= MOST_BODY) return text;
  return JSON.stringify({ ...envelope, data: { ...envelope.data, document: null, too_large: true } });
}

type Documents = ReadonlyMap<number, object> | ApiError;

/** One list for all objects of a type. */
async function documentsByType(
  services: WebhookServices,
  hook: WebhookRow,
  events: readonly ShownEvent[],
): Promise<ReadonlyMap<string, Documents>> {
  const idsOf = new Map<string, Set<number>>();
  for (const { type, subject } of events.filter(hasDocument)) {
    idsOf.set(type, (idsOf.get(type) ?? new Set()).add(Number(subject)));
  }
  const context = contextOf(services, hook);
  const read = [...idsOf].map(async ([typeName, ids]): Promise<[string, Documents]> => {
    try {
      return [typeName, await services.readDocuments({ typeName, ids: [...ids] }, queryOf(hook), context)];
    } catch (error) {
      // The model or the role has changed since the webhook was written. A query that fails on the database is
      // repeated.
      if (error instanceof ApiError && error.status < 500) return [typeName, error];
      throw error;
    }
  });
  return new Map(await Promise.all(read));
}

/** In the order of the events. */
export async function messageBodies(
  services: WebhookServices,
  hook: WebhookRow,
  events: readonly ShownEvent[],
): Promise<MessageBody[]> {
  const byType = await documentsByType(services, hook, events);
  return events.map((event) => {
    if (!hasDocument(event)) return { body: bodyOf(event, null, services.base()) };
    const documents = byType.get(event.type);
    if (documents instanceof ApiError) return { unreadable: documents.message };
    const document = documents?.get(Number(event.subject));
    return document || ENDS.has(event.event) ? { body: bodyOf(event, document ?? null, services.base()) } : undefined;
  });
}

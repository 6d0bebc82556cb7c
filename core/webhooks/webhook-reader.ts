// The reader of a webhook: a user with its role only, who owns nothing; without a role an anonymous caller. And the bodies of
// messages: CloudEvents with the object that the role reads now (D655).
import { ADMIN_ROLE_ID, USERS } from '../access/access-rules.ts';
import { ANONYMOUS, SERVICE_CONTEXT, type Caller, type RequestContext } from '../context.ts';
import { eventType, cloudEvent } from '../format/cloud-event.ts';
import { eventReader, viewsOf, type ShownEvent } from '../objects/feed/shown-events.ts';
import type { NumberedEvent } from '../store/recorded/event-rows.ts';
import type { WebhookRow } from '../store/store.ts';
import type { MessageQuery, WebhookServices } from './webhook-services.ts';
import { ApiError } from '../errors.ts';

/** No user has it. */
const NOBODY = 0;

const callerOf = (roleId: number | null): Caller =>
  roleId === null
    ? ANONYMOUS
    : { userId: NOBODY, roles: new Set([roleId]), isAdmin: roleId === ADMIN_ROLE_ID, applicationId: null };

/** The context of its reads, with the present permissions. */
export function contextOf(
  { accessOf, base }: Pick<WebhookServices, 'accessOf' | 'base'>,
  { role_id }: Pick<WebhookRow, 'role_id'>,
): RequestContext {
  const caller = callerOf(role_id);
  return { ...SERVICE_CONTEXT, caller, access: accessOf(caller), url: { ...SERVICE_CONTEXT.url, base: base() } };
}

/** Events of the types of a webhook. */
export function eventsOfTypes(
  { object_types }: Pick<WebhookRow, 'object_types'>,
  events: readonly NumberedEvent[],
): readonly NumberedEvent[] {
  const types = object_types && new Set(object_types);
  return types ? events.filter(({ type }) => types.has(type)) : events;
}

/** Those of some events of its types that match a webhook, with the data that its role sees now. */
export async function eventsFor(
  services: WebhookServices,
  hook: Pick<WebhookRow, 'events' | 'role_id'>,
  events: readonly NumberedEvent[],
): Promise<ShownEvent[]> {
  const { objects } = services;
  const views = await viewsOf(objects, events);
  const filter = { types: undefined, events: undefined, folders: undefined };
  const read = eventReader(objects, filter, contextOf(services, hook));
  const shown = events.flatMap((event) => read(event, views) ?? []);
  const names = hook.events && new Set(hook.events);
  return names ? shown.filter((event) => names.has(eventType(event))) : shown;
}

/** Lists accept texts. */
function asTexts(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value !== 'object' || value === null) return value ?? '';
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asTexts(each)]));
}

export const queryOf = ({
  filter,
  fields,
  include,
}: Pick<WebhookRow, 'filter' | 'fields' | 'include'>): MessageQuery => ({
  ...(filter !== null && { filter: asTexts(filter) }),
  ...(fields !== null && { fields }),
  ...(include !== null && { include }),
});

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

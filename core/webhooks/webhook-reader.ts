// The reader of a webhook: a user with its role only, who owns nothing; without a role an anonymous caller.
import { ADMIN_ROLE_ID } from '../access/access-rules.ts';
import { ANONYMOUS, SERVICE_CONTEXT, type Caller, type RequestContext } from '../context.ts';
import { eventType } from '../format/cloud-event.ts';
import { eventReader, viewsOf, type ShownEvent } from '../objects/feed/shown-events.ts';
import type { NumberedEvent } from '../store/recorded/event-rows.ts';
import type { WebhookRow } from '../store/store.ts';
import type { MessageQuery, WebhookServices } from './webhook-services.ts';

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

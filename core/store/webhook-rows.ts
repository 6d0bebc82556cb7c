// Rows of webhooks and of what was sent to them.
import type { ResourceRow } from './object-rows.ts';

export interface WebhookSecret {
  /** `whsec_` and the key in base64: it signs, so it is kept as it is. */
  secret: string;
  /** Of one that was replaced: until then it signs as well. */
  until?: Date;
}

export interface WebhookRow extends ResourceRow {
  name: string;
  url: string;
  enabled: boolean;
  /** Names as `filter[event]` has them; null for all. */
  events: string[] | null;
  /** null for all. */
  object_types: string[] | null;
  /** Filters of lists, by name. */
  filter: Record<string, unknown> | null;
  fields: string | null;
  include: string | null;
  /** As which objects are read; null for callers who are not signed in. */
  role_id: number | null;
  secrets: WebhookSecret[];
  /** Number of the last event that was looked at. */
  position: number;
}

export interface WebhookDeliveryRow extends Omit<ResourceRow, '_id'> {
  /** `{webhook}-{event}`. */
  _id: string;
  webhook_id: number;
  event_number: number;
  event: string;
  /** Of its object: what follows waits for it. */
  subject: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** Of the next attempt. */
  next: Date | null;
  /** As it was sent. */
  request: string | null;
  /** Status of the answer; null when there was none. */
  status: number | null;
  /** Beginning of the answer, or why there was none. */
  response: string | null;
  milliseconds: number | null;
}

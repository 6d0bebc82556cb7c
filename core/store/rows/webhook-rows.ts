// Rows of webhooks, of their deliveries, and of the positions of event readers.
import type { components } from '../../../generated/api.d.ts';
import type { RevisedRow } from './object-rows.ts';

/** A secret that signs, sealed (core/accounts/sealed-secrets.ts). */
export interface WebhookSecret {
  key_id: string;
  sealed: string;
  /** Of a replaced secret: until then it signs as well. */
  until: Date | null;
}

export interface WebhookRow extends RevisedRow {
  name: string;
  url: string;
  enabled: boolean;
  /** Types of CloudEvents; null for all. */
  events: components['schemas']['FeedEventType'][] | null;
  /** Names of object types and of types of the model; null for all. */
  object_types: string[] | null;
  /** Filters of lists, by name. */
  filter: Record<string, unknown> | null;
  fields: string | null;
  include: string | null;
  /** The role that reads the objects; null for anonymous callers. */
  role_id: number | null;
  /** Newest first. */
  secrets: WebhookSecret[];
  disabled_reason: string | null;
}

export interface WebhookDeliveryRow {
  /** `{webhook}-{event}`: the id of the message, the same at each attempt. */
  _id: string;
  webhook_id: number;
  /** null for a test. */
  event_number: number | null;
  event: string;
  /** Path of the object or resource of the event: a waiting delivery delays later events with the same path. */
  subject: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** Of the next attempt. */
  next: Date | null;
  /** The time since which attempts fail. */
  failing_since: Date | null;
  /** The receiver has asked to wait until `next`, with all messages (D767). */
  held?: boolean;
  /** The sent body; null before it is sent, and for a large one. */
  request: string | null;
  status: number | null;
  response: string | null;
  milliseconds: number | null;
  revision: number;
  created: Date;
  modified: Date;
}

/** The position of a reader of events, and the process that holds its lease. */
export interface EventCursorRow {
  /** `webhook {id}`. */
  _id: string;
  /** Number of the last event that is done. */
  position: number;
  /** Of the lease. */
  holder: string | null;
  /** By the clock of the database. */
  until: Date | null;
}

// Dependencies of webhooks.
import type { Sealer } from '../accounts/sealed-secrets.ts';
import type { Clock } from '../clock.ts';
import type { Access, Caller, RequestContext } from '../context.ts';
import type { Logger } from '../log.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import type { ReadCurrent } from '../store/recorded/current-reads.ts';
import type { Store } from '../store/store.ts';
import type { Pace } from './pace.ts';
import type { Messenger } from './post-message.ts';

/** The members of an object that a webhook requests, as the query of a list. */
export interface MessageQuery {
  filter?: unknown;
  fields?: string;
  include?: string;
}

export interface WebhookServices {
  store: Store;
  clock: Clock;
  log: Logger;
  objects: ObjectServices;
  sealer: Sealer;
  messenger: Messenger;
  /** Addresses of private networks, and http, are allowed. */
  allowsPrivate: boolean;
  /** Aborted at shutdown. */
  closing: AbortSignal;
  accessOf(caller: Caller): Access;
  pace: Pace;
  readCurrent: ReadCurrent;
  /** Gives committed events their numbers. */
  settleEvents(): Promise<void>;
  /** Base of the addresses of the service. */
  base(): string;
  /** Documents of the objects that the caller sees and that meet the filter, by id. @throws ApiError */
  readDocuments(
    objects: { typeName: string; ids: readonly number[] },
    query: MessageQuery,
    context: RequestContext,
  ): Promise<ReadonlyMap<number, object>>;
  /** @throws ApiError for a query that no object of the type can be read with */
  assertQuery(typeName: string, query: MessageQuery, context: RequestContext): Promise<void>;
}

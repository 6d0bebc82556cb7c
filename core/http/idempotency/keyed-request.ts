// Requests with an `Idempotency-Key`, and their keys in use (core/http/idempotency/idempotency.ts).
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { Attempt, Caller } from '../../context.ts';
import type { Logger } from '../../log.ts';
import type { SigningSecrets } from '../../signing-secrets.ts';
import type { MadeResource } from '../../store/idempotency-keys.ts';
import type { Store } from '../../store/store.ts';
import type { Operation } from '../routing/operation.ts';
import type { RequestTarget } from '../request/request-target.ts';
import type { KeyedResponse } from './sealed-response.ts';

export const KEY_HEADER = 'Idempotency-Key';
export const KEPT_MS = 86_400_000;
/** A living process renews its lease three times in that time. */
export const KEY_LEASE_MS = 9_000;

/** The data of a request that the check of its key needs. */
export interface KeyedRequest {
  request: IncomingMessage;
  operation: Operation;
  target: RequestTarget;
  mediaType: string;
  body: unknown;
  caller: Caller;
  token: string | undefined;
}

/** The key of a request, in use. */
export interface HeldKey {
  /** The stored response, if there is one. */
  answer?: KeyedResponse;
  /** undefined for a request without a key. */
  attempt: Attempt | undefined;
  /** Replaces the body of the request. */
  body: unknown;
  /** The results of an attempt that failed after its work, which must not be repeated. */
  made: readonly MadeResource[] | undefined;
  /** Stores the response, or releases the key without one; it does not throw. */
  settle(answer: KeyedResponse | undefined): Promise<void>;
}

export const NO_KEY: HeldKey = {
  attempt: undefined,
  body: undefined,
  made: undefined,
  settle: () => Promise.resolve(),
};

/** @throws ApiError invalid_parameter, idempotency_key_reused, idempotency_key_in_use, too_many_requests */
export type ClaimKey = (keyed: KeyedRequest) => Promise<HeldKey>;

export interface IdempotencyOptions {
  store: Store;
  clock: Clock;
  log: Logger;
  /** Not stored with the keys. */
  secrets: SigningSecrets;
  addressOf(request: IncomingMessage): string;
  /** Time limit for a file without data, s. */
  idle: number;
  /** The rules for reading that are in force for a caller: equal texts for equal rules. */
  rulesFor(caller: Caller): string;
}

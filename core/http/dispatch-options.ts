// The parts of the service that dispatch calls.
import type { IncomingMessage } from 'node:http';
import type { Authorization } from '../access/authorization.ts';
import type { Audit, AuditFacts } from '../audit.ts';
import type { Caller, RequestContext } from '../context.ts';
import type { Logger as Log } from '../log.ts';
import type { AdmissionOptions } from './limits/admission.ts';
import type { SignInServices } from '../accounts/credentials/sign-in-services.ts';
import type { CorsOrigins } from './response/cors.ts';
import type { HandlersOfAnyType, OperationHooks } from './handler.ts';
import type { KeptResponses } from './response/kept-responses.ts';
import type { ClaimKey } from './idempotency/keyed-request.ts';
import type { Description } from './routing/operation.ts';
import type { BodyLimits } from './request/request-body.ts';
import type { CacheTimes } from './response/public-cache.ts';
import type { CountRequest } from './limits/request-count.ts';
import type { WatchRequest } from './limits/watch-requests.ts';

export interface DispatchOptions extends AdmissionOptions, Authorization {
  description: Description;
  /** By operationId. */
  handlers: HandlersOfAnyType;
  /** Type names with an endpoint at present. */
  isTypeName(name: string): boolean;
  /** Reads the model again if another process has changed it. */
  refreshModel(): Promise<unknown>;
  /** Plural of a singular type name, for the hint of a 404. */
  pluralOf(singular: string): string | undefined;
  /** For writes that need a recent second factor or sign-in. */
  signIn: SignInServices;
  /** undefined: everything is read from the primary. */
  secondaries: { mayAnonymousWrite(): boolean } | undefined;
  countRequest: CountRequest;
  claimKey: ClaimKey;
  /** By operationId, of operations that have some. */
  hooks: ReadonlyMap<string, OperationHooks>;
  /** @throws ApiError invalid_token, expired_token */
  authenticate(accessToken: string, applicationId: number | null, request: IncomingMessage): Promise<Caller>;
  audit: Audit;
  /** Stores that personal data of other users were read (D691). @throws Error when that cannot be stored */
  recordRead(facts: AuditFacts): Promise<void>;
  /** Whether all of these resources are gone, and the caller has seen them (D768). */
  areGone(identifiers: readonly { type: string; id: string }[], context: RequestContext): Promise<boolean>;
  /** Public base without trailing slash for a Host header (D58). */
  baseUrl(host: string | undefined): string;
  addressOf(request: IncomingMessage): string;
  bodyLimits: BodyLimits;
  /** undefined: no cross-origin requests. */
  corsOrigins: CorsOrigins | undefined;
  /** How long shared caches keep responses to callers who are not signed in. */
  publicCache: CacheTimes | undefined;
  /** undefined: every response is made anew. */
  keptResponses: KeptResponses | undefined;
  debug: boolean;
  expiredTokenCode: string;
  version: string;
  log: Log;
  watch: WatchRequest;
}

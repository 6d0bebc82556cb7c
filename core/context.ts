// Data of a request for every operation, apart from path, query and body. Extensions compile against it: it imports no values.

/** The caller: a user or anonymous, with the roles at the time of this request (D16). */
export interface Caller {
  readonly userId: number | null;
  /** Ids. */
  readonly roles: ReadonlySet<number>;
  /** Role `admin` passes every object permission (D49). */
  readonly isAdmin: boolean;
  readonly applicationId: number | null;
  /** Of the access token; undefined without one (D681). */
  readonly sessionId?: string | undefined;
}

export const ANONYMOUS: Caller = { userId: null, roles: new Set(), isAdmin: false, applicationId: null };

export type AccessMode = 'read' | 'write';

/** Access to an endpoint: to all records, to the caller's own, or to none (D19). */
export type Grant = 'all' | 'mine' | 'none';

/** The rules for one caller, from one snapshot for the whole request. */
export interface Access {
  /** @param endpoint first path segment, such as `documents` */
  grant(endpoint: string, side: AccessMode): Grant;
  /** Value of a configuration entry: the application's own before the global one (D53); undefined without either. */
  setting(name: string): unknown;
  /** Locale of the order of texts: the same for all callers, since indexes have it (D800). */
  readonly textLocale: string;
  /** By id. */
  readonly roleNames: ReadonlyMap<number, string>;
  /** An object has its own permissions (D20), so lists have to check them. */
  readonly hasObjectPermissions: boolean;
}

/** For work without an HTTP request. */
export const FULL_ACCESS: Access = {
  grant: () => 'all',
  setting: () => undefined,
  textLocale: 'en',
  roleNames: new Map(),
  hasObjectPermissions: false,
};

/** Revisions that `If-Match` accepts; `any` for `*` (D60). The write checks them in its transaction. */
export type Revisions = 'any' | ReadonlySet<number>;

/** What a write requires of the state of its resource (RFC 9110 13.1); a member is undefined without its header. */
export interface Precondition {
  /** If-Match. */
  readonly match: Revisions | undefined;
  /** If-None-Match. */
  readonly noneMatch: Revisions | undefined;
}

/** The address of the request, for links; it never holds tokens (D17). */
export interface RequestUrl {
  /** Public base URL without trailing slash (D58). */
  readonly base: string;
  /** Decoded path, as routed. */
  readonly path: string;
  /** Path as sent. */
  readonly rawPath: string;
  /** Query members in their order, without tokens and API keys. */
  readonly query: URLSearchParams;
}

/** A field that a list filters or sorts by without an index (D462). */
export interface UnindexedField {
  /** Name of the object type, or `objects` for lists of all types. */
  readonly type: string;
  readonly field: string;
  /** Id of the property, if it can be indexed. */
  readonly property: number | undefined;
  /** The index is under construction. */
  readonly building: boolean;
}

/** One attempt at a request with an Idempotency-Key; its writes are marked with the key (D500). */
export interface Attempt {
  /** UUID. */
  readonly id: string;
  /** Size and hash of the uploaded file, as far as it has arrived; undefined without one. */
  readonly content: () => string | undefined;
}

export interface RequestContext {
  readonly caller: Caller;
  readonly access: Access;
  readonly precondition: Precondition | undefined;
  readonly url: RequestUrl;
  /** Media type of the response; `application/json` is the legacy envelope if an operation has one (D1). */
  readonly mediaType: string;
  /** Media type of the request's body, without parameters. */
  readonly bodyType?: string | undefined;
  /** Address of the client, for rate limits (D22). */
  readonly address: string;
  /** The token of the request, for POST /auth, which takes refresh tokens (D15). */
  readonly token: string | undefined;
  /** `X-Request-Id` (D636). */
  readonly requestId?: string | undefined;
  /** `User-Agent` as sent, for the list of sessions. */
  readonly userAgent?: string | undefined;
  /** Trace context of the request, for jobs that it creates (D594). */
  readonly traceparent?: string | undefined;
  /** `Accept-Language` as sent, for mails. */
  readonly languages: string | undefined;
  /** Of a request with an Idempotency-Key. */
  readonly attempt?: Attempt | undefined;
  /** `Last-Event-ID` as sent, for resumed streams. */
  readonly lastEventId?: string | undefined;
  /**
   * Called with the ids of users whose private data the response shows to another user; undefined if this is not
   * recorded.
   */
  readonly auditShown?: ((userId: number) => void) | undefined;
  /** Adds a field that a list reads without an index to the response and the log. */
  readonly noteUnindexed: (field: UnindexedField) => void;
}

/** For changes of the service without a request. */
export const SERVICE_CONTEXT: RequestContext = {
  caller: ANONYMOUS,
  access: FULL_ACCESS,
  precondition: undefined,
  url: { base: '', path: '', rawPath: '', query: new URLSearchParams() },
  mediaType: 'application/vnd.api+json',
  address: '',
  token: undefined,
  languages: undefined,
  noteUnindexed: () => undefined,
};

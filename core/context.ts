// What every operation knows about its request besides path, query and body.

/** The caller: a user or anonymous, with the roles as of this request (D16). */
export interface Caller {
  readonly userId: number | null;
  /** Ids. */
  readonly roles: ReadonlySet<number>;
  /** Role `admin` passes every object permission (D49). */
  readonly isAdmin: boolean;
  readonly applicationId: number | null;
}

export const ANONYMOUS: Caller = { userId: null, roles: new Set(), isAdmin: false, applicationId: null };

export type Side = 'read' | 'write';

/** What a caller is given on an endpoint: everything, the records that are the caller's own, or nothing (D19). */
export type Grant = 'all' | 'mine' | 'none';

/** What the rules in force say about one caller; of one moment for the whole request. */
export interface Access {
  /** @param endpoint first path segment, such as `documents` */
  grant(endpoint: string, side: Side): Grant;
  /** Value of a configuration entry, the application's own before the global one (D53); undefined when there is none. */
  setting(name: string): unknown;
  /** By id. */
  readonly roleNames: ReadonlyMap<number, string>;
  /** Some object is not for everybody (D20), so lists have to look. */
  readonly hasObjectPermissions: boolean;
}

/** For work without an HTTP request. */
export const FULL_ACCESS: Access = {
  grant: () => 'all',
  setting: () => undefined,
  roleNames: new Map(),
  hasObjectPermissions: false,
};

/** Revisions that `If-Match` accepts; `any` for `*` (D60). Checked where the write happens, so that it is atomic. */
export type Precondition = 'any' | ReadonlySet<number>;

/** Where the request went, for links: never with tokens in it (D17). */
export interface RequestUrl {
  /** Public base without trailing slash (D58). */
  readonly base: string;
  /** Decoded path, as routed. */
  readonly path: string;
  /** Path as it was sent. */
  readonly rawPath: string;
  /** Query members in the order they came, without tokens and API keys. */
  readonly query: URLSearchParams;
}

/** A field that a list filters or sorts by without an index (D462). */
export interface UnindexedField {
  /** Name of the object type, or `objects` for lists over all of them. */
  readonly type: string;
  readonly field: string;
  /** Id of the property, where it can be indexed. */
  readonly property: number | undefined;
  /** Its index is under construction. */
  readonly building: boolean;
}

/** One try at a request that came with an Idempotency-Key; what it writes is marked with its key (D500). */
export interface Attempt {
  /** UUID. */
  readonly id: string;
  /** Size and hash of the file that was uploaded, as far as it has come; undefined without one. */
  readonly content: () => string | undefined;
}

export interface RequestContext {
  readonly caller: Caller;
  readonly access: Access;
  readonly precondition: Precondition | undefined;
  readonly url: RequestUrl;
  /** Media type of the answer; `application/json` is the legacy envelope where an operation has one (D1). */
  readonly mediaType: string;
  /** Media type of the request's body, without parameters. */
  readonly bodyType?: string | undefined;
  /** Address of the client, for throttling (D22). */
  readonly address: string;
  /** The token that came with the request, for POST /auth, which takes refresh tokens (D15). */
  readonly token: string | undefined;
  /** `Accept-Language` as it was sent, for mails. */
  readonly languages: string | undefined;
  /** Of a request with a key of its own. */
  readonly attempt?: Attempt | undefined;
  /** Has the answer and the log name a field that a list reads no index for. */
  readonly noteUnindexed: (field: UnindexedField) => void;
}

/** Of changes that the service makes by itself. */
export const OWN_CONTEXT: RequestContext = {
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

// Rows of permissions and configuration. Names and fields are those of the wire (snake_case).
import type { RevisedRow } from './object-rows.ts';

/** A client of the API, known by its key (D18). */
export interface ApplicationRow extends RevisedRow {
  name: string;
  description: string | null;
  enabled: boolean;
  /** SHA-256 of the key, hex (D688). */
  api_key_hash: string;
  /** SHA-256 of the client secret, hex; null when the key alone is enough. */
  client_secret_hash: string | null;
  /** From then on neither key nor tokens are valid. */
  expires: Date | null;
  read_only: boolean;
  /** First path segments that it may use; null for all. */
  endpoints: string[] | null;
  /** To the minute. */
  last_used: Date | null;
}

/** `mine` permits the caller's own records only, `block` permits none and overrides other rows. */
export type Permission = boolean | 'mine' | 'block';

/** First path segment of the API. */
export interface EndpointRow extends RevisedRow {
  name: string;
  description: string | null;
  enabled: boolean;
  object_type_id: number | null;
}

/** A permission on an endpoint; null means any (D19). */
export interface EndpointPermissionRow extends RevisedRow {
  endpoint_id: number | null;
  application_id: number | null;
  role_id: number | null;
  read: Permission;
  write: Permission;
  /** Whether a row for any role applies to anonymous callers. */
  anonymous: boolean;
}

/** A configuration entry (D53). */
export interface ConfigRow {
  /** The name, for an application's own entry `{application_id}:{name}`. */
  _id: string;
  name: string;
  context: string;
  /** Text, or the text of a JSON value. */
  content: string;
  application_id: number | null;
  revision: number;
  created: Date;
  modified: Date;
}

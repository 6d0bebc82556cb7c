// Rows of accounts: the sign-in data of users, their credentials and sessions, and the limits of attempts.

/** The sign-in data of a user, with the state of its object. */
export interface AccountDocument extends AccountFields {
  status?: string;
  trashed?: boolean;
}

/** The sign-in data of a user. */
export interface AccountFields {
  blocked?: boolean;
  role_ids?: readonly number[];
  /** Version of the valid tokens; raised to end earlier ones (D380). Absent for 0. */
  token_generation?: number;
  /** Sessions that have ended while their access tokens could still be used (D681). */
  ended_sessions?: { id: string; until: Date }[];
  /**
   * The session whose access tokens of earlier generations remain valid: all others were ended at once (D743).
   * @property since the earliest such generation @property generation the one for which this holds
   */
  kept_session?: { id: string; since: number; generation: number };
  /** Failed sign-ins since the last successful one. */
  num_login_err?: number;
  last_login_err?: Date | null;
}

/** A second factor: the sealed secret of an authenticator (core/accounts/sealed-secrets.ts), and recovery codes (D686). */
export interface SecondFactor {
  key_id: string;
  sealed: string;
  /** Time step of the last code, which is accepted once. */
  last_step: number;
  /** SHA-256 of the unused recovery codes, hex. */
  recovery: string[];
  created: Date;
}

/** A passkey (WebAuthn, D695). */
export interface Passkey {
  /** A UUID. */
  id: string;
  /** Of the authenticator, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** Counter of its signatures; 0 when the authenticator does not count. */
  counter: number;
  /** The connection between browser and authenticator, such as `internal`. */
  transports: string[];
  /** Given by the user. */
  name: string;
  created: Date;
  used: Date | null;
  /** It has a copy elsewhere, for example at the manufacturer of the device. */
  synced: boolean;
}

/** Password hashes are separate from users, so that no read of a user can show one. */
export interface CredentialRow {
  /** Id of the user. */
  _id: number;
  password_hash: string | null;
  second_factor?: SecondFactor;
  /** A secret whose first code is awaited. */
  pending_factor?: { key_id: string; sealed: string; expires: Date };
  passkeys?: Passkey[];
  /** Id of the user for authenticators, base64url. */
  passkey_user?: string;
  /** SHA-256 of the unused recovery codes of a user with passkeys alone, hex. */
  recovery?: string[];
  /** Challenges whose responses were accepted. */
  used_challenges?: { id: string; until: Date }[];
  /** That of the latest passkey. */
  registered_by?: string;
  /** The time since which the user has to enrol a second factor (D693). */
  factor_required_since?: Date;
  /** SHA-256 of the hash, hex, that the present one of the same password has replaced (D684). */
  upgraded_from?: string;
  /** Hashes of the latest places, and of their networks, that the user has signed in from (D690, D741). */
  places?: string[];
  /** Of the last mail about a new one. */
  place_mailed?: Date;
  /** The user has given the e-mail address, and has not confirmed it by mail: no password is reset by it (D740). */
  email_unconfirmed?: true;
  /** Raised by each sign-in with it. */
  uses?: number;
}

/** Parts of previous tokens, with REFRESH_ROTATION. */
export interface RefreshRotation {
  /** SHA-256 of the second part of the valid token, hex. */
  current: string;
  /** That of the token before it. */
  previous: string;
  /** 32 random bytes, base64url: the valid token is derived from them and the one before, whenever it is requested. */
  seed: string;
  at: Date;
}

export interface RefreshTokenRow {
  /** Id of the session, a UUID. */
  _id: string;
  /** SHA-256 of the first part of the token, hex; it is constant while the second part changes. */
  token_hash: string;
  user_id: number | null;
  application_id: number | null;
  /** Token version of the user at the time of issue (D380). Absent for 0, and for an application's. */
  generation?: number;
  /** Raised by each renewal. */
  revision: number;
  /** Of the sign-in. */
  created: Date;
  /** Of the latest renewal. */
  modified: Date;
  /** Of the client at the latest use; empty when it is unknown. */
  address: string;
  /** `User-Agent` of the client at the latest use, cut. */
  device: string | null;
  /** Of the latest confirmation of a second factor, by this service or by a provider (D693). */
  factor_at?: Date;
  /** Time at which a user without a second factor last confirmed the password (D601). */
  password_at?: Date;
  rotation?: RefreshRotation;
  /** Time of its removal; absent without expiry. */
  expires?: Date;
}

/** Limited attempts: failed sign-ins, requests for a mail (core/accounts/credentials/attempt-log.ts). */
export interface LoginFailureRow {
  /** The kind of the limit and a hash of its subject. */
  _id: string;
  /** Times of the attempts, in ms with a unique fraction. */
  times: number[];
  /** Whether the last attempt was refused. */
  full: boolean;
  expires: Date;
}

/** Requests of one caller in one window (D23). */
export interface RateLimitRow {
  /** The caller, and the start of the window. */
  _id: string;
  count: number;
  expires: Date;
}

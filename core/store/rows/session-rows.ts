// The sessions of users and applications: one row each, with the hash of its refresh token (D681, D682).

/** Parts of previous tokens, with REFRESH_ROTATION. */
export interface RefreshRotation {
  /** SHA-256 of the second part of the valid token, hex. */
  current: string;
  /** That of the token before it. */
  previous: string;
  /**
   * 32 random bytes, base64url: the valid token is derived from them and the previous one, since it may be requested
   * again.
   */
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

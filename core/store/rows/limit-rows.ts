// Rows with the counts of limits.

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

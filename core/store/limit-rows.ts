// Rows of what is counted against limits.

/** Attempts that are limited: failed sign-ins, requests for a mail (core/accounts/attempt-log.ts). */
export interface LoginFailureRow {
  /** What is counted and a hash of whose they are. */
  _id: string;
  /** When each attempt was, in ms with a fraction of its own. */
  times: number[];
  /** Whether the last attempt was one too many. */
  full: boolean;
  expires: Date;
}

/** Requests of one caller in one window (D23). */
export interface RateLimitRow {
  /** Whose they are, and the start of the window. */
  _id: string;
  count: number;
  expires: Date;
}

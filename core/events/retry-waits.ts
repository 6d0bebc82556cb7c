// Waits of failed events, for both webhooks and extensions.
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Milliseconds from one attempt to the next; the last for all further ones. */
export const RETRY_WAITS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;

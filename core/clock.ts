/** The one source of the current time, so that tests can stop it. */
export interface Clock {
  /** The current time. */
  now(): Date;
}

/** The clock of this machine. */
export const systemClock: Clock = { now: () => new Date() };

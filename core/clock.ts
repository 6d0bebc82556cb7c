/** The one source of the present moment, so that tests can stop it. */
export interface Clock {
  /** The present moment. */
  now(): Date;
}

/** The clock of this machine. */
export const systemClock: Clock = { now: () => new Date() };

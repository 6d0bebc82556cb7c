/** The one source of the current time, so that tests can stop it. */
export interface Clock {
  /** The current time. */
  now(): Date;
}

/** The clock of this machine. */
export const systemClock: Clock = { now: () => new Date() };

/** The same in whole seconds, the precision of all shown times: rows that are dated by it sort as they are shown (D805). */
export const inSeconds = (clock: Clock): Clock => ({
  now: () => new Date(Math.floor(clock.now().getTime() / 1000) * 1000),
});

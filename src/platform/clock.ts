/** The time, as a port. Tests set it, so no code uses SQL's `now()`. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The time, as a port: tests turn it by hand, and no verb asks SQL for `now()`. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

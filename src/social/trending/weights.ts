import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The time that is looked at; `halfLife` in seconds. */
export interface Window {
  now: Date;
  since: Date;
  halfLife: number;
}

/** From how many people something has to come, without its author. */
export const minPeople = 2;

/** So many of each kind are kept, which is what a topic is looked for in. */
export const maxStored = 1000;

/**
 * How much an account's acts count: one of today a twentieth, one of two weeks all. Who makes accounts to be loud with
 * has to wait, and is looked at meanwhile.
 */
export const trustOf = (registeredAt: RawBuilder<unknown>, now: Date): RawBuilder<number> =>
  sql`greatest(0.05, least(1.0, extract(epoch from ${now}::timestamptz - ${registeredAt}) / 1209600.0))`;

/** The weight of an action: half after one half-life. */
export const decayOf = (at: RawBuilder<unknown>, { now, halfLife }: Window): RawBuilder<number> =>
  sql`power(0.5, greatest(0.0, extract(epoch from ${now}::timestamptz - ${at})) / ${halfLife}::double precision)`;

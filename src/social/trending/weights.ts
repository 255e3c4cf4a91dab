import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The period to rank. `halfLife` in seconds. */
export interface Window {
  now: Date;
  since: Date;
  halfLife: number;
}

/** Minimum number of people, excluding the author. */
export const minPeople = 2;

/** Maximum number of actions of each type, the newest, that count in a period. Bounds the cost of an update. */
export const maxActions = 500_000;

/** Number of posts stored per kind. Topics are searched among these. */
export const maxStored = 1000;

/**
 * SQL: the weight of an account's actions by age, from a twentieth for a new account to full weight after two
 * weeks. Delays accounts created for manipulation until moderation can review them.
 */
export const trustOf = (registeredAt: RawBuilder<unknown>, now: Date): RawBuilder<number> =>
  sql`greatest(0.05, least(1, ${secondsBetween(registeredAt, now)} / 1209600))`;

/** SQL: the weight of an action by age, halved after each half-life. */
export const decayOf = (at: RawBuilder<unknown>, { now, halfLife }: Window): RawBuilder<number> =>
  sql`power(0.5, greatest(0, ${secondsBetween(at, now)}) / ${halfLife}::double precision)`;

/** SQL: seconds as a floating-point number, which PostgreSQL calculates with much faster than with decimals. */
const secondsBetween = (from: RawBuilder<unknown>, to: Date): RawBuilder<number> =>
  sql`extract(epoch from ${to}::timestamptz - ${from})::double precision`;

import { type RawBuilder, sql } from 'kysely';
import { days, hours, minutes } from '../../kernel/time.ts';
import type { Post } from '../posts/post.ts';

export const trendPeriods = ['24h', '7d', '30d'] as const;
export type TrendPeriod = (typeof trendPeriods)[number];

export const trendKinds = ['post', 'article', 'thread', 'question'] as const;
export type TrendKind = (typeof trendKinds)[number];

interface PeriodRule {
  /** Length of the period. */
  length: number;
  /** Time after which an action counts half. */
  halfLife: number;
  /** Update interval. Longer periods are more expensive, change slowly and are read less. */
  every: number;
}

export const periodRules: Readonly<Record<TrendPeriod, PeriodRule>> = {
  '24h': { length: hours(24), halfLife: hours(6), every: minutes(4) },
  '7d': { length: days(7), halfLife: days(2), every: minutes(29) },
  '30d': { length: days(30), halfLife: days(7), every: hours(2) },
};

export interface TrendingTag {
  tag: string;
  /** Number of people who used it. */
  people: number;
}

/** Trends, strongest first. */
export interface Trending {
  posts: Post[];
  articles: Post[];
  threads: Post[];
  questions: Post[];
  hashtags: TrendingTag[];
}

/** The top post of each kind, one line each. */
export interface TrendLines {
  posts: (Pick<Post, 'id' | 'kind' | 'title' | 'text' | 'warning'> & { speaker: string; byPage: boolean })[];
  hashtags: TrendingTag[];
}

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
export const weightOfAccount = (registeredAt: RawBuilder<unknown>, now: Date): RawBuilder<number> =>
  sql`greatest(0.05, least(1, ${secondsBetween(registeredAt, now)} / 1209600))`;

/** SQL: the weight of an action by age, halved after each half-life. */
export const decayOf = (at: RawBuilder<unknown>, { now, halfLife }: Window): RawBuilder<number> =>
  sql`power(0.5, greatest(0, ${secondsBetween(at, now)}) / ${halfLife}::double precision)`;

/** SQL: seconds as a floating-point number, which PostgreSQL calculates with much faster than with decimals. */
const secondsBetween = (from: RawBuilder<unknown>, to: Date): RawBuilder<number> =>
  sql`extract(epoch from ${to}::timestamptz - ${from})::double precision`;

import { days, hours, minutes } from '../../kernel/time.ts';
import type { Post } from '../posts/post.ts';

export const trendPeriods = ['24h', '7d', '30d'] as const;
export type TrendPeriod = (typeof trendPeriods)[number];

export const trendKinds = ['post', 'article', 'thread', 'question'] as const;
export type TrendKind = (typeof trendKinds)[number];

interface PeriodRule {
  /** How far back it looks. */
  length: number;
  /** After this time what somebody did counts half. */
  halfLife: number;
  /** It is worked out again when it is older than this: what is slow to change costs more and is read less. */
  every: number;
}

export const periodRules: Readonly<Record<TrendPeriod, PeriodRule>> = {
  '24h': { length: hours(24), halfLife: hours(6), every: minutes(4) },
  '7d': { length: days(7), halfLife: days(2), every: minutes(29) },
  '30d': { length: days(30), halfLife: days(7), every: hours(2) },
};

export interface TrendingTag {
  tag: string;
  /** How many people used it. */
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

/** The first of each kind, in a line each. */
export interface TrendLines {
  posts: (Pick<Post, 'id' | 'kind' | 'title' | 'text' | 'warning'> & { speaker: string; byPage: boolean })[];
  hashtags: TrendingTag[];
}

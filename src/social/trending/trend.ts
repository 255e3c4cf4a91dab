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

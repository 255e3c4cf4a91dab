import type { TSchema } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** The lists that can be asked for by name, in the order in which documents show them. */
export const listNames = [
  'newsfeed',
  'discover',
  'posts_profile',
  'articles_profile',
  'questions_profile',
  'answers_profile',
  'articles',
  'blogs',
  'posts_page',
  'photos',
  'saved',
  'shares',
  'new_people',
  'friend_requests',
  'friend_requests_sent',
  'friends',
  'followers',
  'followings',
  'mutual_friends',
  'blocked',
  'muted',
  'questions',
  'notifications',
] as const;
type ListName = (typeof listNames)[number];

/** Which part of a list. */
export interface Wanted {
  /** Counts pages from 0. */
  offset?: number;
  /** Of the news feed and of discover: what is older than this post, instead of a page by number. */
  before?: string;
  /** The owner of the list; the viewer by default. */
  id?: string;
  username?: string;
}

/** A list that a feature answers: the shape of its records, and how a page of them is read. */
export interface List {
  record: TSchema;
  load: (app: App, viewer: Viewer, wanted: Wanted) => Promise<{ data: unknown[]; has_more: boolean }>;
}

export type Lists = Readonly<Partial<Record<ListName, List>>>;

/** A feature of Plaza. Each name of a list belongs to one of them. */
export interface SocialFeature extends Feature {
  lists?: Lists;
}

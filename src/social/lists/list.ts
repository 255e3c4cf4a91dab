import type { TSchema } from 'typebox';
import type { App, Viewer } from '../../platform/app.ts';
import type { Feature } from '../../platform/feature.ts';

/** Names of all lists, in the order in which the documentation shows them. */
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

/** The requested page of a list. */
export interface ListRequest {
  /** Page number from 0. */
  offset?: number;
  /** For newsfeed and discover: return posts older than this post, instead of a numbered page. */
  before?: string;
  /** The owner of the list. Defaults to the viewer. */
  id?: string;
  username?: string;
}

/** A list provided by a feature: its record schema and how to read a page. */
export interface List {
  record: TSchema;
  load: (app: App, viewer: Viewer, wanted: ListRequest) => Promise<{ data: unknown[]; has_more: boolean }>;
  /** Whether `before` works, so that the next page is found without reading the previous one. */
  isEndless?: boolean;
}

export type Lists = Readonly<Partial<Record<ListName, List>>>;

/** A feature of Plaza. Each list name belongs to exactly one feature. */
export interface SocialFeature extends Feature {
  lists?: Lists;
}

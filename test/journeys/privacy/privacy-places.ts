import { listNames } from '../../../src/social/lists/list.ts';
import { sharedTag, sharedWord, type ViewerName } from './privacy-world.ts';

/** Lists and pages that may show content by others. */
export const checkedPaths = [
  // Feeds and their side columns.
  '/',
  '/?sort=top',
  '/discover',
  '/trending',
  // Notifications and saved posts.
  '/notifications',
  '/saved',
  '/drafts',
  '/appeals',
  // The owner's profile.
  '/@owner',
  '/@owner/articles',
  '/@owner/questions',
  '/@owner/answers',
  '/@owner/friends',
  '/@owner/mutual',
  // Lists of each kind, with the last author and the number of new items.
  '/articles',
  '/questions',
  '/forums',
  '/forums/1',
  '/forums/threads',
  '/pages',
  '/pages/openpage',
  '/glossary',
  '/glossary/suggestions',
  `/hashtag/${sharedTag}`,
  // Search and suggestions.
  `/search?q=${sharedWord}`,
  `/search?q=${sharedWord}&type=posts`,
  '/search?q=zq',
  '/search/suggest?q=zq',
  '/search/suggest?q=%23zqtag',
  // For operators and moderators.
  '/moderation',
] as const;

/** The same for every viewer: public content only. */
export const documents = [
  '/citations?type=questions',
  '/citations?type=articles',
  '/citations?type=terms',
  '/feeds/posts/rss',
  '/feeds/articles/json',
  '/feeds/threads/atom',
  '/feeds/questions/rss',
  '/feeds/people/owner/atom',
  '/feeds/pages/openpage/rss',
  `/feeds/tags/${sharedTag}/json`,
  '/sitemap.xml',
  '/sitemaps/posts-0.xml',
  '/sitemaps/pages.xml',
  '/sitemaps/glossary.xml',
  '/llms.txt',
  '/llms-full.txt',
] as const;

/** Lists about the viewer, regardless of the id in the address. */
const ownLists = new Set([
  'newsfeed',
  'discover',
  'saved',
  'new_people',
  'friend_requests',
  'friend_requests_sent',
  'blocked',
  'muted',
  'questions',
  'articles',
  'notifications',
]);

/** API operations. */
export const operations = [
  // Named lists, of the viewer or the owner.
  ...listNames.flatMap((name) => {
    const own = `/apis/php/data/load?get=${name}`;
    if (name === 'shares') return [];
    if (name === 'posts_page') return [`${own}&id=1`];
    return ownLists.has(name) ? [own] : [`${own}&id=OWNER`];
  }),
  '/apis/php/user/profile?user_id=OWNER',
  '/apis/php/feed/top',
  '/apis/php/articles',
  '/apis/php/questions',
  '/apis/php/forums/list',
  '/apis/php/forums/threads',
  '/apis/php/glossary',
  '/apis/php/pages/list',
  '/apis/php/trending',
  '/apis/php/drafts',
  '/apis/php/posts/saved',
  `/apis/php/search?q=${sharedWord}`,
  '/apis/php/appeals',
] as const;

/** API operations for one post. */
export const ofOnePost = (id: string) => [
  `/apis/php/posts/post/${id}`,
  `/apis/php/posts/comments?post_id=${id}`,
  `/apis/php/posts/who_reacts?post_id=${id}`,
  `/apis/php/posts/shares?id=${id}`,
  `/apis/php/posts/history?id=${id}`,
  `/posts/${id}/reactions`,
];

/**
 * Places in which a viewer sees nothing of a muted person: all that are not about that person or saved by the
 * viewer.
 */
export const mutedPlaces: ReadonlySet<string> = new Set<string>(
  [...checkedPaths, ...operations].filter((place) => !/@owner|OWNER|saved|openpage|id=/.test(place)),
);

/**
 * Places to check for each viewer. A stranger would see leaks of content for no one or for friends, and a
 * blocked viewer leaks of content hidden by a block. The others check only the places that are rendered
 * differently for them.
 */
export const placesOf: Readonly<Record<ViewerName, readonly string[]>> = {
  owner: ['/@owner', '/drafts', '/pages', '/trending'],
  friend: ['/', '/?sort=top', '/notifications', '/saved', '/@owner', '/questions', '/forums/1', '/articles'],
  follower: ['/', '/notifications', '/saved', '/apis/php/data/load?get=newsfeed'],
  stranger: [...checkedPaths, ...operations],
  blockedone: [...checkedPaths, ...operations],
  blockingone: ['/discover', '/notifications', '/saved', '/@owner', `/apis/php/search?q=${sharedWord}`],
  mutingone: [...mutedPlaces].filter((place) => !place.startsWith('/apis/') || place.includes('load')),
  moderator: ['/', '/moderation', '/@owner', '/glossary/suggestions', '/appeals', '/notifications'],
  suspended: ['/', '/@owner'],
  visitor: [...checkedPaths, ...documents],
};

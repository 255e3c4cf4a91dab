import { listNames } from '../../../src/social/lists/list.ts';
import { sharedTag, sharedWord, type ViewerName } from './privacy-world.ts';

/** Lists and pages where content of others may stand. */
export const places = [
  // Feeds, and what is beside them.
  '/',
  '/?sort=top',
  '/discover',
  '/trending',
  // What one is told and keeps.
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
  // Lists of each kind, with who spoke last and how much is new.
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
  // Looking for it, whole or begun.
  `/search?q=${sharedWord}`,
  `/search?q=${sharedWord}&type=posts`,
  '/search?q=zq',
  '/search/suggest?q=zq',
  '/search/suggest?q=%23zqtag',
  // For those who look after the place.
  '/moderation',
] as const;

/** What is the same for every viewer: it contains public content only. */
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

/** Lists about the viewer, no matter whose id is in the address. */
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

/** What programs read. */
export const operations = [
  // Lists by name, the viewer's own and the owner's.
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

/** What programs read of one post. */
export const ofOnePost = (id: string) => [
  `/apis/php/posts/post/${id}`,
  `/apis/php/posts/comments?post_id=${id}`,
  `/apis/php/posts/who_reacts?post_id=${id}`,
  `/apis/php/posts/shares?id=${id}`,
  `/apis/php/posts/history?id=${id}`,
  `/posts/${id}/reactions`,
];

/** Where somebody who mutes another reads nothing of theirs: all that are not about the other, nor what they keep themselves. */
export const mutedPlaces: ReadonlySet<string> = new Set<string>(
  [...places, ...operations].filter((place) => !/@owner|OWNER|saved|openpage|id=/.test(place)),
);

/**
 * Where somebody looks. What is for nobody, or for friends, would be read by a stranger, and what is not for whom somebody
 * has blocked by those; the others look at what is made for them in another way, not at all of it again.
 */
export const placesOf: Readonly<Record<ViewerName, readonly string[]>> = {
  owner: ['/@owner', '/drafts', '/pages', '/trending'],
  friend: ['/', '/?sort=top', '/notifications', '/saved', '/@owner', '/questions', '/forums/1', '/articles'],
  follower: ['/', '/notifications', '/saved', '/apis/php/data/load?get=newsfeed'],
  stranger: [...places, ...operations],
  blockedone: [...places, ...operations],
  blockingone: ['/discover', '/notifications', '/saved', '/@owner', `/apis/php/search?q=${sharedWord}`],
  mutingone: [...mutedPlaces].filter((place) => !place.startsWith('/apis/') || place.includes('load')),
  moderator: ['/', '/moderation', '/@owner', '/glossary/suggestions', '/appeals', '/notifications'],
  suspended: ['/', '/@owner'],
  visitor: [...places, ...documents],
};

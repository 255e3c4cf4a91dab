import { mayKnow } from '../../../identity/privacy.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { tabs } from '../../../platform/html/components/tabs.ts';
import { html, type Html } from '../../../platform/html/html.ts';
import type { Profile } from '../profile.ts';

export type ProfileTab =
  | 'posts'
  | 'articles'
  | 'questions'
  | 'answers'
  | 'photos'
  | 'friends'
  | 'followers'
  | 'following'
  | 'mutual';

/** The parts of somebody's page, each at an address of its own. */
export function profileTabs(
  { username, counts, privacy, relation, mutualFriends }: Profile,
  current: ProfileTab,
): Html {
  const here = `/@${username}`;
  const entry = (tab: ProfileTab, label: string, count?: number) => ({
    label,
    href: tab === 'posts' ? here : `${here}/${tab}`,
    current: tab === current,
    ...(count !== undefined && { count }),
  });
  return tabs('Parts of this page', [
    entry('posts', 'Posts'),
    entry('articles', 'Articles'),
    entry('questions', 'Questions'),
    entry('answers', 'Answers'),
    entry('photos', 'Photos'),
    ...(mayKnow(privacy, 'friends', relation) ? [entry('friends', 'Friends', counts.friends)] : []),
    ...(mutualFriends || current === 'mutual' ? [entry('mutual', 'In common', mutualFriends ?? 0)] : []),
    entry('followers', 'Followers', counts.followers),
    entry('following', 'Following', counts.followings),
  ]);
}

/** The top of every part but the first. */
export const tabHeader = (profile: Profile, current: ProfileTab): Html =>
  html`${pageHeader({
    title: profile.name,
    lead: html`<a class="link" href="/@${profile.username}">@${profile.username}</a>`,
  })}
  ${profileTabs(profile, current)}`;

export const sectionOf = ({ relation }: Profile): string => (relation.isMe ? 'profile' : 'people');

/** Search engines are asked to leave it out. */
export const unlisted = html`<meta name="robots" content="noindex" />`;

import { t, tc } from '../../../kernel/translation/translate.ts';
import { canSeePart } from '../../../identity/account/privacy.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Profile } from '../../people/profiles/profile.ts';

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

/** The tabs of a profile, each with its own URL. */
export function profileTabs({ username, privacy, relation }: Profile, current: ProfileTab): Html {
  const here = `/@${username}`;
  const entry = (tab: ProfileTab, label: string) => ({
    label,
    href: tab === 'posts' ? here : `${here}/${tab}`,
    current: tab === current || (tab === 'questions' && current === 'answers'),
  });
  return tabs(t('Page sections'), [
    entry('posts', t('Posts')),
    entry('articles', t('Articles')),
    entry('questions', t('Questions')),
    entry('photos', t('Photos')),
    ...(canSeePart(privacy, 'friends', relation) ? [entry('friends', t('Friends'))] : []),
    ...(current === 'mutual' ? [entry('mutual', t('In common'))] : []),
    entry('followers', t('Followers')),
    entry('following', relation.isMe ? t('Following') : tc('profile', 'Following')),
  ]);
}

/** The header of all tabs except the first. */
export const tabHeader = (profile: Profile, current: ProfileTab): Html =>
  html`${pageHeader({
    title: profile.name,
    lead: html`<a class="link" href="/@${profile.username}">@${profile.username}</a>`,
  })}
  ${profileTabs(profile, current)}`;

export const sectionOf = ({ relation }: Profile): string => (relation.isMe ? 'profile' : 'people');

/** Asks search engines not to index the page. */
export const unlisted = html`<meta name="robots" content="noindex" />`;

import { canSeePart } from '../../../identity/account/privacy.ts';
import { t, tc } from '../../../web/translation/translate.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { emptyState, pageHeader } from '../../../web/components/surfaces.ts';
import { jsonLd, openGraph } from '../../../web/components/open-graph.ts';
import { backLink } from '../../../web/components/navigation/breadcrumbs.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { feedLinks } from '../../components/feed-links.ts';
import type { RelatedPeople } from '../../people/lists.ts';
import type { Profile } from '../../people/profile.ts';
import { postList } from '../../posts/components/post-card.ts';
import type { PageOfPosts } from '../../posts/reading/lists.ts';
import { short } from '../../text/plain.ts';
import { profileHeader, type ProfileHeaderOptions, profileSidebar } from './profile-header.ts';

/** A profile with the posts visible to the viewer. */
export function profileView(
  options: ProfileHeaderOptions & { around: RelatedPeople },
  posts: PageOfPosts,
  isFirst: boolean,
): View {
  const { profile, viewer, base, about, around } = options;
  const aside = profileSidebar(profile, about, around, viewer);
  const { name, username, biography } = profile;
  return {
    title: `${name} (@${username})`,
    description: short(biography, 200) || t('{name} on Plaza', { name }),
    canonical: `${base}/@${username}`,
    section: profileSection(profile),
    head: html`${sharing(options)} ${feedLinks(`people/${username}`, name)}
    ${!profile.privacy.isListed && unlisted}`,
    ...(aside && { aside }),
    body: html`${!profile.relation.isMe && backLink(viewer ? '/people' : '/')} ${profileHeader(options)}
    ${profileTabs(profile, 'posts')}
    ${postList(
      posts,
      { viewer, base, showsPinned: true },
      {
        label: t('Posts by {name}', { name }),
        empty: noPosts(profile),
        older: (before) => `/@${username}?before=${before}`,
        isFirst,
      },
    )}`,
  };
}

function noPosts({ name, relation, isPrivate }: Profile): Html {
  if (relation.blocks)
    return emptyState({
      illustration: 'quiet',
      title: t('You blocked {name}', { name }),
      text: t('You can’t see or contact each other.'),
    });
  if (isPrivate && !relation.isMe && !relation.follows && relation.friendship !== 'friends')
    return emptyState({
      illustration: 'quiet',
      title: t('This account is private'),
      text: t('Only approved followers and friends of {name} see the posts.', { name }),
    });
  if (relation.isMe)
    return emptyState({
      illustration: 'posts',
      title: t('No posts yet'),
      text: t('Say hello, or share a link or photo. Your posts will appear here.'),
      action: linkButton({
        label: t('Write a post'),
        href: '/compose',
        icon: 'square-pen',
        kind: 'primary',
      }),
    });
  return emptyState({
    illustration: 'quiet',
    title: t('Nothing to see here yet'),
    text:
      relation.friendship === 'friends'
        ? t('{name} has not posted anything.', { name })
        : t('{name} has no public posts. Friends may see more.', { name }),
  });
}

function sharing({ profile, base }: ProfileHeaderOptions): Html {
  const { name, username, biography, portrait } = profile;
  const url = `${base}/@${username}`;
  return html`${openGraph({
    type: 'profile',
    site: 'Plaza',
    title: `${name} (@${username})`,
    description: short(biography, 200) || t('{name} on Plaza', { name }),
    url,
    image: portrait === null ? undefined : { address: portrait },
  })}
  ${jsonLd({
    '@type': 'ProfilePage',
    url,
    dateCreated: profile.registeredAt.toISOString(),
    mainEntity: {
      '@type': 'Person',
      '@id': url,
      name,
      alternateName: `@${username}`,
      url,
      ...(biography && { description: biography }),
      ...(portrait !== null && { image: portrait }),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: profile.counts.followers,
      },
    },
  })}`;
}

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
function profileTabs({ id, username, privacy, relation, hasNewsletter }: Profile, current: ProfileTab): Html {
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
    { label: tc('event', 'Events'), href: `/events?user=${id}`, current: false },
    ...(hasNewsletter ? [{ label: t('Newsletter'), href: `/newsletters?user=${id}`, current: false }] : []),
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

export const profileSection = ({ relation }: Profile): string => (relation.isMe ? 'profile' : 'people');

/** Asks search engines not to index the page. */
export const unlisted = html`<meta name="robots" content="noindex" />`;

import { linkButton } from '../../../platform/html/components/button.ts';
import { emptyState } from '../../../platform/html/components/empty-state.ts';
import { jsonLd } from '../../../platform/html/components/json-ld.ts';
import { openGraph } from '../../../platform/html/components/open-graph.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { tabs } from '../../../platform/html/components/tabs.ts';
import { html, type Html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
import type { PageOfPosts } from '../../posts/page-of-posts.ts';
import { short } from '../../posts/text/short.ts';
import { postList } from '../../posts/views/post-list.ts';
import type { PageOfPeople } from '../page-of-people.ts';
import type { Profile } from '../profile.ts';
import { peopleList } from './people-list.ts';
import { profileHeader, type ProfileHeaderOptions } from './profile-header.ts';

/** A person's page: who they are, and what they have posted that the viewer may see. */
export function profileView(options: ProfileHeaderOptions, posts: PageOfPosts, isFirst: boolean): View {
  const { profile, viewer, base } = options;
  const { name, username, biography } = profile;
  return {
    title: `${name} (@${username})`,
    description: short(biography, 200) || `${name} on Plaza`,
    canonical: `${base}/@${username}`,
    section: profile.relation.isMe ? 'profile' : 'people',
    head: html`${sharing(options)}
    ${!profile.privacy.isListed && html`<meta name="robots" content="noindex" />`}`,
    body: html`${profileHeader(options)}
    ${postList(
      posts,
      { viewer, base },
      {
        label: `Posts by ${name}`,
        empty: noPosts(profile),
        older: (before) => `/@${username}?before=${before}`,
        isFirst,
      },
    )}`,
  };
}

function noPosts({ name, relation }: Profile): Html {
  if (relation.blocks)
    return emptyState({
      illustration: 'quiet',
      title: `You have blocked ${name}`,
      text: 'You do not see each other’s posts, and cannot write to each other.',
    });
  if (relation.isMe)
    return emptyState({
      illustration: 'posts',
      title: 'Nothing from you yet',
      text: 'Say hello, share a link, show a picture: your first post will stand here.',
      action: linkButton({ label: 'Write a post', href: '/#compose', icon: 'square-pen', kind: 'primary' }),
    });
  return emptyState({
    illustration: 'quiet',
    title: 'Nothing to see here yet',
    text:
      relation.friendship === 'friends'
        ? `${name} has not posted anything.`
        : `${name} has no public posts. Friends may see more.`,
  });
}

function sharing({ profile, base }: ProfileHeaderOptions): Html {
  const { name, username, biography, portrait } = profile;
  const url = `${base}/@${username}`;
  return html`${openGraph({
    type: 'profile',
    site: 'Plaza',
    title: `${name} (@${username})`,
    description: short(biography, 200) || `${name} on Plaza`,
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

const titles = { friends: 'Friends', followers: 'Followers', following: 'Following' } as const;

/** Who has to do with somebody. */
export function tiesView(
  profile: Profile,
  kind: keyof typeof titles,
  people: PageOfPeople,
  { page, isHidden }: { page: number; isHidden: boolean },
): View {
  const { name, username } = profile;
  const here = `/@${username}`;
  return {
    title: `${titles[kind]} of ${name}`,
    section: profile.relation.isMe ? 'profile' : 'people',
    body: html`${pageHeader({
      title: name,
      lead: html`<a class="link" href="${here}">@${username}</a>`,
    })}
    ${tabs(
      'People around them',
      Object.entries(titles).map(([key, label]) => ({
        label,
        href: `${here}/${key}`,
        current: key === kind,
      })),
    )}
    ${peopleList(people, {
      label: `${titles[kind]} of ${name}`,
      empty: emptyState({
        illustration: 'people',
        title: isHidden ? 'Not for everybody' : 'Nobody here yet',
        text: isHidden ? html`${name} keeps the list of friends to themselves.` : emptyWords(profile, kind),
      }),
      page,
      href: (page) => `${here}/${kind}?page=${page}`,
    })}`,
  };
}

function emptyWords({ name, relation }: Profile, kind: keyof typeof titles): Html {
  const who = relation.isMe ? 'You have' : `${name} has`;
  if (kind === 'friends') return html`${who} no friends here yet.`;
  if (kind === 'followers') return html`${who} no followers yet.`;
  return html`${relation.isMe ? 'You follow' : `${name} follows`} nobody yet.
  ${relation.isMe && html`<a class="link" href="/people">Meet people</a>`}`;
}

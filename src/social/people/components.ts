import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { badge, card } from '../../web/components/surfaces.ts';
import { type ButtonKind, linkButton } from '../../web/components/controls.ts';
import type { IconName } from '../../web/components/icon-names.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { personRow, stack } from '../../web/components/people.ts';
import { buttonForm } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { short } from '../text/plain.ts';
import { listSuggestedPeople, type PageOfPeople } from './lists.ts';
import type { Person } from './person.ts';
import type { Profile } from './profile.ts';

/** A list of people with actions and pagination. */
export function peopleList(
  { items: people, hasMore }: PageOfPeople,
  options: {
    label: string;
    title?: string;
    empty: Html;
    page: number;
    href: (page: number) => string;
    /** Whether the viewer is signed out, which hides the buttons. */
    isStranger?: boolean;
  },
): Html {
  const { label, title, page, href } = options;
  if (people.length === 0 && page === 0) return card({ body: options.empty, ...(title && { title }) });
  return html`${card({ flush: true, ...(title && { title }), body: peopleRows(people, label, options.isStranger) })}
  ${olderNewer({ newer: page > 0 && href(page - 1), older: hasMore && href(page + 1) })}`;
}

export const peopleRows = (people: readonly Profile[], label: string, isStranger = false): Html =>
  stack(
    people.map((profile) =>
      personRow({
        person: profile,
        href: `/@${profile.username}`,
        detail: detailOf(profile),
        ...(!isStranger && { actions: relationButtons(profile) }),
      }),
    ),
    label,
  );

/** A person's biography, or their relationship to the viewer. */
function detailOf({ biography, relation, mutualFriends = 0 }: Profile): string {
  const inCommon =
    mutualFriends > 0 &&
    t('{count, plural, one {# friend in common} other {# friends in common}}', { count: mutualFriends });
  const known = [relation.followsMe && t('Follows you'), inCommon].filter((word) => word !== false);
  return [short(biography, 120), known.join(' · ')].filter((part) => part !== '').join(' · ');
}

/** Buttons for the viewer's relationship to a person, in their own frame for in-place updates. */
export function relationButtons(profile: Profile): Html {
  if (profile.isFormer) return html``;
  return html`<turbo-frame class="relation" id="relation-${profile.id}">${buttons(profile)}</turbo-frame>`;
}

function buttons({ id, name, relation, privacy, isPrivate }: Profile): Html {
  /** Optimistic label and icon of a button until the server responds. */
  const afterwards: Partial<Record<ConnectWord, readonly [label: string, icon: IconName]>> = {
    follow: isPrivate ? [t('Requested'), 'clock'] : [t('Following'), 'check'],
    unfollow: [t('Follow'), 'plus'],
    'friend-add': [t('Request sent'), 'clock'],
  };
  const act = (
    word: ConnectWord,
    label: string,
    icon: IconName,
    kind: ButtonKind = 'quiet',
    confirm?: string,
  ) =>
    buttonForm({
      to: `/people/${id}/connect`,
      fields: { do: word },
      label,
      icon,
      kind,
      small: true,
      // Emphasized on the person's own page.
      data: {
        'aria-label': `${label}: ${name}`,
        'data-lead': word === 'friend-add',
        'data-then': afterwards[word]?.[0],
        'data-then-icon': afterwards[word]?.[1],
      },
      ...(confirm !== undefined && { confirm }),
    });
  if (relation.isMe)
    return linkButton({
      label: t('Edit profile'),
      href: '/settings/profile',
      icon: 'pencil',
      small: true,
      data: { 'data-turbo-frame': '_top' },
    });
  if (relation.blocks) return act('unblock', t('Unblock'), 'lock-open');
  const muted = relation.mutes && act('unmute', t('Unmute'), 'volume-2');
  const unmute = relation.asksToFollowMe
    ? html`${muted} ${act('follow-accept', t('Accept follower'), 'user-check', 'primary')}
      ${act('follow-decline', t('Decline follower'), 'x')}`
    : muted;
  const follow = relation.follows
    ? act('unfollow', t('Following'), 'check')
    : relation.asksToFollow
      ? act('unfollow', t('Requested'), 'clock')
      : act('follow', t('Follow'), 'plus');
  switch (relation.friendship) {
    case 'friends':
      return html`${unmute}
      ${act('friend-remove', t('Friends'), 'user-check', 'quiet', t('Remove {name} from your friends?', { name }))}
      ${follow}`;
    case 'asked':
      return html`${unmute} ${act('friend-cancel', t('Request sent'), 'clock')} ${follow}`;
    case 'asks':
      return html`${unmute} ${act('friend-accept', t('Accept'), 'user-check', 'primary')}
      ${act('friend-decline', t('Decline'), 'x')}`;
    case 'declined':
      return html`${unmute} ${badge(t('Request sent'))} ${follow}`;
    case 'none':
    case 'refused':
      return html`${unmute}
      ${privacy.requests !== 'nobody' && act('friend-add', t('Add friend'), 'user-plus')} ${follow}`;
  }
}

/** The values of `do` and their actions. */
export const connectWords = [
  'follow',
  'unfollow',
  'friend',
  'unfriend',
  'friend-add',
  'friend-accept',
  'friend-decline',
  'friend-cancel',
  'friend-remove',
  'follow-accept',
  'follow-decline',
  'follower-remove',
  'block',
  'unblock',
  'mute',
  'unmute',
] as const;

/** Values of `do` that take the id of a page. */
export const pageWords = ['page-like', 'page-unlike'] as const;

export type ConnectWord = (typeof connectWords)[number];

/** A sidebar card with names of people. False if there are none. */
export const peopleCard = (title: string, people: readonly Person[], all?: string): Html | false =>
  people.length > 0 &&
  card({
    title,
    flush: true,
    body: stack(
      people.map((person) => personRow({ person, href: `/@${person.username}` })),
      title,
    ),
    ...(all !== undefined && { footer: html`<a class="link" href="${all}">Show all</a>` }),
  });

/** Sidebar card with people to follow. */
const suggestedPeopleCard = (people: readonly Profile[]): Html =>
  card({
    title: t('Who to follow'),
    flush: true,
    body:
      people.length > 0
        ? peopleRows(people, t('Who to follow'))
        : html`<p class="card-empty">No suggestions at the moment.</p>`,
    footer: html`<a class="link" href="/people">All people</a>`,
  });

/** The author of the current page, and a sign-up card for signed-out visitors. */
export function authorCard(author: Profile, viewer: Viewer | undefined): Html {
  const row = personRow({
    person: author,
    href: `/@${author.username}`,
    detail: short(author.biography, 160),
    ...(viewer && !author.relation.isMe && { actions: relationButtons(author) }),
  });
  return card({
    title: t('Written by'),
    flush: true,
    body: row,
    ...(!viewer && {
      footer: html`${linkButton({ label: t('Join to follow'), href: '/signup', small: true })}`,
    }),
  });
}

/** Sidebar card for visitors with a description of the site and a sign-up link. */
export const joinCard = (): Html =>
  card({
    title: t('New here?'),
    body: html`<p>Plaza is a social network that its community runs itself.</p>
      <div class="button-row">
        ${linkButton({ label: t('Join'), href: '/signup', kind: 'primary', small: true })}
        ${linkButton({ label: t('Sign in'), href: '/signin', small: true })}
      </div>`,
  });

const most = 4;

/** Sidebar card with suggested people, or with a sign-up link for signed-out visitors. */
export const showSuggestedPeople = async (app: App, viewer: Viewer | undefined): Promise<Html> =>
  viewer ? suggestedPeopleCard(await listSuggestedPeople(app, viewer, most)) : joinCard();

import { inSentence, t } from '../../../web/translation/translate.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { emptyState, pageHeader, card } from '../../../web/components/surfaces.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { searchRow } from '../../../web/components/fields/search-row.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/app.ts';
import type { PageOfPeople } from '../../people/lists.ts';
import { peopleList, peopleRows } from '../../people/components.ts';
import { buttonForm } from '../../../web/form.ts';

interface PeopleOptions {
  people: PageOfPeople;
  page: number;
  viewer: Viewer;
  /** Number of friend requests awaiting the viewer's response. */
  requests: number;
}

/** Suggested people, or those whose names match `q`. */
export function meetView(options: PeopleOptions & { q: string | undefined }): View {
  const { people, page, q } = options;
  const isSearch = q !== undefined;
  const query = isSearch ? `q=${encodeURIComponent(q)}&` : '';
  return view(
    t('People'),
    'meet',
    options,
    html`${searchForm(q)}
    ${peopleList(people, {
      label: isSearch ? t('People found') : t('Who to follow'),
      title: isSearch ? t('People matching “{q}”', { q }) : t('Who to follow'),
      empty: isSearch ? nobodyFound() : everybodyKnown(),
      page,
      href: (page) => `/people?${query}page=${page}`,
    })}`,
  );
}

const searchForm = (q: string | undefined, action = '/people', label = t('Search people')): Html =>
  searchRow({ action, label, placeholder: t('Search by name'), q, maxlength: 100 });

const nobodyFound = () =>
  emptyState({
    illustration: 'search',
    title: t('No people found'),
    text: t('Try part of the name, or the username.'),
    action: linkButton({ label: t('Who to follow'), href: '/people' }),
  });

const everybodyKnown = () =>
  emptyState({
    illustration: 'people',
    title: t('No suggestions'),
    text: t('There is no one else to follow yet.'),
    action: linkButton({ label: t('Invite a member'), href: '/settings/invitations', icon: 'user-plus' }),
  });

/** Pending friend and follow requests, received and sent. */
export function requestsView(options: {
  received: PageOfPeople;
  sent: PageOfPeople;
  followers: PageOfPeople;
  page: number;
  viewer: Viewer;
}): View {
  const { received, sent, followers, page, viewer } = options;
  const requests = received.items.length + followers.items.length;
  return view(
    t('Requests'),
    'requests',
    { viewer, requests },
    html`${followers.items.length > 0 && followRequests(followers)}
    ${peopleList(received, {
      label: t('Friend requests'),
      title: t('Friend requests'),
      empty: emptyState({
        illustration: 'people',
        title: t('No requests'),
        text: t('Friend requests appear here until you accept or decline them.'),
      }),
      page,
      href: (page) => `/people/requests?page=${page}`,
    })}
    ${
      sent.items.length > 0 &&
      peopleList(sent, {
        label: t('Sent requests'),
        title: t('Sent requests'),
        empty: html``,
        page: 0,
        href: () => '/people/requests',
      })
    }`,
  );
}

/** People who ask to follow the viewer, to be answered one by one or together. */
const followRequests = (followers: PageOfPeople): Html =>
  card({
    flush: true,
    title: t('Follow requests'),
    actions: html`${answerAll('accept', t('Accept all'))} ${answerAll('decline', t('Decline all'))}`,
    body: html`${peopleRows(followers.items, t('Follow requests'))}
    ${followers.hasMore && html`<p class="stack-note">Answer these to see more.</p>`}`,
  });

const answerAll = (answer: 'accept' | 'decline', label: string): Html =>
  buttonForm({
    to: '/people/requests/followers',
    fields: { do: answer },
    label,
    small: true,
    confirm: answer === 'accept' ? t('Accept all follow requests?') : t('Decline all follow requests?'),
    ...(answer === 'accept' && { confirmKind: 'primary' }),
  });

const listWords = () =>
  ({
    blocked: {
      title: t('Blocked people'),
      none: t('No blocked people'),
      text: t('People you block can’t see or contact you. Block someone from the menu on their profile.'),
    },
    muted: {
      title: t('Muted people'),
      none: t('No muted people'),
      text: t(
        'You won’t see posts of people you mute, and they aren’t notified. Mute someone from the menu on their profile.',
      ),
    },
  }) as const;

/** People the viewer has blocked or muted, with a button to undo it. */
export function blockedOrMutedView(
  kind: 'blocked' | 'muted',
  options: PeopleOptions & { q: string | undefined },
): View {
  const { people, page, q } = options;
  const { title, none, text } = listWords()[kind];
  const isSearch = q !== undefined && q !== '';
  const query = isSearch ? `q=${encodeURIComponent(q)}&` : '';
  return view(
    title,
    kind,
    options,
    html`${
      (isSearch || page > 0 || people.items.length > 0) &&
      searchForm(q, `/people/${kind}`, t('Search {title} by name', { title: inSentence(title) }))
    }
    ${peopleList(people, {
      label: title,
      empty: isSearch ? nobodyFound() : emptyState({ illustration: 'quiet', title: none, text }),
      page,
      href: (page) => `/people/${kind}?${query}page=${page}`,
    })}`,
  );
}

function view(
  title: string,
  current: 'meet' | 'requests' | 'blocked' | 'muted',
  { viewer, requests }: { viewer: Viewer; requests: number },
  body: Html,
): View {
  const entries = [
    { label: t('Suggestions'), href: '/people', current: current === 'meet' },
    {
      label: t('Requests'),
      href: '/people/requests',
      current: current === 'requests',
      ...(requests > 0 && { count: requests }),
    },
    { label: t('Friends'), href: `/@${viewer.username}/friends` },
    { label: t('Blocked'), href: '/people/blocked', current: current === 'blocked' },
    { label: t('Muted'), href: '/people/muted', current: current === 'muted' },
  ];
  return {
    title,
    section: 'people',
    body: html`${pageHeader({ title })} ${tabs(t('People'), entries)} ${body}`,
  };
}

import { button, linkButton } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { PageOfPeople } from '../../people/page-of-people.ts';
import { peopleList } from '../../people/components/people-list.ts';

interface PeopleOptions {
  people: PageOfPeople;
  page: number;
  viewer: Viewer;
  /** How many wait for the viewer's word. */
  requests: number;
}

/** People to meet, or those whose names have the words of `q` in them. */
export function meetView(options: PeopleOptions & { q: string | undefined }): View {
  const { people, page, q } = options;
  const isSearch = q !== undefined;
  const query = isSearch ? `q=${encodeURIComponent(q)}&` : '';
  return view(
    'People',
    'meet',
    options,
    html`${searchForm(q)}
    ${peopleList(people, {
      label: isSearch ? 'People found' : 'Who to follow',
      title: isSearch ? `People matching “${q}”` : 'Who to follow',
      empty: isSearch ? nobodyFound : everybodyKnown,
      page,
      href: (page) => `/people?${query}page=${page}`,
    })}`,
  );
}

const searchForm = (q: string | undefined, action = '/people', label = 'Search people'): Html =>
  html`<form class="search-row" action="${action}" method="get" role="search">
    ${textField({
      name: 'q',
      label,
      hideLabel: true,
      type: 'search',
      icon: 'search',
      placeholder: 'Search by name',
      value: q,
      maxlength: 100,
    })}
    ${button({ label: 'Search' })}
  </form>`;

const nobodyFound = emptyState({
  illustration: 'search',
  title: 'No people found',
  text: 'Try part of the name, or the username.',
  action: linkButton({ label: 'Who to follow', href: '/people' }),
});

const everybodyKnown = emptyState({
  illustration: 'people',
  title: 'No suggestions',
  text: 'You already follow or asked everyone here.',
});

/** Who asks, and whom the viewer has asked. */
export function requestsView(options: {
  received: PageOfPeople;
  sent: PageOfPeople;
  page: number;
  viewer: Viewer;
}): View {
  const { received, sent, page, viewer } = options;
  const requests = received.items.length;
  return view(
    'Friend requests',
    'requests',
    { viewer, requests },
    html`${peopleList(received, {
      label: 'Friend requests',
      title: 'Friend requests',
      empty: emptyState({
        illustration: 'people',
        title: 'No requests',
        text: 'Friend requests appear here until you accept or decline them.',
      }),
      page,
      href: (page) => `/people/requests?page=${page}`,
    })}
    ${
      sent.items.length > 0 &&
      peopleList(sent, {
        label: 'Sent requests',
        title: 'Sent requests',
        empty: html``,
        page: 0,
        href: () => '/people/requests',
      })
    }`,
  );
}

const keptWords = {
  blocked: {
    title: 'Blocked people',
    none: 'No blocked people',
    text: 'People you block can’t see or contact you. Block someone from the menu on their profile.',
  },
  muted: {
    title: 'Muted people',
    none: 'No muted people',
    text: 'You won’t see posts of people you mute, and they aren’t notified. Mute someone from the menu on their profile.',
  },
} as const;

/** Whom the viewer has blocked or muted, so that it can be taken back. */
export function keptView(
  kind: 'blocked' | 'muted',
  options: PeopleOptions & { q: string | undefined },
): View {
  const { people, page, q } = options;
  const { title, none, text } = keptWords[kind];
  const isSearch = q !== undefined && q !== '';
  const query = isSearch ? `q=${encodeURIComponent(q)}&` : '';
  return view(
    title,
    kind,
    options,
    html`${(isSearch || page > 0 || people.items.length > 0) && searchForm(q, `/people/${kind}`, `Search ${title.toLowerCase()} by name`)}
    ${peopleList(people, {
      label: title,
      empty: isSearch ? nobodyFound : emptyState({ illustration: 'quiet', title: none, text }),
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
    { label: 'Meet', href: '/people', current: current === 'meet' },
    {
      label: 'Requests',
      href: '/people/requests',
      current: current === 'requests',
      ...(requests > 0 && { count: requests }),
    },
    { label: 'Friends', href: `/@${viewer.username}/friends` },
    { label: 'Blocked', href: '/people/blocked', current: current === 'blocked' },
    { label: 'Muted', href: '/people/muted', current: current === 'muted' },
  ];
  return {
    title,
    section: 'people',
    body: html`${pageHeader({ title })} ${tabs('People', entries)} ${body}`,
  };
}

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
      label: isSearch ? 'People found' : 'People to meet',
      title: isSearch ? `People called “${q}”` : 'People to meet',
      empty: isSearch ? nobodyFound : everybodyKnown,
      page,
      href: (page) => `/people?${query}page=${page}`,
    })}`,
  );
}

const searchForm = (q: string | undefined, action = '/people', label = 'Search people by name'): Html =>
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
  title: 'Nobody by that name',
  text: 'Try a part of it, or the user name.',
  action: linkButton({ label: 'People to meet', href: '/people' }),
});

const everybodyKnown = emptyState({
  illustration: 'people',
  title: 'You know everybody',
  text: 'There is nobody here whom you do not follow or have asked already.',
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
      label: 'People who want to be friends',
      title: 'They ask you',
      empty: emptyState({
        illustration: 'people',
        title: 'No requests',
        text: 'When somebody asks to be friends, they stand here until you say yes or no.',
      }),
      page,
      href: (page) => `/people/requests?page=${page}`,
    })}
    ${
      sent.items.length > 0 &&
      peopleList(sent, {
        label: 'People you have asked',
        title: 'You have asked',
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
    none: 'You have blocked nobody',
    text: 'Whom you block neither sees you nor can reach you. You block somebody from the menu on their page.',
  },
  muted: {
    title: 'Muted people',
    none: 'You have muted nobody',
    text: 'You do not read those whom you mute, and they are not told. You mute somebody from the menu on their page.',
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

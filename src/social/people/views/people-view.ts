import { button, linkButton } from '../../../platform/html/components/button.ts';
import { emptyState } from '../../../platform/html/components/empty-state.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { tabs } from '../../../platform/html/components/tabs.ts';
import { textField } from '../../../platform/html/components/text-field.ts';
import { html, type Html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { PageOfPeople } from '../page-of-people.ts';
import { peopleList } from './people-list.ts';

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

const searchForm = (q: string | undefined): Html =>
  html`<form class="search-row" action="/people" method="get" role="search">
    ${textField({ name: 'q', label: 'Search people by name', hideLabel: true, type: 'search', icon: 'search', placeholder: 'Search by name', value: q, maxlength: 100 })}
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
  const requests = received.people.length;
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
      sent.people.length > 0 &&
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

/** Whom the viewer has blocked, so that it can be taken back. */
export function blockedView(options: PeopleOptions): View {
  return view(
    'Blocked people',
    'blocked',
    options,
    peopleList(options.people, {
      label: 'Blocked people',
      empty: emptyState({
        illustration: 'quiet',
        title: 'You have blocked nobody',
        text: 'Whom you block neither sees you nor can reach you. You block somebody from the menu on their page.',
      }),
      page: options.page,
      href: (page) => `/people/blocked?page=${page}`,
    }),
  );
}

function view(
  title: string,
  current: 'meet' | 'requests' | 'blocked',
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
  ];
  return {
    title,
    section: 'people',
    body: html`${pageHeader({ title })} ${tabs('People', entries)} ${body}`,
  };
}

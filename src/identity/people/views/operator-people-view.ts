import { t, translateInstalled } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { peopleOnPage, type ListedPerson, type State, type Wanted } from '../list-people.ts';
import { operator } from '../../components/operator-frame.ts';
import { operatorSearch, searchHref } from '../../components/operator-search.ts';

const here = '/operator/people';

const stateNames = (): Readonly<Record<State, string>> => ({
  everybody: t('Everyone'),
  suspended: t('Suspended'),
  unactivated: t('Email not confirmed'),
  staff: t('Operators and moderators'),
  verified: t('Verified'),
  'deletion-pending': t('Deletion pending'),
});

/** All accounts, with search and links to manage them. */
export function operatorPeopleView(found: readonly ListedPerson[], wanted: Wanted): View {
  const people = found.slice(0, peopleOnPage);
  const last = found.length > peopleOnPage ? people.at(-1) : undefined;
  return operator(
    t('People'),
    here,
    html`${operatorSearch({ action: here, label: t('Name, email or ID'), ...wanted, states: stateNames(), maxlength: 254 })}
    ${table({
      caption: t('People'),
      rows: people,
      columns: [
        {
          label: t('Name'),
          main: true,
          cell: ({ id, name, username }) =>
            html`<a href="/operator/people/${id}">${name}</a> <span class="handle">@${username}</span>`,
        },
        { label: t('Email'), cell: ({ email }) => email },
        { label: t('Role and state'), cell: badges },
        { label: t('Joined'), cell: ({ registeredAt }) => relativeTime(registeredAt) },
        {
          label: t('Last seen'),
          cell: ({ lastSeenAt }) => (lastSeenAt ? relativeTime(lastSeenAt) : t('Never')),
        },
      ],
      empty: emptyState({
        illustration: 'search',
        title: t('No people found'),
        text: t('Try part of the name, the full email address or the ID.'),
      }),
    })}
    ${olderNewer({ older: last !== undefined && searchHref(here, { ...wanted, before: last.id }) })}`,
  );
}

const badges = ({ role, isSuspended, isActivated, isVerified, isBeingDeleted }: ListedPerson): Html =>
  html`${role === 'member' ? t('Member') : badge(translateInstalled(role.charAt(0).toUpperCase() + role.slice(1)), 'accent')}
  ${isSuspended && badge(t('Suspended'), 'danger')}
  ${!isActivated && badge(t('Email not confirmed'), 'warning')}
  ${isVerified && badge(t('Verified'), 'success')} ${isBeingDeleted && badge(t('Deletion pending'), 'danger')}`;

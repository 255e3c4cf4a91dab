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

const stateNames: Readonly<Record<State, string>> = {
  everybody: 'Everyone',
  suspended: 'Suspended',
  unactivated: 'Email not confirmed',
  staff: 'Operators and moderators',
  verified: 'Verified',
  closing: 'Deletion pending',
};

/** Everybody here, to be looked up and looked after. */
export function operatorPeopleView(found: readonly ListedPerson[], wanted: Wanted): View {
  const people = found.slice(0, peopleOnPage);
  const last = found.length > peopleOnPage ? people.at(-1) : undefined;
  return operator(
    'People',
    here,
    html`${operatorSearch({ action: here, label: 'Name, email or ID', ...wanted, states: stateNames, maxlength: 254 })}
    ${table({
      caption: 'People',
      rows: people,
      columns: [
        {
          label: 'Name',
          main: true,
          cell: ({ id, name, username }) =>
            html`<a href="/operator/people/${id}">${name}</a> <span class="handle">@${username}</span>`,
        },
        { label: 'Email', cell: ({ email }) => email },
        { label: 'Role and state', cell: marks },
        { label: 'Joined', cell: ({ registeredAt }) => relativeTime(registeredAt) },
        { label: 'Last seen', cell: ({ lastSeenAt }) => (lastSeenAt ? relativeTime(lastSeenAt) : 'Never') },
      ],
      empty: emptyState({
        illustration: 'search',
        title: 'No people found',
        text: 'Try part of the name, the full email address or the ID.',
      }),
    })}
    ${olderNewer({ older: last !== undefined && searchHref(here, { ...wanted, before: last.id }) })}`,
  );
}

const marks = ({ role, isSuspended, isActivated, isVerified, isClosing }: ListedPerson): Html =>
  html`${role === 'member' ? 'Member' : badge(role, 'accent')} ${isSuspended && badge('suspended', 'danger')}
  ${!isActivated && badge('not confirmed', 'warning')} ${isVerified && badge('verified', 'success')}
  ${isClosing && badge('deletion pending', 'danger')}`;

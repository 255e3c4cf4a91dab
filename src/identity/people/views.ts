import { t, translateInstalled } from '../../web/translation/translate.ts';
import { avatar } from '../../web/components/people.ts';
import { badge, card, emptyState, table, unfold, day, relativeTime } from '../../web/components/surfaces.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { operator } from '../components/operator-frame.ts';
import { operatorSearch, searchHref } from '../components/operator-search.ts';
import { noteColumns } from '../operators/components.ts';
import { deviceName } from '../sessions/use.ts';
import {
  type ListedPerson,
  accountsOnPage,
  type PersonFile,
  type State,
  type PeopleQuery,
} from './people.ts';

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
export function operatorPeopleView(found: readonly ListedPerson[], wanted: PeopleQuery): View {
  const people = found.slice(0, accountsOnPage);
  const last = found.length > accountsOnPage ? people.at(-1) : undefined;
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
          cell: ({ email, ...person }) =>
            html`<div class="person-cell">
              ${avatar(person, 'small')}
              <div>
                <a href="/operator/people/${person.id}">${person.name}</a>
                <span class="handle">@${person.username}</span>
                <p class="person-row-detail">${email}</p>
              </div>
            </div>`,
        },
        { label: t('Role and state'), cell: badges },
        { label: t('Joined'), cell: ({ registeredAt }) => relativeTime(registeredAt), isWideOnly: true },
        {
          label: t('Last seen'),
          cell: ({ lastSeenAt }) => lastSeenAt && relativeTime(lastSeenAt),
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

/** Nothing for an ordinary member. */
const badges = ({ role, isSuspended, isActivated, isVerified, isBeingDeleted }: ListedPerson): Html =>
  html`${
    role !== 'member' && badge(translateInstalled(role.charAt(0).toUpperCase() + role.slice(1)), 'accent')
  }${isSuspended && badge(t('Suspended'), 'danger')}${
    !isActivated && badge(t('Email not confirmed'), 'warning')
  }${isVerified && badge(t('Verified'), 'success')}${isBeingDeleted && badge(t('Deletion pending'), 'danger')}`;

export interface PersonPage {
  person: PersonFile;
  role: FormState;
  suspension: FormState;
  deletion: FormState;
}

/** One person, with all details and actions available to an operator. */
export const operatorPersonView = (page: PersonPage): View =>
  operator(
    page.person.name,
    '/operator/people',
    html`${facts(page.person)} ${roleCard(page)} ${suspensionCard(page)} ${deletionCard(page)}
    ${sessions(page.person)} ${trail(page.person)}`,
  );

function facts(person: PersonFile): Html {
  const { id, name, username, email, registeredAt, lastSeenAt, activatedAt, verifiedAt } = person;
  const to = (act: string) => `/operator/people/${id}/${act}`;
  return card({
    body: html`<div class="person-cell">
        ${avatar(person, 'large')}
        <div>
          <p><a class="link" href="/@${username}">@${username}</a></p>
          <p class="quiet">${email} · ID ${id}</p>
        </div>
      </div>
      <ul class="profile-facts">
        <li><span>Joined ${day(registeredAt)}</span></li>
        <li>
          ${lastSeenAt ? html`<span>Last seen ${relativeTime(lastSeenAt)}</span>` : html`<span>Never seen</span>`}
        </li>
        <li>
          <span
            >${activatedAt ? badge(t('Email confirmed'), 'success') : badge(t('Email not confirmed'), 'warning')}</span
          >
        </li>
        ${verifiedAt && html`<li><span>${badge(t('Verified'), 'success', 'badge-check')}</span></li>`}
        ${person.hasSecondFactor && html`<li><span>${badge(t('Two-factor authentication'))}</span></li>`}
      </ul>
      <div class="button-row">
        ${
          verifiedAt
            ? buttonForm({ to: to('unverify'), label: t('Remove verification'), small: true })
            : buttonForm({ to: to('verify'), label: t('Verify'), icon: 'badge-check', small: true })
        }
        ${!activatedAt && buttonForm({ to: to('confirm-email'), label: t('Confirm email address'), icon: 'check', small: true })}
        ${
          person.hasSecondFactor &&
          buttonForm({
            to: to('reset-factor'),
            label: t('Reset two-factor authentication'),
            small: true,
            confirm: t('Turn off two-factor authentication for {name}?', { name }),
          })
        }
      </div>`,
  });
}

const roleCard = ({ person, role }: PersonPage): Html =>
  card({
    title: t('Role'),
    lead: t('Takes effect immediately.'),
    body: form({
      action: `/operator/people/${person.id}/role`,
      state: role,
      submit: t('Change role'),
      confirm: t('Change the role of {name}?', { name: person.name }),
      body: selectField({
        ...bind(role)('role'),
        value: role.values?.role ?? person.role,
        label: t('Role'),
        choices: person.roles.map(({ name, title }) => ({ value: name, label: translateInstalled(title) })),
      }),
    }),
  });

function suspensionCard({ person, suspension: given }: PersonPage): Html {
  const suspension = { ...given, idPrefix: 'suspend' };
  const { id, name, suspendedAt, suspensionReason } = person;
  if (suspendedAt)
    return card({
      title: t('Suspended'),
      lead: html`Since ${day(suspendedAt)}. ${suspensionReason}`,
      danger: true,
      body: buttonForm({ to: `/operator/people/${id}/release`, label: t('Reinstate') }),
    });
  return card({
    title: t('Suspend'),
    lead: t('Sessions and keys stop working, and the profile is hidden.'),
    danger: true,
    body: unfold({
      label: t('Suspend'),
      isOpen: given.values !== undefined,
      body: form({
        action: `/operator/people/${id}/suspend`,
        state: suspension,
        submit: t('Suspend'),
        submitKind: 'danger',
        confirm: t('Suspend {name}?', { name }),
        body: textArea({
          ...bind(suspension)('reason'),
          label: t('Reason'),
          hint: t('Shown to them when they try to sign in.'),
          rows: 2,
          maxlength: 500,
          required: true,
        }),
      }),
    }),
  });
}

function deletionCard({ person, deletion: given }: PersonPage): Html {
  const deletion = { ...given, idPrefix: 'delete' };
  const { id, name, username, accountDeletion } = person;
  if (accountDeletion)
    return card({
      title: t('Deletion pending'),
      lead: accountDeletion.isByOperator
        ? html`Account scheduled for deletion on ${day(accountDeletion.dueAt)}. ${accountDeletion.reason}`
        : html`At its owner’s request, the account will be deleted on ${day(accountDeletion.dueAt)}.`,
      danger: true,
      body: buttonForm({
        to: `/operator/people/${id}/restore`,
        label: t('Restore account'),
        confirm: t('Restore the account of {name}?', { name }),
      }),
    });
  return card({
    title: t('Delete account'),
    lead: t(
      'The account and everything in it are hidden immediately and deleted after the grace period. Until then, operators can restore it.',
    ),
    danger: true,
    body: unfold({
      label: t('Delete account'),
      isOpen: given.values !== undefined,
      body: form({
        action: `/operator/people/${id}/delete`,
        state: deletion,
        submit: t('Delete account'),
        submitKind: 'danger',
        confirm: t('Delete the account of {name}?', { name }),
        body: html`${textArea({
          ...bind(deletion)('reason'),
          label: t('Reason'),
          hint: t('Emailed to the owner.'),
          rows: 2,
          maxlength: 500,
          required: true,
        })}
        ${textField({
          ...bind(deletion)('username'),
          label: t('Confirm username'),
          hint: html`Enter ${username} to confirm.`,
          autocomplete: 'off',
          required: true,
        })}`,
      }),
    }),
  });
}

const sessions = ({ id, name, sessions }: PersonFile): Html =>
  card({
    title: t('Sessions'),
    flush: sessions.length > 0,
    ...(sessions.length > 0 && {
      actions: buttonForm({
        to: `/operator/people/${id}/sign-out`,
        label: t('Sign out everywhere'),
        small: true,
        confirm: t('Sign {name} out everywhere?', { name }),
      }),
    }),
    body: table({
      caption: t('Active sessions'),
      rows: sessions,
      columns: [
        { label: t('Device'), main: true, cell: (session) => deviceName(session) },
        { label: t('IP address'), cell: ({ address }) => address },
        { label: t('Last used'), cell: ({ lastUsedAt }) => relativeTime(lastUsedAt) },
      ],
      empty: html`<p class="quiet">No active sessions.</p>`,
    }),
  });

const trail = ({ notes }: PersonFile): Html =>
  card({
    title: t('Operator activity'),
    flush: notes.length > 0,
    body: table({
      caption: t('Moderation history'),
      rows: notes,
      columns: noteColumns(),
      empty: html`<p class="quiet">Actions on this account appear here.</p>`,
    }),
  });

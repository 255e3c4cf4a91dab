import { button } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { radioGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Act } from '../../../identity/team/acts.ts';
import type { Workspace } from '../../../identity/team/members.ts';
import type { Invitation, Member, TeamRole } from '../../../identity/team/team.ts';
import { tableCard } from '../../owned/components/table-card.ts';

interface TeamPage {
  now: Date;
  members: readonly Member[];
  invitations: readonly Invitation[];
  /** Those of others that the viewer is in. */
  workspaces: readonly Workspace[];
  acts: readonly Act[];
  state: FormState;
}

const roles: Readonly<Record<TeamRole, { label: string; hint: string }>> = {
  editor: { label: 'Editor', hint: 'Can create, edit and delete links and related items.' },
  viewer: { label: 'Viewer', hint: 'Can view links and statistics.' },
};

/** Who works in one's workspace, and in whose one works. */
export const teamView = (page: TeamPage): View => ({
  title: 'Team',
  section: 'team',
  body: html`${pageHeader({
    title: 'Team',
    lead: 'People who work on your links. Your account, API keys and this page stay private.',
  })}
  ${card({ flush: true, body: memberTable(page) })} ${inviter(page.state)} ${waiting(page)} ${elsewhere(page)}
  ${history(page)}`,
});

const memberTable = ({ members, now }: TeamPage): Html =>
  table({
    caption: 'Your team',
    rows: members,
    rowId: ({ id }) => `member-${id}`,
    columns: [
      {
        label: 'Who',
        main: true,
        cell: ({ name, username }) => html`${name} <span class="quiet">@${username}</span>`,
      },
      { label: 'Email', cell: ({ email }) => email },
      { label: 'Role', cell: roleForm },
      { label: 'Since', cell: ({ joinedAt }) => relativeTime(joinedAt, now) },
      {
        label: 'Remove',
        hideLabel: true,
        align: 'end',
        cell: ({ id, name }) =>
          buttonForm({
            to: `/dashboard/team/${id}/remove`,
            label: 'Remove',
            small: true,
            data: { 'aria-label': `Remove ${name}` },
            confirm: `Remove ${name}? They lose access immediately. Links they created remain.`,
          }),
      },
    ],
    empty: emptyState({
      illustration: 'people',
      title: 'No members yet',
      text: 'Invite people below to work on your links with their own account.',
    }),
  });

const roleForm = ({ id, name, role }: Member): Html =>
  html`<form class="role-form" action="/dashboard/team/${id}/role" method="post">
    ${selectField({
      name: 'role',
      id: `role-${id}`,
      label: `Role of ${name}`,
      hideLabel: true,
      value: role,
      choices: Object.entries(roles).map(([value, { label }]) => ({ value, label })),
    })}
    ${button({ label: 'Save', small: true, data: { 'aria-label': `Save role of ${name}` } })}
  </form>`;

function inviter(state: FormState): Html {
  const field = bind(state);
  return card({
    title: 'Invite a member',
    lead: 'We’ll email them a link that expires after a week.',
    body: form({
      action: '/dashboard/team',
      state,
      submit: 'Invite',
      busyLabel: 'Inviting',
      body: html`${textField({ ...field('email'), label: 'Email', type: 'email', autocomplete: 'off', required: true, maxlength: 254 })}
      ${radioGroup({
        name: 'role',
        label: 'Role',
        value: state.values?.role ?? 'editor',
        choices: Object.entries(roles).map(([value, { label, hint }]) => ({ value, label, hint })),
      })}`,
    }),
  });
}

function waiting({ invitations, now }: TeamPage): Html | false {
  return tableCard('Invited', {
    caption: 'Pending invitations',
    rows: invitations,
    columns: [
      { label: 'Email', main: true, cell: ({ email }) => email },
      { label: 'Role', cell: ({ role }) => roles[role].label },
      { label: 'Expires', cell: ({ expiresAt }) => relativeTime(expiresAt, now) },
      {
        label: 'Revoke',
        hideLabel: true,
        align: 'end',
        cell: ({ id, email }) =>
          buttonForm({
            to: `/dashboard/team/invitations/${id}/withdraw`,
            label: 'Revoke',
            small: true,
            data: { 'aria-label': `Revoke the invitation of ${email}` },
          }),
      },
    ],
  });
}

function elsewhere({ workspaces }: TeamPage): Html | false {
  return tableCard('Workspaces you belong to', {
    caption: 'Other workspaces',
    rows: workspaces,
    columns: [
      {
        label: 'Owner',
        main: true,
        cell: ({ name, username }) => html`${name} <span class="quiet">@${username}</span>`,
      },
      { label: 'As', cell: ({ role }) => roles[role].label },
      {
        label: 'Leave',
        hideLabel: true,
        align: 'end',
        cell: ({ id, name }) =>
          html`<div class="row-actions">
            ${buttonForm({
              to: '/workspace',
              label: 'Open',
              small: true,
              fields: { id },
              data: { 'aria-label': `Open the workspace of ${name}` },
            })}
            ${buttonForm({
              to: `/dashboard/team/${id}/leave`,
              label: 'Leave',
              small: true,
              data: { 'aria-label': `Leave the workspace of ${name}` },
              confirm: `Leave the workspace of ${name}? You need a new invitation to return.`,
            })}
          </div>`,
      },
    ],
  });
}

function history({ acts, now }: TeamPage): Html | false {
  return tableCard('Team activity', {
    caption: 'Team activity, newest first',
    rows: acts,
    columns: [
      { label: 'Where', main: true, cell: ({ path }) => html`<code>${path}</code>` },
      { label: 'Who', cell: ({ username }) => (username === null ? 'Deleted account' : `@${username}`) },
      { label: 'When', cell: ({ at }) => relativeTime(at, now) },
    ],
  });
}

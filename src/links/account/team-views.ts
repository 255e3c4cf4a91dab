import type { OpenInvitation } from '../../identity/team/invitations.ts';
import type { Act, Invitation, Member, TeamRole, Workspace } from '../../identity/team/members.ts';
import { t } from '../../web/translation/translate.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { button, linkButton } from '../../web/components/button.ts';
import { card } from '../../web/components/card.ts';
import { emptyState } from '../../web/components/empty-state.ts';
import { radioGroup, selectField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { pageHeader } from '../../web/components/page-header.ts';
import { table } from '../../web/components/table.ts';
import { relativeTime } from '../../web/components/time.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { tableCard } from '../owned/lists.ts';

interface TeamPage {
  now: Date;
  members: readonly Member[];
  invitations: readonly Invitation[];
  /** Other workspaces that the viewer is a member of. */
  workspaces: readonly Workspace[];
  acts: readonly Act[];
  state: FormState;
}

const roles = (): Readonly<Record<TeamRole, { label: string; hint: string }>> => ({
  editor: { label: t('Editor'), hint: t('Can create, edit and delete links and related items.') },
  viewer: { label: t('Viewer'), hint: t('Can view links and statistics.') },
});

/** The members of the viewer's workspace, and the workspaces that the viewer is a member of. */
export const teamView = (page: TeamPage): View => ({
  title: t('Team'),
  section: 'team',
  body: html`${pageHeader({
    title: t('Team'),
    lead: t('People who work on your links. Your account, API keys and this page stay private.'),
  })}
  ${card({ flush: true, body: memberTable(page) })} ${inviter(page.state)} ${waiting(page)} ${elsewhere(page)}
  ${history(page)}`,
});

const memberTable = ({ members, now }: TeamPage): Html =>
  table({
    caption: t('Your team'),
    rows: members,
    rowId: ({ id }) => `member-${id}`,
    columns: [
      {
        label: t('Member'),
        main: true,
        cell: ({ name, username }) => html`${name} <span class="quiet">@${username}</span>`,
      },
      { label: t('Email'), cell: ({ email }) => email },
      { label: t('Role'), cell: roleForm },
      { label: t('Since'), cell: ({ joinedAt }) => relativeTime(joinedAt, now) },
      {
        label: t('Remove'),
        hideLabel: true,
        align: 'end',
        cell: ({ id, name }) =>
          buttonForm({
            to: `/dashboard/team/${id}/remove`,
            label: t('Remove'),
            small: true,
            data: { 'aria-label': t('Remove {name}', { name }) },
            confirm: t('Remove {name}? They lose access immediately. Links they created remain.', { name }),
          }),
      },
    ],
    empty: emptyState({
      illustration: 'people',
      title: t('No members yet'),
      text: t('Invite people below to work on your links with their own account.'),
    }),
  });

const roleForm = ({ id, name, role }: Member): Html =>
  html`<form class="role-form" action="/dashboard/team/${id}/role" method="post">
    ${selectField({
      name: 'role',
      id: `role-${id}`,
      label: t('Role of {name}', { name }),
      hideLabel: true,
      value: role,
      choices: Object.entries(roles()).map(([value, { label }]) => ({ value, label })),
    })}
    ${button({ label: t('Save'), small: true, data: { 'aria-label': t('Save role of {name}', { name }) } })}
  </form>`;

function inviter(state: FormState): Html {
  const field = bind(state);
  return card({
    title: t('Invite a member'),
    lead: t('We’ll email them a link that expires after a week.'),
    body: form({
      action: '/dashboard/team',
      state,
      submit: t('Invite'),
      busyLabel: t('Inviting'),
      body: html`${textField({ ...field('email'), label: t('Email'), type: 'email', autocomplete: 'off', required: true, maxlength: 254 })}
      ${radioGroup({
        name: 'role',
        label: t('Role'),
        value: state.values?.role ?? 'editor',
        choices: Object.entries(roles()).map(([value, { label, hint }]) => ({ value, label, hint })),
      })}`,
    }),
  });
}

function waiting({ invitations, now }: TeamPage): Html | false {
  return tableCard(t('Invited'), {
    caption: t('Pending invitations'),
    rows: invitations,
    columns: [
      { label: t('Email'), main: true, cell: ({ email }) => email },
      { label: t('Role'), cell: ({ role }) => roles()[role].label },
      { label: t('Expires'), cell: ({ expiresAt }) => relativeTime(expiresAt, now) },
      {
        label: t('Revoke'),
        hideLabel: true,
        align: 'end',
        cell: ({ id, email }) =>
          buttonForm({
            to: `/dashboard/team/invitations/${id}/withdraw`,
            label: t('Revoke'),
            small: true,
            data: { 'aria-label': t('Revoke the invitation of {email}', { email }) },
          }),
      },
    ],
  });
}

function elsewhere({ workspaces }: TeamPage): Html | false {
  return tableCard(t('Workspaces you belong to'), {
    caption: t('Other workspaces'),
    rows: workspaces,
    columns: [
      {
        label: t('Owner'),
        main: true,
        cell: ({ name, username }) => html`${name} <span class="quiet">@${username}</span>`,
      },
      { label: t('Role'), cell: ({ role }) => roles()[role].label },
      {
        label: t('Leave'),
        hideLabel: true,
        align: 'end',
        cell: ({ id, name }) =>
          html`<div class="row-actions">
            ${buttonForm({
              to: '/workspace',
              label: t('Open'),
              small: true,
              fields: { id },
              data: { 'aria-label': t('Open the workspace of {name}', { name }) },
            })}
            ${buttonForm({
              to: `/dashboard/team/${id}/leave`,
              label: t('Leave'),
              small: true,
              data: { 'aria-label': t('Leave the workspace of {name}', { name }) },
              confirm: t('Leave the workspace of {name}? You need a new invitation to return.', { name }),
            })}
          </div>`,
      },
    ],
  });
}

function history({ acts, now }: TeamPage): Html | false {
  return tableCard(t('Team activity'), {
    caption: t('Team activity, newest first'),
    rows: acts,
    columns: [
      { label: t('Path'), main: true, cell: ({ path }) => html`<code>${path}</code>` },
      {
        label: t('Member'),
        cell: ({ username }) => (username === null ? t('Deleted account') : `@${username}`),
      },
      { label: t('When'), cell: ({ at }) => relativeTime(at, now) },
    ],
  });
}

/** An invitation, with the steps to accept it with or without an account. */
export function invitationView(
  { name, username, role, ownerId }: OpenInvitation,
  token: string,
  viewer: Viewer | undefined,
): View {
  const next = encodeURIComponent(`/invite?token=${token}`);
  const may =
    role === 'editor' ? t('create and edit their short links') : t('view their short links and statistics');
  return {
    title: t('{name} invites you', { name }),
    shape: 'plain',
    head: html`<meta name="robots" content="noindex" /> <meta name="referrer" content="no-referrer" />`,
    body: html`<h1>${name} invites you</h1>
      <p class="lead">
        Join the workspace of @${username}. You can ${may}, and switch back to your own at any time.
      </p>
      ${
        viewer === undefined
          ? html`<p>
                ${linkButton({ label: t('Sign in to join'), href: `/signin?next=${next}`, kind: 'primary', wide: true })}
              </p>
              <p class="plain-more">New here? <a href="/signup?next=${next}">Create account</a></p>`
          : viewer.id === ownerId
            ? html`<p>This is your own workspace. Share the link with the person you invited.</p>`
            : html`${buttonForm({
                  to: '/invite',
                  label: t('Join'),
                  kind: 'primary',
                  wide: true,
                  fields: { token },
                  busyLabel: t('Joining'),
                })}
                <p class="plain-more">You are signed in as ${viewer.name}, @${viewer.username}.</p>`
      }`,
  };
}

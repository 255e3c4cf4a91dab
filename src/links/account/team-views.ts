import type { OpenInvitation } from '../../identity/team/invitations.ts';
import type { Act, TeamInvitation, Member, Workspace } from '../../identity/team/members.ts';
import { t } from '../../web/translation/translate.ts';
import type { Viewer } from '../../platform/app.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, emptyState, pageHeader, table, relativeTime } from '../../web/components/surfaces.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { menuOpener } from '../../web/components/navigation/row-menu.ts';
import { bind, buttonForm, form } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { memberActs, type RightsPage, rightsFields, roles } from './member-views.ts';
import { tableCard } from '../owned/lists.ts';

interface TeamPage extends RightsPage {
  now: Date;
  members: readonly Member[];
  invitations: readonly TeamInvitation[];
  /** Other workspaces that the person is a member of. */
  workspaces: readonly Workspace[];
  acts: readonly Act[];
}

/** The members of a workspace, and the workspaces that the person is a member of. */
export const teamView = (page: TeamPage): View => ({
  title: t('Team'),
  section: 'team',
  body: html`${pageHeader({
    title: t('Team'),
    lead: t('People who work on your links. Your account, API keys and this page stay private.'),
    actions: linkButton({ label: t('Workspace'), href: '/dashboard/workspace', icon: 'settings' }),
  })}
  ${card({ flush: true, body: memberTable(page) })} ${inviter(page)} ${waiting(page)} ${elsewhere(page)}
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
        cell: ({ id, name, username }) =>
          html`<a href="/dashboard/team/${id}">${name}</a> <span class="quiet">@${username}</span>`,
      },
      { label: t('Email'), cell: ({ email }) => email },
      { label: t('Role'), cell: roleCell },
      { label: t('Since'), cell: ({ joinedAt }) => relativeTime(joinedAt, now) },
      {
        label: t('Actions'),
        hideLabel: true,
        align: 'end',
        cell: (member) => menuOpener('member', memberActs(member)),
      },
    ],
    empty: emptyState({
      illustration: 'people',
      title: t('No members yet'),
      text: t('Invite people below to work on your links with their own account.'),
    }),
  });

const roleCell = ({ role, domains }: Pick<Member, 'role' | 'domains'>): Html =>
  html`${roles()[role].label}${
    domains !== null &&
    html` <span class="quiet"
      >${t('{count, plural, one {# domain} other {# domains}}', { count: domains.length })}</span
    >`
  }`;

function inviter(page: TeamPage): Html {
  const field = bind(page.state);
  return card({
    title: t('Invite a member'),
    lead: t('We’ll email them a link that expires after a week.'),
    body: form({
      action: '/dashboard/team',
      state: page.state,
      submit: t('Invite'),
      busyLabel: t('Inviting'),
      body: html`${textField({ ...field('email'), label: t('Email'), type: 'email', autocomplete: 'off', required: true, maxlength: 254 })}
      ${rightsFields(page)}`,
    }),
  });
}

function waiting({ invitations, now }: TeamPage): Html | false {
  return tableCard(t('Invited'), {
    caption: t('Pending invitations'),
    rows: invitations,
    columns: [
      { label: t('Email'), main: true, cell: ({ email }) => email },
      { label: t('Role'), cell: roleCell },
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
            confirm: t('Revoke this invitation? Its link stops working.'),
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
  const may = {
    admin: t('manage their short links, domains and team'),
    editor: t('create and edit their short links'),
    viewer: t('view their short links and statistics'),
  }[role];
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

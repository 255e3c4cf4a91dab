import { button, linkButton, copyField } from '../../web/components/controls.ts';
import { card, notice, table, day, relativeTime } from '../../web/components/surfaces.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { personRow, stack } from '../../web/components/people.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import type { NumberedPage } from '../../platform/database/queries.ts';
import { type Group, mayManageGroup, pathOfGroup } from '../access/group.ts';
import type { GroupAction, GroupEntry } from '../access/group-log.ts';
import { type GroupInvitation, invitationLives, mostGroupInvitationUses } from './invitations.ts';
import type { GroupBan, GroupRequest } from './people.ts';
import { groupTop, section } from './views.ts';

interface Managed {
  requests: NumberedPage<GroupRequest>;
  bans: NumberedPage<GroupBan>;
  entries: NumberedPage<GroupEntry>;
  /** Undefined for moderators, who do not invite. */
  invitations: readonly GroupInvitation[] | undefined;
}

/** What the team of a group decides. `address`: of the invitation just created, which is shown once. */
export function manageGroupView(
  group: Group,
  managed: Managed,
  address?: string,
  state: FormState = {},
): View {
  const { requests, bans, entries, invitations } = managed;
  const here = pathOfGroup(group);
  return {
    title: t('Manage {title}', { title: group.title }),
    section,
    body: html`${groupTop(group, 'manage')}
    ${
      address !== undefined &&
      notice({
        tone: 'success',
        title: t('Invitation added'),
        body: copyField({ label: t('Copy this link now. It is not shown again.'), text: address }),
      })
    }
    ${card({
      title: t('Requests to join'),
      body:
        requests.items.length > 0
          ? stack(requests.items.map((request) => requestRow(group, request)))
          : html`<p>${t('No requests are waiting.')}</p>`,
    })}
    ${invitations && invitationCard(here, invitations, state)} ${mayManageGroup(group) && chatCard(group)}
    ${
      bans.items.length > 0 &&
      card({ title: t('Banned people'), body: stack(bans.items.map((ban) => banRow(here, ban))) })
    }
    ${
      mayManageGroup(group) &&
      html`<p>${linkButton({ label: t('Edit group'), href: `${here}/edit`, icon: 'pencil' })}</p>`
    }
    ${entries.items.length > 0 && card({ title: t('Log'), flush: true, body: logTable(entries.items) })}`,
  };
}

const chatCard = (group: Group): Html =>
  card({
    title: t('Chat'),
    lead: t(
      'All members of the group write to each other. Who joins or leaves the group joins or leaves the chat.',
    ),
    body: group.hasChat
      ? buttonForm({
          to: `${pathOfGroup(group)}/chat`,
          label: t('Delete chat'),
          kind: 'danger',
          icon: 'trash-2',
          fields: { do: 'off' },
          confirm: t('Delete the chat with all its messages?'),
        })
      : buttonForm({
          to: `${pathOfGroup(group)}/chat`,
          label: t('Add chat'),
          icon: 'message-circle',
          fields: { do: 'on' },
        }),
  });

const requestRow = (group: Group, { person, answers, at }: GroupRequest): Html => {
  const decide = (act: 'approve' | 'decline', label: string) =>
    buttonForm({
      to: `${pathOfGroup(group)}/requests`,
      label,
      small: true,
      ...(act === 'approve' && { kind: 'primary' }),
      fields: { person: person.id, do: act },
    });
  return personRow({
    person,
    href: `/@${person.username}`,
    detail: html`${relativeTime(at)}${answers.map(
      (answer, n) => html`<br /><span dir="auto">${group.questions[n] ?? ''} — ${answer}</span>`,
    )}`,
    actions: html`${decide('approve', t('Approve'))} ${decide('decline', t('Decline'))}`,
  });
};

const invitationCard = (here: string, invitations: readonly GroupInvitation[], state: FormState): Html =>
  card({
    title: t('Invitations'),
    lead: t('People join with the link without a request.'),
    body: html`${form({
      action: `${here}/invitations`,
      state,
      answersWithPage: true,
      body: html`${textField({
        ...bind({ ...state, values: { uses: '1', ...state.values } })('uses'),
        label: t('How many people can use it'),
        type: 'number',
        min: 1,
        max: mostGroupInvitationUses,
        required: true,
      })}
      ${selectField({
        name: 'days',
        label: t('Expires after'),
        value: state.values?.days ?? '7',
        choices: invitationLives.map((value) => ({
          value: String(value),
          label: t('{count, plural, one {# day} other {# days}}', { count: value }),
        })),
      })}
      ${button({ label: t('Add invitation'), icon: 'plus' })}`,
    })}
    ${
      invitations.length > 0 &&
      table({
        caption: t('Invitations'),
        rows: invitations,
        columns: [
          { label: t('Expires'), main: true, cell: ({ expiresAt }) => day(expiresAt) },
          { label: t('Uses'), cell: ({ uses, maxUses }) => t('{uses} of {maxUses}', { uses, maxUses }) },
          {
            label: t('Revoke'),
            hideLabel: true,
            align: 'end',
            cell: ({ id }) =>
              buttonForm({
                to: `${here}/invitations/revoke`,
                label: t('Revoke'),
                small: true,
                fields: { invitation: id },
              }),
          },
        ],
      })
    }`,
  });

const banRow = (here: string, { person, reason, expiresAt }: GroupBan): Html =>
  personRow({
    person,
    href: `/@${person.username}`,
    detail: html`${expiresAt ? html`${t('Until')} ${day(expiresAt)}` : t('Until it is lifted')}
      <span dir="auto">${reason}</span>`,
    actions: buttonForm({
      to: `${here}/bans/lift`,
      label: t('Lift ban'),
      small: true,
      fields: { person: person.id },
    }),
  });

const logTable = (entries: readonly GroupEntry[]): Html =>
  table({
    caption: t('Log'),
    rows: entries,
    columns: [
      { label: t('Action'), main: true, cell: ({ action }) => actionNames()[action] },
      { label: t('By'), cell: ({ actor }) => nameOf(actor) },
      { label: t('Person'), cell: ({ person }) => nameOf(person) },
      { label: t('Time'), cell: ({ at }) => relativeTime(at) },
    ],
  });

const nameOf = (username: string | null) =>
  username !== null && html`<a href="/@${username}">@${username}</a>`;

const actionNames = (): Readonly<Record<GroupAction, string>> => ({
  update: t('Group changed'),
  approve: t('Request approved'),
  decline: t('Request declined'),
  role: t('Role changed'),
  remove: t('Member removed'),
  ban: t('Person banned'),
  unban: t('Ban lifted'),
  invite: t('Invitation added'),
  revoke: t('Invitation revoked'),
  pin: t('Post pinned'),
  unpin: t('Post unpinned'),
  'delete-post': t('Post deleted'),
  'delete-comment': t('Comment deleted'),
  chat: t('Chat added'),
  'end-chat': t('Chat deleted'),
});

import { t } from '../../../kernel/translation/translate.ts';
import type { Invitation } from '../../../identity/sign-up/invitations.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { badge } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { copyField } from '../../../web/components/copy.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { table } from '../../../web/components/table.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { day } from '../../../web/components/time.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Fragment } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

interface InvitationsPage {
  invitations: readonly Invitation[];
  now: Date;
  base: string;
  state: FormState;
}

/** Sent invitations, and the form to send more. */
export function invitationsView({ invitations, now, base, state }: InvitationsPage): View {
  const [newest] = invitations;
  return settings(
    t('Invitations'),
    '/settings/invitations',
    html`${card({
      title: t('Invite a member'),
      lead: t('Each invitation works once and expires after two weeks.'),
      body: html`${form({
        action: '/settings/invitations',
        state,
        submit: t('Invite'),
        body: textField({
          ...bind(state)('email'),
          label: t('Email address'),
          hint: t('Leave empty to get a link to share yourself.'),
          type: 'email',
          required: false,
        }),
      })}
      ${
        newest?.usedAt === null &&
        newest.expiresAt > now &&
        copyField({ label: t('Latest link'), text: linkOf(base, newest) })
      }`,
    })}
    ${table({
      caption: t('Your invitations'),
      rows: invitations,
      columns: [
        { label: t('Email'), main: true, cell: ({ email }) => email || t('Anyone with the link') },
        { label: t('Code'), cell: ({ code }) => html`<code>${code}</code>` },
        { label: t('Status'), cell: (invitation) => stateOf(invitation, now) },
        { label: t('Expires'), cell: ({ expiresAt }) => day(expiresAt) },
        {
          label: t('Revoke'),
          hideLabel: true,
          align: 'end',
          cell: ({ id, usedAt }) =>
            usedAt === null &&
            buttonForm({
              to: '/settings/invitations/take-back',
              label: t('Revoke'),
              small: true,
              fields: { id },
            }),
        },
      ],
      empty: emptyState({
        illustration: 'people',
        title: t('No invitations yet'),
        text: t('People you invite appear here until they join.'),
      }),
    })}`,
  );
}

const linkOf = (base: string, { code }: Invitation) => `${base}/signup?invitation=${code}`;

function stateOf({ usedAt, expiresAt }: Invitation, now: Date): Fragment {
  if (usedAt) return badge(t('Joined'), 'success');
  return expiresAt > now ? badge(t('Open')) : badge(t('Ended'));
}

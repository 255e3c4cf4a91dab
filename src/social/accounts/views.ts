import { chatSignals, type PrivatePart, privateParts } from '../../identity/account/privacy.ts';
import { settings } from '../../identity/components/settings-frame.ts';
import { type Invitation, lives, mostUses } from '../../identity/sign-up/invitations.ts';
import { t } from '../../web/translation/translate.ts';
import { badge, card, emptyState, table, day } from '../../web/components/surfaces.ts';
import { linkButton, copyButton, copyField } from '../../web/components/controls.ts';
import { selectField, switchField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { type Fragment, html, type View } from '../../web/html.ts';

const partNames = (): Readonly<Record<PrivatePart, string>> => ({
  email: t('Email'),
  phone: t('Phone'),
  birthdate: t('Date of birth'),
  gender: t('Gender'),
  relationship: t('Relationship'),
  location: t('Country, city and hometown'),
  work: t('Work'),
  education: t('Education'),
  links: t('Website and social networks'),
  friends: t('List of friends'),
});

const signalNames = (): Readonly<Record<(typeof chatSignals)[number], { label: string; hint: string }>> => ({
  presence: {
    label: t('Show when you are online'),
    hint: t('When off, you can’t see when others are online either.'),
  },
  receipts: {
    label: t('Send read receipts'),
    hint: t('When off, you can’t see whether others have read your messages either.'),
  },
  typing: {
    label: t('Show when you are typing'),
    hint: t('When off, you can’t see when others are typing either.'),
  },
});

/** Privacy settings. */
export function privacyView(state: FormState): View {
  const field = bind(state);
  return settings(
    t('Privacy'),
    '/settings/privacy',
    html`${form({
      action: '/settings/privacy',
      state,
      submit: t('Save'),
      body: html`${card({
        title: t('Private account'),
        body: switchField({
          name: 'private',
          label: t('Only approved followers and friends see your posts'),
          hint: t(
            'Also the posts and articles you have published. People ask before they follow you. What you write in forums, questions and comments stays public. When you turn this off, pending requests are accepted.',
          ),
          checked: state.values?.private === 'on',
        }),
      })}
      ${card({
        title: t('Visibility'),
        lead: t('On your profile and in apps. Apps you sign in with see what you authorize.'),
        body: html`<div class="field-pairs">
          ${privateParts.map((part) =>
            selectField({
              ...field(part),
              label: partNames()[part],
              choices: [
                { value: 'public', label: t('Everyone') },
                { value: 'friends', label: t('Friends') },
                { value: 'me', label: t('Only you') },
              ],
            }),
          )}
        </div>`,
      })}
      ${card({
        title: t('Messages'),
        body: html`${selectField({
          ...field('messages'),
          label: t('Who can message you'),
          choices: [
            { value: 'everybody', label: t('Everyone') },
            { value: 'friends-of-friends', label: t('Friends of friends') },
            { value: 'friends', label: t('Friends') },
            { value: 'nobody', label: t('Nobody') },
          ],
        })}
        ${chatSignals.map((signal) =>
          switchField({
            name: signal,
            ...signalNames()[signal],
            checked: state.values?.[signal] === 'on',
          }),
        )}`,
      })}
      ${card({
        title: t('Discovery'),
        body: html`${selectField({
          ...field('requests'),
          label: t('Who can send you friend requests'),
          choices: [
            { value: 'everybody', label: t('Everyone') },
            { value: 'friends-of-friends', label: t('Friends of friends') },
            { value: 'nobody', label: t('Nobody') },
          ],
        })}
        ${switchField({
          name: 'listed',
          label: t('Allow search engines to show your profile'),
          hint: t('It can take a few weeks to take effect.'),
          checked: state.values?.listed === 'on',
        })}
        ${switchField({
          name: 'offered',
          label: t('Include your public content in paid API results'),
          hint: html`AI agents and apps pay for each call. Posts for friends are never included.
            <a href="/settings/sales">See what was included</a>`,
          checked: state.values?.offered === 'on',
        })}`,
      })}`,
    })}
    ${card({
      title: t('Blocked people'),
      lead: t('People you block can’t see or contact you.'),
      body: linkButton({ label: t('Manage blocked people'), href: '/people/blocked' }),
    })}`,
  );
}

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
      lead: t('An invitation that you mail works once. A link works for as many people as you choose.'),
      body: html`${form({
        action: '/settings/invitations',
        state,
        submit: t('Invite'),
        body: html`${textField({
          ...bind(state)('email'),
          label: t('Email address'),
          hint: t('Leave empty to get a link to share yourself.'),
          type: 'email',
          required: false,
        })}
        ${textField({
          ...bind(state)('uses'),
          value: state.values?.uses ?? '1',
          label: t('People who may use the link'),
          type: 'number',
          min: 1,
          max: mostUses,
        })}
        ${selectField({
          ...bind(state)('life'),
          value: state.values?.life ?? '14',
          label: t('Expires after'),
          choices: lives.map((life) => ({
            value: String(life),
            label: t('{life, plural, one {# day} other {# days}}', { life }),
          })),
        })}`,
      })}
      ${newest && isOpen(newest, now) && copyField({ label: t('Latest link'), text: linkOf(base, newest) })}`,
    })}
    ${table({
      caption: t('Your invitations'),
      rows: invitations,
      columns: [
        { label: t('Email'), main: true, cell: ({ email }) => email || t('Anyone with the link') },
        {
          label: t('Code'),
          cell: (invitation) =>
            html`<code>${invitation.code}</code>
              ${isOpen(invitation, now) && copyButton(linkOf(base, invitation), t('Copy link'))}`,
        },
        { label: t('Status'), cell: (invitation) => stateOf(invitation, now) },
        {
          label: t('Joined'),
          align: 'end',
          cell: ({ uses, maxUses }) => t('{uses} of {maxUses}', { uses, maxUses }),
        },
        { label: t('Expires'), cell: ({ expiresAt }) => day(expiresAt) },
        {
          label: t('Revoke'),
          hideLabel: true,
          align: 'end',
          cell: (invitation) =>
            isOpen(invitation, now) &&
            buttonForm({
              to: '/settings/invitations/take-back',
              label: t('Revoke'),
              small: true,
              fields: { id: invitation.id },
              confirm: t('Revoke this invitation? Its link stops working.'),
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

const isOpen = ({ usedAt, expiresAt }: Invitation, now: Date) => usedAt === null && expiresAt > now;

const linkOf = (base: string, { code }: Invitation) => `${base}/signup?invitation=${code}`;

function stateOf({ usedAt, expiresAt }: Invitation, now: Date): Fragment {
  if (usedAt) return badge(t('Joined'), 'success');
  return expiresAt > now ? badge(t('Open')) : badge(t('Ended'));
}

import { t } from '../../web/translation/translate.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, notice, table, relativeTime } from '../../web/components/surfaces.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { passkeyForm } from '../components/passkey-form.ts';
import { settings } from '../components/settings-frame.ts';
import { currentPasswordField } from '../credentials/components.ts';
import { otherSessionsCard } from '../sessions/components.ts';
import type { Passkey } from './passkeys.ts';

const here = '/settings/passkeys';

/** The account's passkeys and a form to add another. */
export const passkeysView = (passkeys: readonly Passkey[], state: FormState): View =>
  settings(
    t('Passkeys'),
    here,
    html`${passkeys.length > 0 && card({ title: t('Your passkeys'), body: list(passkeys) })}
    ${card({
      title: t('Add a passkey'),
      lead: t(
        'Sign in with your fingerprint, face or screen lock instead of a password. It also replaces the two-factor code.',
      ),
      body: form({
        action: `${here}/begin`,
        state,
        submit: t('Continue'),
        answersWithPage: true,
        body: html`${textField({
          ...bind(state)('name'),
          label: t('Device name'),
          hint: t('Such as “Phone” or “Blue security key”.'),
          maxlength: 60,
        })}
        ${password(state)}`,
      }),
    })}
    ${otherSessionsCard()}`,
  );

const password = (state: FormState): Html =>
  currentPasswordField({ ...bind(state)('current'), label: t('Your password') });

const list = (passkeys: readonly Passkey[]): Html =>
  table({
    caption: t('Your passkeys'),
    rows: passkeys,
    columns: [
      { label: t('Name'), main: true, cell: ({ name }) => name },
      { label: t('Site'), cell: ({ host }) => host },
      { label: t('Added'), cell: ({ createdAt }) => relativeTime(createdAt) },
      {
        label: t('Last used'),
        cell: ({ lastUsedAt }) => (lastUsedAt ? relativeTime(lastUsedAt) : t('Not yet')),
      },
      {
        label: t('Remove'),
        hideLabel: true,
        align: 'end',
        cell: ({ id }) => linkButton({ label: t('Remove'), small: true, href: `${here}/${id}/remove` }),
      },
    ],
  });

const cannot = () =>
  notice({
    tone: 'warning',
    title: t('Passkeys are not supported in this browser'),
    body: t('They need JavaScript, a secure connection and a screen lock.'),
  });

/** The step in which the device creates the passkey. `options` are the browser's creation options as JSON. */
export const createPasskeyView = (name: string, options: string): View =>
  settings(
    t('Create passkey'),
    here,
    card({
      title: t('Create the passkey “{name}”', { name }),
      lead: t('Your device will ask for your fingerprint, face or screen lock. You have five minutes.'),
      body: html`${passkeyForm({ action: here, label: t('Create passkey'), kind: 'primary', create: options })}
        <div data-passkey-missing hidden>${cannot()}</div>
        <noscript>${cannot()}</noscript>
        <p><a href="${here}">Cancel</a></p>`,
    }),
  );

export const removePasskeyView = ({ id, name, host }: Passkey, state: FormState): View =>
  settings(
    t('Remove a passkey'),
    here,
    card({
      title: t('Remove “{name}”?', { name }),
      lead: t(
        'You will no longer be able to sign in to {host} with it. Delete it from your device as well.',
        { host },
      ),
      danger: true,
      body: form({
        action: `${here}/${id}/remove`,
        state,
        submit: t('Remove'),
        submitKind: 'danger',
        cancel: { label: t('Cancel'), href: here },
        body: password(state),
      }),
    }),
  );

import { card } from '../../../web/components/card.ts';
import { linkButton } from '../../../web/components/button.ts';
import { notice } from '../../../web/components/notice.ts';
import { table } from '../../../web/components/table.ts';
import { passwordField, textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { settings } from '../../components/settings-frame.ts';
import type { Passkey } from '../passkey.ts';
import { passkeyForm } from '../../components/passkey-form.ts';

const here = '/settings/passkeys';

/** The passkeys that somebody has, and a form for another. */
export const passkeysView = (passkeys: readonly Passkey[], state: FormState): View =>
  settings(
    'Passkeys',
    here,
    html`${passkeys.length > 0 && card({ title: 'Your passkeys', body: list(passkeys) })}
    ${card({
      title: 'Add a passkey',
      lead: 'Sign in with your fingerprint, face or screen lock instead of a password. It also replaces the two-factor code.',
      body: form({
        action: `${here}/begin`,
        state,
        submit: 'Continue',
        answersWithPage: true,
        body: html`${textField({
          ...bind(state)('name'),
          label: 'Device name',
          hint: 'Such as “Phone” or “Blue security key”.',
          maxlength: 60,
        })}
        ${password(state)}`,
      }),
    })}`,
  );

const password = (state: FormState): Html =>
  passwordField({ ...bind(state)('current'), label: 'Your password', purpose: 'current', required: true });

const list = (passkeys: readonly Passkey[]): Html =>
  table({
    caption: 'Your passkeys',
    rows: passkeys,
    columns: [
      { label: 'Name', main: true, cell: ({ name }) => name },
      { label: 'Works at', cell: ({ host }) => host },
      { label: 'Added', cell: ({ createdAt }) => relativeTime(createdAt) },
      { label: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? relativeTime(lastUsedAt) : 'Not yet') },
      {
        label: 'Remove',
        hideLabel: true,
        align: 'end',
        cell: ({ id }) => linkButton({ label: 'Remove', small: true, href: `${here}/${id}/remove` }),
      },
    ],
  });

const cannot = notice({
  tone: 'warning',
  title: 'Passkeys are not supported in this browser',
  body: 'They need JavaScript, a secure connection and a screen lock.',
});

/** The step at which the device makes it. `options`: what the browser needs for that, as JSON. */
export const createPasskeyView = (name: string, options: string): View =>
  settings(
    'Create passkey',
    here,
    card({
      title: `Make the passkey “${name}”`,
      lead: 'Your device will ask for your fingerprint, face or screen lock. You have five minutes.',
      body: html`${passkeyForm({ action: here, label: 'Create passkey', kind: 'primary', create: options })}
        <div data-passkey-missing hidden>${cannot}</div>
        <noscript>${cannot}</noscript>
        <p><a href="${here}">Cancel</a></p>`,
    }),
  );

export const removePasskeyView = ({ id, name, host }: Passkey, state: FormState): View =>
  settings(
    'Remove a passkey',
    here,
    card({
      title: `Remove “${name}”?`,
      lead: `You will no longer be able to sign in to ${host} with it. Delete it from your device as well.`,
      danger: true,
      body: form({
        action: `${here}/${id}/remove`,
        state,
        submit: 'Remove',
        submitKind: 'danger',
        cancel: { label: 'Cancel', href: here },
        body: password(state),
      }),
    }),
  );

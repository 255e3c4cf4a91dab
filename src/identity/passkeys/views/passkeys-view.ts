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
      lead: 'You then sign in with your fingerprint, your face or the lock of your device: no password, and no code where a second factor is asked for.',
      body: form({
        action: `${here}/begin`,
        state,
        submit: 'Continue',
        answersWithPage: true,
        body: html`${textField({
          ...bind(state)('name'),
          label: 'Name of this device',
          hint: 'To tell it from others, such as “Phone” or “Blue key”.',
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
  title: 'This browser cannot make one here',
  body: 'It needs scripts, a secure address and a lock on the device.',
});

/** The step at which the device makes it. `options`: what the browser needs for that, as JSON. */
export const makePasskeyView = (name: string, options: string): View =>
  settings(
    'Make the passkey',
    here,
    card({
      title: `Make the passkey “${name}”`,
      lead: 'Your device asks for your fingerprint, your face or its lock. You have five minutes.',
      body: html`${passkeyForm({ action: here, label: 'Make it', kind: 'primary', create: options })}
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
      lead: `It signs you in to ${host} no more. Delete it from your device as well.`,
      danger: true,
      body: form({
        action: `${here}/${id}/remove`,
        state,
        submit: 'Remove',
        submitKind: 'danger',
        cancel: { label: 'Keep it', href: here },
        body: password(state),
      }),
    }),
  );

import { renderSVG } from 'uqr';
import { t } from '../../web/translation/translate.ts';
import { card, notice } from '../../web/components/surfaces.ts';
import { copyField } from '../../web/components/controls.ts';
import { radioGroup } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html, trusted, type View } from '../../web/html.ts';
import { settings } from '../components/settings-frame.ts';
import { currentPasswordField } from '../credentials/components.ts';
import { otherSessionsCard } from '../sessions/components.ts';
import type { Factor } from './set-up.ts';

const here = '/settings/two-factors';

interface FactorOptions {
  factor: Factor | undefined;
  email: string;
  /** The content of the QR code. Empty for email. */
  setup: string;
  recoveryCodes: number;
  state: FormState;
}

/** Settings page of the second factor. */
export const factorView = (options: FactorOptions): View =>
  settings(
    t('Two-factor authentication'),
    here,
    html`${
      !options.factor
        ? choose(options)
        : options.factor.isConfirmed
          ? inUse(options, options.factor)
          : html`${confirm(options, options.factor)}${choose(options)}`
    }
    ${otherSessionsCard()}`,
  );

const password = (id: string, state: FormState): Html =>
  currentPasswordField({
    ...bind(state)('current'),
    id,
    label: t('Your password'),
  });

const choose = ({ email, state }: FactorOptions): Html =>
  card({
    title: t('Set up two-factor authentication'),
    lead: t('Protects your account even if someone learns your password.'),
    body: form({
      action: `${here}/begin`,
      state,
      submit: t('Continue'),
      body: html`${radioGroup({
        ...bind(state)('method'),
        value: state.values?.method ?? 'app',
        label: t('Method'),
        choices: [
          {
            value: 'app',
            label: t('Authenticator app'),
            hint: t('Works offline. Recommended.'),
          },
          { value: 'email', label: t('Email'), hint: t('To {email}, each time you sign in.', { email }) },
        ],
      })}
      ${password('begin-current', state)}`,
    }),
  });

const confirm = ({ setup, state, email }: FactorOptions, { secret, method }: Factor): Html =>
  card({
    title: t('Verify your setup'),
    body: html`${
      method === 'app'
        ? html`<p>Scan this with your app, or enter the key.</p>
            <div class="setup-code">${trusted(renderSVG(setup, { border: 2 }))}</div>
            ${copyField({ label: t('Key'), text: secret })}`
        : html`<p>We sent a code to <b>${email}</b>.</p>`
    }
    ${form({
      action: `${here}/confirm`,
      state: state.errors?.code === undefined ? {} : state,
      submit: t('Turn on'),
      answersWithPage: true,
      body: textField({
        ...bind(state)('code'),
        label: t('Code'),
        autocomplete: 'one-time-code',
        inputmode: 'numeric',
        maxlength: 8,
        mono: true,
        required: true,
      }),
    })}`,
  });

const inUse = ({ recoveryCodes, state }: FactorOptions, { method }: Factor): Html =>
  html`${notice({
    tone: 'success',
    title: t('Two-factor authentication is on'),
    body: method === 'app' ? t('Method: authenticator app.') : t('Method: email.'),
  })}
  ${card({
    title: t('Recovery codes'),
    lead: t('{recoveryCodes} of 10 left. Each can be used once instead of a code.', { recoveryCodes }),
    body: form({
      action: `${here}/codes`,
      state,
      submit: t('Generate new codes'),
      submitKind: 'quiet',
      answersWithPage: true,
      confirm: t('Generate new recovery codes? Your current codes stop working.'),
      body: password('codes-current', state),
    }),
  })}
  ${card({
    title: t('Turn off two-factor authentication'),
    danger: true,
    body: form({
      action: `${here}/end`,
      submit: t('Turn off'),
      submitKind: 'danger',
      confirm: t('Turn off two-factor authentication?'),
      body: password('end-current', {}),
    }),
  })}`;

/** Recovery codes, which are shown only once. */
export const recoveryCodesView = (codes: readonly string[]): View =>
  settings(
    t('Recovery codes'),
    here,
    html`${notice({
      tone: 'warning',
      title: t('Save your recovery codes'),
      body: t('You won’t see them again. Each can be used once instead of a code.'),
    })}
    ${card({
      body: html`${copyField({ label: t('Recovery codes'), text: codes.join(' ') })}
        <ul class="setup-codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ul>
        <p><a href="${here}">Done</a></p>`,
    })}`,
  );

import { renderSVG } from 'uqr';
import { card } from '../../../web/components/card.ts';
import { radioGroup } from '../../../web/components/fields/choice-field.ts';
import { copyField } from '../../../web/components/copy.ts';
import { notice } from '../../../web/components/notice.ts';
import { passwordField, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, trusted, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { settings } from '../../components/settings-frame.ts';
import type { Factor } from '../set-up.ts';

const here = '/settings/two-factors';

interface FactorOptions {
  factor: Factor | undefined;
  email: string;
  /** What an app reads from the QR code; '' by mail. */
  setup: string;
  recoveryCodes: number;
  state: FormState;
}

/** What is asked for beside the password. */
export const factorView = (options: FactorOptions): View =>
  settings(
    'Two factors',
    here,
    !options.factor
      ? choose(options)
      : options.factor.isConfirmed
        ? inUse(options, options.factor)
        : html`${confirm(options, options.factor)}${choose(options)}`,
  );

const password = (id: string, state: FormState): Html =>
  passwordField({
    ...bind(state)('current'),
    id,
    label: 'Your password',
    purpose: 'current',
    required: true,
  });

const choose = ({ email, state }: FactorOptions): Html =>
  card({
    title: 'Ask for a second factor',
    lead: 'Whoever learns your password then still cannot sign in.',
    body: form({
      action: `${here}/begin`,
      state,
      submit: 'Continue',
      body: html`${radioGroup({
        ...bind(state)('method'),
        value: state.values?.method ?? 'app',
        label: 'What shows you the code',
        choices: [
          {
            value: 'app',
            label: 'An app on your phone',
            hint: 'Works without a network. The better choice.',
          },
          { value: 'email', label: 'A mail', hint: `To ${email}, each time you sign in.` },
        ],
      })}
      ${password('begin-current', state)}`,
    }),
  });

const confirm = ({ setup, state, email }: FactorOptions, { secret, method }: Factor): Html =>
  card({
    title: 'Show that it works',
    body: html`${
      method === 'app'
        ? html`<p>Let your app read this, or type the key into it.</p>
            <div class="setup-code">${trusted(renderSVG(setup, { border: 2 }))}</div>
            ${copyField({ label: 'Key', text: secret })}`
        : html`<p>We mailed a code to <b>${email}</b>.</p>`
    }
    ${form({
      action: `${here}/confirm`,
      state: state.errors?.code === undefined ? {} : state,
      submit: 'Turn it on',
      answersWithPage: true,
      body: textField({
        ...bind(state)('code'),
        label: 'Code',
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
    title: 'A second factor is asked for',
    body: method === 'app' ? 'A code of your app.' : 'A code by mail.',
  })}
  ${card({
    title: 'Recovery codes',
    lead: `${recoveryCodes} of 10 are left. Each signs you in once without the second factor.`,
    body: form({
      action: `${here}/codes`,
      state,
      submit: 'Make new ones',
      submitKind: 'quiet',
      answersWithPage: true,
      confirm: 'Make new recovery codes? The ones you have stop working.',
      body: password('codes-current', state),
    }),
  })}
  ${card({
    title: 'End it',
    danger: true,
    body: form({
      action: `${here}/end`,
      submit: 'Ask for the password alone',
      submitKind: 'danger',
      confirm: 'Sign in by password alone from now on?',
      body: password('end-current', {}),
    }),
  })}`;

/** Shown this once. */
export const recoveryCodesView = (codes: readonly string[]): View =>
  settings(
    'Recovery codes',
    here,
    html`${notice({
      tone: 'warning',
      title: 'Keep these where you find them without your phone',
      body: 'They are not shown again. Each signs you in once without the second factor.',
    })}
    ${card({
      body: html`${copyField({ label: 'Recovery codes', text: codes.join(' ') })}
        <ul class="setup-codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ul>
        <p><a href="${here}">Done</a></p>`,
    })}`,
  );

import { operator } from '../../../identity/components/operator-frame.ts';
import { card } from '../../../web/components/card.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { passwordField } from '../../../web/components/fields/text-field.ts';
import { notice } from '../../../web/components/notice.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

const here = '/operator/revenue';
const names: Readonly<Record<string, string>> = { base: 'Base', solana: 'Solana' };
const back = html`<p class="prose"><a href="${here}">Revenue</a></p>`;

/** Asks for the password before the secrets are shown. */
export const keysFormView = (ownKeys: readonly string[], state: FormState): View =>
  operator(
    'Payment keys',
    here,
    html`${back}
    ${
      ownKeys.length === 0
        ? emptyState({
            illustration: 'quiet',
            title: 'No keys here',
            text: 'Payments go to addresses of yours that the settings name; their keys are with you.',
          })
        : form({
            action: `${here}/keys`,
            state,
            submit: 'Show keys',
            body: card({
              title: 'Export payment keys',
              lead: 'Whoever has these keys has the money. Import them into a wallet, and keep them nowhere else.',
              body: passwordField({
                name: 'current',
                label: 'Your password',
                purpose: 'current',
                ...(state.errors?.current !== undefined && { error: state.errors.current }),
              }),
            }),
          })
    }`,
  );

/** The secrets, once. */
export const keysView = (keys: Readonly<Record<string, { address: string; secret: string }>>): View =>
  operator(
    'Payment keys',
    here,
    html`${back}
    ${notice({ tone: 'warning', body: 'Shown once. Close this page when the keys are in your wallet.' })}
    ${Object.entries(keys).map(([network, { address, secret }]) =>
      codeSample({ title: `${names[network] ?? network}: ${address}`, code: secret }),
    )}`,
  );

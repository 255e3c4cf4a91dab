import { t } from '../../../kernel/translation/translate.ts';
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
const back = () => html`<p class="prose"><a href="${here}">Revenue</a></p>`;

/** Requests the password before showing the secrets. */
export const keysFormView = (ownKeys: readonly string[], state: FormState): View =>
  operator(
    t('Payment keys'),
    here,
    html`${back()}
    ${
      ownKeys.length === 0
        ? emptyState({
            illustration: 'quiet',
            title: t('No keys stored'),
            text: t('Payments go to the addresses in your settings. Only you have their keys.'),
          })
        : form({
            action: `${here}/keys`,
            state,
            submit: t('Show keys'),
            body: card({
              title: t('Export payment keys'),
              lead: t(
                'Anyone with these keys controls the funds. Import them into a wallet and do not store them elsewhere.',
              ),
              body: passwordField({
                name: 'current',
                label: t('Your password'),
                purpose: 'current',
                ...(state.errors?.current !== undefined && { error: state.errors.current }),
              }),
            }),
          })
    }`,
  );

/** Shows the secrets once. */
export const keysView = (keys: Readonly<Record<string, { address: string; secret: string }>>): View =>
  operator(
    t('Payment keys'),
    here,
    html`${back()}
    ${notice({ tone: 'warning', body: t('Shown once. Close this page after importing the keys.') })}
    ${Object.entries(keys).map(([network, { address, secret }]) =>
      codeSample({ title: `${names[network] ?? network}: ${address}`, code: secret }),
    )}`,
  );

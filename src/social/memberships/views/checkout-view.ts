import { t } from '../../../kernel/translation/translate.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { formatMoney, plainMoney, type Money } from '../../wallet/money/money.ts';
import { topUpHref } from '../../wallet/top-ups/top-up.ts';
import { longestTipMessage } from '../tip.ts';

const amountInput = { inputmode: 'decimal', autocomplete: 'off', required: true } as const;
const messageInput = () =>
  ({ label: t('Message'), hint: t('Shown to the recipient with your name.'), required: false }) as const;

interface CheckoutOptions {
  config: Pick<Config, 'CURRENCY'>;
  title: string;
  /** The item being bought. */
  about: Fragment;
  /** The total and its consequences, as sentences. */
  words: Fragment;
  /** The amount due now. */
  due: Money;
  balance: Money;
  action: string;
  submit: string;
  cancel: string;
  fields?: Readonly<Record<string, string>>;
  state: FormState;
}

/** A checkout page with the amount and a single button to pay. */
export function checkoutView(options: CheckoutOptions): View {
  const { config, title, about, words, due, balance, action, submit, cancel, fields = {}, state } = options;
  const isShort = balance < due;
  return {
    title,
    section: 'settings',
    body: html`${pageHeader({ title })}
      <div class="checkout">
        ${card({
          body: html`<div class="checkout-about">${about}</div>
            <p class="checkout-due"><b>${formatMoney(config, due)}</b> ${t('due now')}</p>
            <dl class="checkout-sums">
              <div>
                <dt>Your balance</dt>
                <dd>${formatMoney(config, balance)}</dd>
              </div>
              ${
                !isShort &&
                html`<div>
                  <dt>Balance after purchase</dt>
                  <dd>${formatMoney(config, balance - due)}</dd>
                </div>`
              }
            </dl>
            <p class="checkout-terms">${words}</p>
            ${isShort ? topUpNotice(config, due - balance, hereWith(action, fields)) : ''}
            ${form({
              action,
              state,
              ...(!isShort && { submit, wide: true }),
              ...(!isShort && { cancel: { label: t('Cancel'), href: cancel } }),
              body: html`<input type="hidden" name="price" value="${plainMoney(due)}" />
                ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
                ${
                  isShort &&
                  html`<div class="form-actions">
                    ${button({ label: t('Try again'), kind: 'quiet' })}
                    ${linkButton({ label: t('Cancel'), href: cancel, kind: 'plain' })}
                  </div>`
                }`,
            })}`,
        })}
      </div>`,
  };
}

/** The URL of this page with the other fields of its form. */
function hereWith(path: string, fields: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString();
  return query === '' ? path : `${path}?${query}`;
}

const topUpNotice = (config: Pick<Config, 'CURRENCY'>, missing: Money, here: string): Html =>
  notice({
    tone: 'warning',
    title: t('Your wallet is {config} short', { config: formatMoney(config, missing) }),
    body: html`<p>
      ${linkButton({ label: t('Top up your wallet'), href: topUpHref(here), icon: 'plus', kind: 'primary' })}
    </p>`,
  });

interface TipViewOptions {
  config: Pick<Config, 'CURRENCY'>;
  to: string;
  href: string;
  action: string;
  key: string;
  balance: Money;
  state: FormState;
}

/** The tip form: amount and message. */
export function tipView({ config, to, href, action, key, balance, state }: TipViewOptions): View {
  const bound = bind({ ...state, values: { amount: '5', ...state.values } });
  const title = t('Send a tip to {to}', { to });
  return {
    title,
    section: 'settings',
    body: html`${pageHeader({ title, lead: html`Paid from your wallet: ${formatMoney(config, balance)}.` })}
    ${card({
      body: form({
        action,
        state,
        submit: t('Send tip'),
        cancel: { label: t('Cancel'), href },
        body: html`<input type="hidden" name="key" value="${key}" />
          ${textField({ ...bound('amount'), ...amountInput, label: t('Amount ({CURRENCY})', { CURRENCY: config.CURRENCY }) })}
          ${textArea({ ...bound('message'), ...messageInput(), maxlength: longestTipMessage })}`,
      }),
      footer: html`<a href="${topUpHref(action)}">Top up your wallet</a>`,
    })}`,
  };
}

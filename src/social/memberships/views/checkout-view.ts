import { t } from '../../../web/translation/translate.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { badge, card, emptyState, notice, pageHeader } from '../../../web/components/surfaces.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { type Fragment, html, type Html, type View } from '../../../web/html.ts';
import type { MembershipPlan } from '../../monetization/plan.ts';
import { formatMoney, type Money, plainMoney } from '../../wallet/money.ts';
import { topUpHref } from '../../wallet/top-ups/top-ups.ts';
import { hasTopUps } from '../../wallet/top-ups/ways.ts';
import type { Membership } from '../membership.ts';
import { longestTipMessage, minTip } from '../purchases.ts';
import { subscriptionRow, termsWords } from './subscriptions-view.ts';

const amountInput = { inputmode: 'decimal', autocomplete: 'off', required: true } as const;
const messageInput = () =>
  ({ label: t('Message'), hint: t('Shown to the recipient with your name.'), required: false }) as const;

interface CheckoutOptions {
  config: Config;
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
  /** Of a plan, from `shownTerms`. */
  terms?: string;
  state: FormState;
}

/** A checkout page with the amount and a single button to pay. */
export function checkoutView(options: CheckoutOptions): View {
  const {
    config,
    title,
    about,
    words,
    due,
    balance,
    action,
    submit,
    cancel,
    fields = {},
    terms,
    state,
  } = options;
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
                ${terms !== undefined && html`<input type="hidden" name="terms" value="${terms}" />`}
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

/** What is missing for a purchase, and how to get it. */
const topUpNotice = (config: Config, missing: Money, here: string): Html =>
  notice({
    tone: 'warning',
    title: t('Your wallet is {config} short', { config: formatMoney(config, missing) }),
    body: hasTopUps(config)
      ? html`<p>
          ${linkButton({ label: t('Top up your wallet'), href: topUpHref(here), icon: 'plus', kind: 'primary' })}
        </p>`
      : html`<p>This site has no payment provider yet. Its operator can credit your wallet.</p>`,
  });

interface TipViewOptions {
  config: Config;
  to: string;
  href: string;
  action: string;
  key: string;
  balance: Money;
  state: FormState;
}

/** The tip form: amount and message. It says before it is sent if the wallet has too little. */
export function tipView({ config, to, href, action, key, balance, state }: TipViewOptions): View {
  const usual = balance < usualTip ? balance : usualTip;
  const bound = bind({ ...state, values: { amount: plainMoney(usual), ...state.values } });
  const title = t('Send a tip to {to}', { to });
  const isShort = balance < minTip;
  return {
    title,
    section: 'settings',
    body: html`${pageHeader({ title, lead: html`Paid from your wallet: ${formatMoney(config, balance)}.` })}
    ${
      isShort
        ? html`${topUpNotice(config, minTip - balance, action)}
            <p>${linkButton({ label: t('Cancel'), href, kind: 'plain' })}</p>`
        : card({
            body: form({
              action,
              state,
              submit: t('Send tip'),
              cancel: { label: t('Cancel'), href },
              body: html`<input type="hidden" name="key" value="${key}" /> ${textField({
                  ...bound('amount'),
                  ...amountInput,
                  label: t('Amount ({CURRENCY})', { CURRENCY: config.CURRENCY }),
                  hint: t('Your wallet has {balance}.', { balance: formatMoney(config, balance) }),
                })}
                ${textArea({ ...bound('message'), ...messageInput(), maxlength: longestTipMessage })}`,
            }),
            footer: hasTopUps(config) && html`<a href="${topUpHref(action)}">Top up your wallet</a>`,
          })
    }`,
  };
}

/** In millionths. */
const usualTip = 5_000_000n;

interface OfferOptions {
  config: Pick<Config, 'CURRENCY'>;
  seller: { name: string; href: string; isOwn: boolean };
  plans: readonly MembershipPlan[];
  /** The viewer's subscription to the seller, if any. */
  membership: Membership | undefined;
}

/** The plans of a seller with prices and links to subscribe. */
export function offerView({ config, seller, plans, membership }: OfferOptions): View {
  const title = seller.isOwn
    ? t('Your plans')
    : membership
      ? t('Plans of {title}', { title: seller.name })
      : t('Subscribe to {name}', { name: seller.name });
  return {
    title,
    section: 'people',
    body: html`${pageHeader({ title, lead: html`<a href="${seller.href}">${seller.name}</a>` })}
    ${
      membership &&
      card({ title: t('Your subscription'), flush: true, body: subscriptionRow(config, membership, true) })
    }
    ${
      plans.length === 0
        ? card({
            body: emptyState({
              illustration: 'quiet',
              title: t('No plans'),
              text: t('No plans are offered at the moment.'),
            }),
          })
        : plans.map((plan) => planCard(config, plan, seller.isOwn, membership))
    }`,
  };
}

function planCard(
  config: OfferOptions['config'],
  plan: MembershipPlan,
  isOwn: boolean,
  membership: Membership | undefined,
): Html {
  const isTheirs = membership?.plan.id === plan.id;
  return card({
    title: plan.title,
    lead: html`${termsWords(config, plan)}${plan.trialDays > 0 && t(', after {trialDays} free days', { trialDays: plan.trialDays })}`,
    actions: isTheirs
      ? badge(t('Your plan'), 'accent', 'check')
      : !isOwn &&
        linkButton({
          label: membership ? t('Change to this plan') : t('Subscribe'),
          href: `/subscribe/${plan.id}`,
          kind: membership ? 'quiet' : 'primary',
          data: {
            'aria-label': membership
              ? t('Change to this plan: {title}', { title: plan.title })
              : t('Subscribe: {title}', { title: plan.title }),
          },
        }),
    body: html`${plan.description
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => html`<p dir="auto">${line}</p>`)}`,
  });
}

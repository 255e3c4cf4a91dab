import { t } from '../../../web/translation/translate.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { card, emptyState, day } from '../../../web/components/surfaces.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import { formatMoney, longestMoneyReason } from '../money.ts';
import { longestReference } from '../payouts/decide-payout.ts';
import { payoutBadge } from '../payouts/payouts-view.ts';
import type { Payout } from '../payouts/payouts.ts';
import type { TopUp } from '../top-ups/top-ups.ts';
import { topUpBadge } from '../top-ups/views.ts';
import { walletsFrame, walletsPath } from './ledger-view.ts';

type Shown = 'waiting' | 'all';

interface Options<Item> {
  config: Config;
  shown: Shown;
  page: CursorPage<Item>;
  isFirst: boolean;
  /** State of a rejected form and the item it belongs to. */
  refusal?: { id: string; state: FormState } | undefined;
}

export const bankTransfersPath = `${walletsPath}/bank-transfers`;
export const payoutDecisionsPath = `${walletsPath}/payouts`;

const nameOf = (person: TopUp['person']): string =>
  person ? person.name || `@${person.username}` : t('Former member');

const who = (person: TopUp['person']): Html =>
  person
    ? html`<a href="/@${person.username}">${person.name || `@${person.username}`}</a>`
    : html`Former member`;

/** Bank transfers, pending and settled. */
export const bankTransfersView = (options: Options<TopUp>): View =>
  list(options, {
    title: t('Bank transfers'),
    path: bankTransfersPath,
    empty: {
      title: options.shown === 'all' ? t('No bank transfers yet') : t('No bank transfers to confirm'),
      text: t('Top-ups by bank transfer will appear here for your confirmation.'),
    },
    item: (topUp) => bankTransferCard(options, topUp),
  });

/** Payouts, pending and settled. */
export const operatorPayoutsView = (options: Options<Payout>): View =>
  list(options, {
    title: t('Payouts'),
    path: payoutDecisionsPath,
    empty: {
      title: options.shown === 'all' ? t('No payouts yet') : t('No payouts to approve'),
      text: t('Payouts that members request will appear here for your approval.'),
    },
    item: (payout) => payoutCard(options, payout),
  });

function list<Item>(
  { shown, page, isFirst }: Options<Item>,
  style: { title: string; path: string; empty: { title: string; text: string }; item: (item: Item) => Html },
): View {
  const { title, path, empty } = style;
  return walletsFrame(
    title,
    path,
    html`${tabs(t('Show'), [
      { label: t('Pending'), href: path, current: shown === 'waiting' },
      { label: t('All'), href: `${path}?show=all`, current: shown === 'all' },
    ])}
    ${page.items.length === 0 ? emptyState({ illustration: 'quiet', ...empty }) : page.items.map(style.item)}
    ${olderNewer({
      newer: !isFirst && `${path}?show=${shown}`,
      older: page.next !== undefined && `${path}?show=${shown}&before=${page.next}`,
    })}`,
  );
}

const stateOf = ({ refusal }: Options<unknown>, id: string): FormState => ({
  ...(refusal?.id === id && refusal.state),
  idPrefix: `item-${id}`,
});

function bankTransferCard(options: Options<TopUp>, topUp: TopUp): Html {
  const { id, person, amount, reference, createdAt, reason, hasReceipt } = topUp;
  const sum = formatMoney(options.config, amount);
  const path = `${bankTransfersPath}/${id}`;
  return card({
    title: `${sum}, ${reference}`,
    lead: html`${who(person)} · ${day(createdAt)} · ${topUpBadge(topUp)}`,
    actions:
      hasReceipt &&
      linkButton({ label: t('Open receipt'), href: `${path}/receipt`, icon: 'download', small: true }),
    body:
      topUp.state === 'pending'
        ? html`${!hasReceipt && html`<p>No receipt was uploaded.</p>`}
          ${buttonForm({
            to: `${path}/confirm`,
            label: t('Confirm'),
            kind: 'primary',
            confirm: t('Credit {sum} to {name}?', { sum, name: nameOf(person) }),
            confirmKind: 'primary',
          })}
          ${refusalForm(path, stateOf(options, id))}`
        : html`<p>${reason === '' ? t('No note') : reason}</p>`,
  });
}

function payoutCard(options: Options<Payout>, payout: Payout): Html {
  const { id, person, amount, destination, createdAt, reason, reference, state, source } = payout;
  const sum = formatMoney(options.config, amount);
  const path = `${payoutDecisionsPath}/${id}`;
  const form = stateOf(options, id);
  return card({
    title: sum,
    lead: html`${who(person)} · ${t('from {source}', { source })} · ${day(createdAt)} · ${payoutBadge(payout)}`,
    body: html`<p class="message-text">${destination || t('The destination was deleted')}</p>
      ${(reason || reference) && html`<p>${reason || t('Reference {reference}', { reference })}</p>`}
      ${
        state === 'requested' &&
        buttonForm({
          to: `${path}/approve`,
          label: t('Approve'),
          kind: 'primary',
          confirm: t('Approve {sum} for {name}?', { sum, name: nameOf(person) }),
          confirmKind: 'primary',
        })
      }
      ${state === 'approved' && paidForm(path, form)}
      ${(state === 'requested' || state === 'approved') && refusalForm(path, form)}`,
  });
}

const paidForm = (path: string, state: FormState): Html =>
  form({
    action: `${path}/paid`,
    state,
    submit: t('Mark as paid'),
    body: textField({
      ...bind(state)('reference'),
      label: t('Reference of your payment'),
      maxlength: longestReference,
      autocomplete: 'off',
      required: true,
    }),
  });

const refusalForm = (path: string, state: FormState): Html =>
  html`<details ${attributes({ open: state.errors?.reason !== undefined })}>
    <summary>Reject</summary>
    ${form({
      action: `${path}/refuse`,
      state,
      submit: t('Reject'),
      submitKind: 'danger',
      body: textField({
        ...bind(state)('reason'),
        label: t('Reason for rejection'),
        hint: t('Shown to the member.'),
        maxlength: longestMoneyReason,
        autocomplete: 'off',
        required: true,
      }),
    })}
  </details>`;

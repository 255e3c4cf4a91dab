import type { CursorPage } from '../../../platform/database/paging.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { badge, type Tone } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { day } from '../../../web/components/time.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Balances } from '../ledger/read-balances.ts';
import { formatMoney, formatSum, settingMoney } from '../money/money.ts';
import type { Payout, PayoutState } from '../payouts/payout.ts';
import { longestDestination } from '../payouts/request-payout.ts';
import { hiddenKey } from './hidden-key.ts';
import { walletFrame, walletPath } from './wallet-frame.ts';

export const payoutsPath = `${walletPath}/payouts`;

const states: Readonly<Record<PayoutState, { label: string; tone: Tone }>> = {
  requested: { label: 'Requested', tone: 'warning' },
  approved: { label: 'Approved', tone: 'accent' },
  refused: { label: 'Refused', tone: 'danger' },
  canceled: { label: 'Canceled', tone: 'neutral' },
  paid: { label: 'Paid', tone: 'success' },
};

export const payoutBadge = ({ state }: Pick<Payout, 'state'>): Html =>
  badge(states[state].label, states[state].tone);

interface Options {
  config: Config;
  balances: Balances;
  payouts: CursorPage<Payout>;
  isFirst: boolean;
  state: FormState;
}

/** Asking for a payout, and those of before. */
export const payoutsView = (options: Options): View =>
  walletFrame('Payouts', payoutsPath, html`${requestCard(options)} ${historyCard(options)}`);

const requestCard = ({ config, balances, state }: Options): Html =>
  card({
    title: 'Request a payout',
    lead: `From ${formatMoney(config, settingMoney(config.PAYOUT_LEAST))}. The money is on hold until the operator has paid it.`,
    body: form({
      action: payoutsPath,
      state,
      submit: 'Request the payout',
      body: html`${selectField({
        ...bind(state)('source'),
        label: 'From',
        choices: [
          { value: 'earnings', label: `Earnings (${formatSum(config, balances.earnings)})` },
          { value: 'wallet', label: `Wallet (${formatSum(config, balances.wallet)})` },
        ],
        required: true,
      })}
      ${textField({
        ...bind(state)('amount'),
        label: `Amount in ${config.CURRENCY}`,
        inputmode: 'decimal',
        autocomplete: 'off',
        required: true,
      })}
      ${textArea({
        ...bind(state)('destination'),
        label: 'Pay to',
        hint: 'Account holder and IBAN, or how else the operator can pay you.',
        maxlength: longestDestination,
        required: true,
      })}
      ${hiddenKey(state)}`,
    }),
  });

const historyCard = ({ config, payouts, isFirst }: Options): Html =>
  html`${card({
    title: 'Your payouts',
    flush: true,
    body: table({
      caption: 'Your payouts',
      rows: payouts.items,
      columns: [
        { label: 'Payout', main: true, cell: ({ amount }) => formatMoney(config, amount) },
        { label: 'From', cell: ({ source }) => (source === 'wallet' ? 'Wallet' : 'Earnings') },
        { label: 'Date', cell: ({ createdAt }) => day(createdAt) },
        { label: 'State', cell: payoutBadge },
        { label: 'Note', cell: ({ reason, reference }) => reason || reference || '–' },
        {
          label: 'Cancel',
          hideLabel: true,
          align: 'end',
          cell: ({ id, state, amount }) =>
            state === 'requested' &&
            buttonForm({
              to: `${payoutsPath}/${id}/cancel`,
              label: 'Cancel',
              small: true,
              confirm: `Cancel the payout of ${formatMoney(config, amount)}?`,
            }),
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: 'No payouts yet',
        text: 'Each payout is listed here with its state.',
      }),
    }),
  })}
  ${olderNewer({
    newer: !isFirst && payoutsPath,
    older: payouts.next !== undefined && `${payoutsPath}?before=${payouts.next}`,
  })}`;

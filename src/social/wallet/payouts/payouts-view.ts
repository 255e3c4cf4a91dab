import { t } from '../../../web/translation/translate.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { badge, type Tone, card, emptyState, table, day } from '../../../web/components/surfaces.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { Balances } from '../balances.ts';
import { idempotencyKeyField, walletFrame, walletPath } from '../frame.ts';
import { formatMoney, formatSum, settingMoney } from '../money.ts';
import { longestDestination, type Payout, type PayoutState } from './payouts.ts';

export const payoutsPath = `${walletPath}/payouts`;

const states = (): Readonly<Record<PayoutState, { label: string; tone: Tone }>> => ({
  requested: { label: t('Requested'), tone: 'warning' },
  approved: { label: t('Approved'), tone: 'accent' },
  refused: { label: t('Rejected'), tone: 'danger' },
  canceled: { label: t('Canceled'), tone: 'neutral' },
  paid: { label: t('Paid'), tone: 'success' },
});

export const payoutBadge = ({ state }: Pick<Payout, 'state'>): Html =>
  badge(states()[state].label, states()[state].tone);

interface Options {
  config: Config;
  balances: Balances;
  payouts: CursorPage<Payout>;
  isFirst: boolean;
  state: FormState;
}

/** The payout form and past payouts. */
export const payoutsView = (options: Options): View =>
  walletFrame(t('Payouts'), payoutsPath, html`${requestCard(options)} ${historyCard(options)}`);

const requestCard = ({ config, balances, state }: Options): Html =>
  card({
    title: t('Request a payout'),
    lead: t('At least {config}. The money is on hold until the operator has paid it out.', {
      config: formatMoney(config, settingMoney(config.PAYOUT_MIN)),
    }),
    body: form({
      action: payoutsPath,
      state,
      submit: t('Request payout'),
      body: html`${selectField({
        ...bind(state)('source'),
        label: t('From'),
        choices: [
          {
            value: 'earnings',
            label: t('Earnings ({config})', { config: formatSum(config, balances.earnings) }),
          },
          { value: 'wallet', label: t('Wallet ({config})', { config: formatSum(config, balances.wallet) }) },
        ],
        required: true,
      })}
      ${textField({
        ...bind(state)('amount'),
        label: t('Amount in {CURRENCY}', { CURRENCY: config.CURRENCY }),
        inputmode: 'decimal',
        autocomplete: 'off',
        required: true,
      })}
      ${textArea({
        ...bind(state)('destination'),
        label: t('Pay to'),
        hint: t('Account holder and IBAN, or another way the operator can pay you.'),
        maxlength: longestDestination,
        required: true,
      })}
      ${idempotencyKeyField(state)}`,
    }),
  });

const historyCard = ({ config, payouts, isFirst }: Options): Html =>
  html`${card({
    title: t('Your payouts'),
    flush: true,
    body: table({
      caption: t('Your payouts'),
      rows: payouts.items,
      columns: [
        { label: t('Payout'), main: true, cell: ({ amount }) => formatMoney(config, amount) },
        { label: t('From'), cell: ({ source }) => (source === 'wallet' ? t('Wallet') : t('Earnings')) },
        { label: t('Date'), cell: ({ createdAt }) => day(createdAt) },
        { label: t('Status'), cell: payoutBadge },
        { label: t('Note'), cell: ({ reason, reference }) => reason || reference || '–' },
        {
          label: t('Cancel'),
          hideLabel: true,
          align: 'end',
          cell: ({ id, state, amount }) =>
            state === 'requested' &&
            buttonForm({
              to: `${payoutsPath}/${id}/cancel`,
              label: t('Cancel'),
              small: true,
              confirm: t('Cancel the payout of {config}?', { config: formatMoney(config, amount) }),
            }),
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('No payouts yet'),
        text: t('Your payouts and their status will appear here.'),
      }),
    }),
  })}
  ${olderNewer({
    newer: !isFirst && payoutsPath,
    older: payouts.next !== undefined && `${payoutsPath}?before=${payouts.next}`,
  })}`;

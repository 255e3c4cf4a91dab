import type { CursorPage } from '../../../platform/database/paging.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { badge, type Tone } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { radioGroup, type Choice } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { notice } from '../../../web/components/notice.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { day } from '../../../web/components/time.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { formatMoney, settingMoney } from '../money/money.ts';
import type { TopUp, TopUpState } from '../top-ups/top-up.ts';
import { hiddenKey } from './hidden-key.ts';
import { walletFrame, walletPath } from './wallet-frame.ts';

export const topUpsPath = `${walletPath}/top-ups`;

export const providerNames: Readonly<Record<TopUp['provider'], string>> = {
  stripe: 'Card',
  usdc: 'USDC',
  bank: 'Bank transfer',
  operator: 'Credit by the operator',
};

const states: Readonly<Record<TopUpState, { label: string; tone: Tone }>> = {
  pending: { label: 'Waiting', tone: 'warning' },
  completed: { label: 'Completed', tone: 'success' },
  refused: { label: 'Refused', tone: 'danger' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  expired: { label: 'Canceled', tone: 'neutral' },
};

export const stateBadge = ({ state }: Pick<TopUp, 'state'>): Html =>
  badge(states[state].label, states[state].tone);

interface Options {
  config: Config;
  /** The ways that this installation offers. */
  ways: readonly Choice[];
  topUps: CursorPage<TopUp>;
  isFirst: boolean;
  state: FormState;
}

/** Topping up, and what was topped up before. */
export const topUpsView = (options: Options): View =>
  walletFrame(
    'Top up',
    topUpsPath,
    html`${options.ways.length > 0 ? topUpCard(options) : noWays} ${historyCard(options)}`,
  );

const noWays = notice({
  title: 'Topping up is not available',
  body: html`<p>This site has no payment provider yet. Its operator can credit your wallet.</p>`,
});

const topUpCard = ({ config, ways, state }: Options): Html => {
  const [least, most] = [config.TOP_UP_LEAST, config.TOP_UP_MOST].map((text) =>
    formatMoney(config, settingMoney(text)),
  );
  return card({
    title: 'Top up your wallet',
    lead: `From ${least ?? ''} to ${most ?? ''}.`,
    body: form({
      action: topUpsPath,
      state,
      submit: 'Continue',
      body: html`${textField({
        ...bind(state)('amount'),
        label: `Amount in ${config.CURRENCY}`,
        inputmode: 'decimal',
        autocomplete: 'off',
        required: true,
      })}
      ${radioGroup({
        ...bind(state)('way'),
        value: state.values?.way ?? ways[0]?.value,
        label: 'Pay by',
        choices: ways,
        required: true,
      })}
      ${hiddenKey(state)}`,
    }),
  });
};

const historyCard = ({ config, topUps, isFirst }: Options): Html =>
  html`${card({
    title: 'Your top-ups',
    flush: true,
    body: table({
      caption: 'Your top-ups',
      rows: topUps.items,
      columns: [
        {
          label: 'Reference',
          main: true,
          cell: ({ id, reference }) => html`<a href="${topUpsPath}/${id}">${reference}</a>`,
        },
        { label: 'By', cell: ({ provider }) => providerNames[provider] },
        { label: 'Date', cell: ({ createdAt }) => day(createdAt) },
        { label: 'State', cell: stateBadge },
        { label: 'Amount', align: 'end', cell: ({ amount }) => formatMoney(config, amount) },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: 'No top-ups yet',
        text: 'Each top-up is listed here with its state.',
      }),
    }),
  })}
  ${olderNewer({
    newer: !isFirst && topUpsPath,
    older: topUps.next !== undefined && `${topUpsPath}?before=${topUps.next}`,
  })}`;

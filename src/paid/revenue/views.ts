import { operator } from '../../identity/components/operator-frame.ts';
import { t } from '../../web/translation/translate.ts';
import type { CursorPage } from '../../platform/database/queries.ts';
import { badge, card, emptyState, table, day, shortDayText } from '../../web/components/surfaces.ts';
import { linkButton } from '../../web/components/controls.ts';
import { chart } from '../../web/components/charts/chart.ts';
import { statistics } from '../../web/components/charts/figures.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { buttonForm } from '../../web/form.ts';
import { html, type Html, type View, shortNumber } from '../../web/html.ts';
import { type Amount, formatUsdc } from '../operation.ts';
import { type Revenue, type RevenuePeriod, revenuePeriods, type UnsettledPayment } from './revenue.ts';

const here = '/operator/revenue';

const money = (amount: Amount) => `${formatUsdc(amount)} USDC`;
const atomicPerCent = 10_000;

/** Returns the common name of a CAIP-2 network such as `eip155:8453` or `solana:…`. */
const nameOf = (network: string) => {
  if (network === 'wallet') return t('Wallet');
  return network.startsWith('solana:') ? 'Solana' : 'Base';
};
/** An address shortened in the middle, with the full address to copy. */
const shortAddress = (address: string): Html =>
  html`<code title="${address}"
    >${address.length > 16 ? `${address.slice(0, 8)}…${address.slice(-6)}` : address}</code
  >`;

interface Options {
  revenue: Revenue;
  period: RevenuePeriod;
  unsettled: CursorPage<UnsettledPayment>;
  addresses: { base: string; solana: string; ownKeys: readonly string[] };
}

/** Revenue of paid calls, payers, and failures. */
export const revenueView = ({ revenue, period, unsettled, addresses }: Options): View =>
  operator(
    t('Revenue'),
    here,
    html`${tabs(
      t('Period'),
      revenuePeriods.map((each) => ({
        label: t('{each} days', { each }),
        href: `${here}?period=${each}`,
        current: each === period,
      })),
    )}
    ${statistics([
      { label: t('Revenue'), value: money(revenue.total.amount) },
      { label: t('Paid calls'), value: shortNumber(revenue.total.calls) },
      { label: t('Payers'), value: shortNumber(revenue.payers.length) },
    ])}
    ${card({
      title: t('Revenue by day'),
      lead: t('The last {period} days, in UTC.', { period }),
      actions: linkButton({
        label: t('Download CSV'),
        href: `${here}/payments.csv`,
        icon: 'download',
        small: true,
      }),
      body: byDay(revenue, period),
    })}
    ${card({ title: t('By operation'), flush: true, body: byOperation(revenue) })}
    ${card({ title: t('Top payers'), flush: true, body: byPayer(revenue) })}
    ${card({
      title: t('Failed and unknown payments'),
      lead: t('Failed payments were not charged. Unknown payments are checked again automatically.'),
      flush: true,
      body: unsettledTable(unsettled),
    })}
    ${olderNewer({ older: unsettled.next !== undefined && `${here}?period=${period}&before=${unsettled.next}` })}
    ${receiving(addresses)}`,
  );

const byDay = ({ days }: Revenue, period: RevenuePeriod): Html =>
  chart({
    title: t('Cents per day'),
    summary: t('Revenue on each of the last {period} days.', { period }),
    labels: days.map(({ day }) => shortDayText(new Date(day))),
    series: [{ name: 'Cents', values: days.map(({ amount }) => Number(amount) / atomicPerCent) }],
    shape: 'bar',
  });

const byOperation = ({ operations }: Revenue): Html =>
  table({
    caption: t('Revenue by operation'),
    rows: operations,
    columns: [
      { label: t('Operation'), main: true, cell: ({ operation }) => html`<code>${operation}</code>` },
      { label: t('Calls'), align: 'end', cell: ({ calls }) => shortNumber(calls) },
      { label: t('Revenue'), align: 'end', cell: ({ amount }) => money(amount) },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: t('No paid calls yet'),
      text: t('Calls paid by agents and apps will appear here.'),
      action: html`<a href="/developers/paid">View paid calls</a>`,
    }),
  });

const byPayer = ({ payers }: Revenue): Html =>
  table({
    caption: t('Top payers'),
    rows: payers,
    columns: [
      { label: t('Payer'), main: true, cell: ({ payer }) => shortAddress(payer) },
      { label: t('Network'), cell: ({ network }) => nameOf(network) },
      { label: t('Calls'), align: 'end', cell: ({ calls }) => shortNumber(calls) },
      { label: t('Revenue'), align: 'end', cell: ({ amount }) => money(amount) },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: t('Nothing yet'),
      text: t('Wallets that paid will appear here.'),
    }),
  });

const unsettledTable = ({ items }: CursorPage<UnsettledPayment>): Html =>
  table({
    caption: t('Failed and unknown payments'),
    rows: items,
    columns: [
      { label: t('Payment'), main: true, cell: ({ operation }) => html`<code>${operation}</code>` },
      { label: t('Date'), cell: ({ at }) => day(at) },
      { label: t('Status'), cell: ({ state }) => badge(state, state === 'unknown' ? 'warning' : 'neutral') },
      { label: t('Reason'), cell: ({ reason }) => reason || '–' },
      { label: t('Payer'), cell: ({ payer }) => shortAddress(payer) },
      { label: t('Amount'), align: 'end', cell: ({ amount }) => money(amount) },
      {
        label: t('Reconcile'),
        hideLabel: true,
        align: 'end',
        cell: ({ id, state }) =>
          state === 'unknown' &&
          buttonForm({ to: `${here}/${id}/reconcile`, label: t('Reconcile'), small: true }),
      },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: t('No failed payments'),
      text: t('Payments that failed or are still unknown appear here with the reason.'),
    }),
  });

const receiving = ({ base, solana, ownKeys }: Options['addresses']): Html =>
  card({
    title: t('Receiving addresses'),
    lead: t('Payments go to these addresses.'),
    actions:
      ownKeys.length > 0 &&
      linkButton({ label: t('Export keys'), href: `${here}/keys`, icon: 'key-round', small: true }),
    flush: true,
    body: table({
      caption: t('Receiving addresses'),
      rows: [
        { network: 'Base', address: base, isOwn: ownKeys.includes('base') },
        { network: 'Solana', address: solana, isOwn: ownKeys.includes('solana') },
      ],
      columns: [
        { label: t('Network'), main: true, cell: ({ network }) => network },
        { label: t('Address'), cell: ({ address }) => html`<code>${address}</code>` },
        {
          label: t('Key'),
          cell: ({ isOwn }) =>
            isOwn ? t('Created at first start, encrypted in the data folder') : t('From the settings'),
        },
      ],
    }),
  });

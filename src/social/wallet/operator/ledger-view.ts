import { operator } from '../../../identity/components/operator-frame.ts';
import { dateFormat, t } from '../../../web/translation/translate.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { card, emptyState, notice, table } from '../../../web/components/surfaces.ts';
import { chart } from '../../../web/components/charts/chart.ts';
import { statistics } from '../../../web/components/charts/figures.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { Totals } from '../balances.ts';
import { formatMoney, formatSum } from '../money.ts';
import { hasTopUps, topUpWays } from '../top-ups/ways.ts';

const monthName = dateFormat({ month: 'short' });

const names = (): Readonly<Record<string, string>> => ({
  wallet: t('Wallets of members'),
  earnings: t('Earnings of members'),
  held: t('On hold for payouts'),
  commission: t('Your commission, minus losses'),
  stripe: 'Stripe',
  usdc: 'USDC',
  bank: t('Bank transfers'),
  operator: t('Credits by operators'),
  payout: t('Paid out'),
});

interface Options {
  config: Config;
  totals: Totals;
}

/** Total balances, monthly commission and the result of the ledger check. */
export const ledgerView = ({ config, totals }: Options): View => {
  const of = (name: string) => formatSum(config, totals.balances.get(name) ?? 0n);
  return walletsFrame(
    t('Ledger'),
    walletsPath,
    html`${waysNotice(config)}
    ${statistics([
      { label: t('Wallets'), value: of('wallet') },
      { label: t('Earnings'), value: of('earnings') },
      { label: t('On hold'), value: of('held') },
      { label: t('Your commission'), value: of('commission') },
    ])}
    ${card({
      title: t('Commission per month'),
      lead: t('Minus losses from disputes, in UTC.'),
      body: chart({
        title: t('Commission in {CURRENCY}', { CURRENCY: config.CURRENCY }),
        summary: t('Commission in each of the last twelve months.'),
        labels: totals.months.map(({ month }) => monthName.format(new Date(`${month}-01T00:00:00Z`))),
        series: [
          { name: config.CURRENCY, values: totals.months.map(({ amount }) => Number(amount) / 1_000_000) },
        ],
        shape: 'bar',
      }),
    })}
    ${card({
      title: t('Balances'),
      lead: t(
        'Each payment provider has a negative balance equal to the money it received. All balances add up to zero.',
      ),
      actions: buttonForm({
        to: `${walletsPath}/check`,
        label: t('Check ledger'),
        icon: 'scale',
        small: true,
      }),
      flush: true,
      body: table({
        caption: t('Balances'),
        rows: [...totals.balances],
        columns: [
          { label: t('Account'), main: true, cell: ([name]) => names()[name] ?? name },
          { label: t('Balance'), align: 'end', cell: ([, balance]) => formatMoney(config, balance) },
        ],
        empty: emptyState({
          illustration: 'quiet',
          title: t('No transactions yet'),
          text: t('Balances will appear here.'),
        }),
      }),
    })}`,
  );
};

/** What is missing for each way to pay that members do not have. Without any, only operators add money. */
function waysNotice(config: Config): Html | false {
  const ways = topUpWays(config);
  const absent = [
    !ways.stripe && {
      title: t('Card payments are not set up'),
      text: t('Set {settings}. The address of the webhook is {address}.', {
        settings: 'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET',
        address: `${config.plazaUrl}/api/wallet/stripe`,
      }),
    },
    !ways.bank && {
      title: t('Bank transfers are not set up'),
      text: t('Set {setting} to the account that members pay to.', { setting: 'BANK_DETAILS' }),
    },
  ].flatMap((each) => each || []);
  if (absent.length === 0) return false;
  return card({
    title: t('Ways to top up'),
    lead: hasTopUps(config)
      ? t('Members can top up their wallets in the other ways.')
      : t('Members cannot top up their wallets. Purchases tell them so.'),
    body: html`${absent.map(({ title, text }) => notice({ tone: 'warning', title, body: html`<p>${text}</p>` }))}`,
  });
}

export const walletsPath = '/operator/wallets';

const pages = () => [
  { label: t('Ledger'), href: walletsPath },
  { label: t('Bank transfers'), href: `${walletsPath}/bank-transfers` },
  { label: t('Payouts'), href: `${walletsPath}/payouts` },
  { label: t('Top-ups and credits'), href: `${walletsPath}/top-ups` },
];

/** A page of the operator's wallet section with its tabs. */
export const walletsFrame = (title: string, href: string, body: Html): View =>
  operator(
    title,
    walletsPath,
    html`${tabs(
      t('Wallets'),
      pages().map((entry) => ({ ...entry, current: entry.href === href })),
    )}
    ${body}`,
  );

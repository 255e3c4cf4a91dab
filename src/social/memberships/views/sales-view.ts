import { dateFormat, formatNumber } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { operator } from '../../../identity/components/operator-frame.ts';
import type { CursorPage } from '../../../platform/database/paging.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { button } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { chart } from '../../../web/components/charts/chart.ts';
import { statistics } from '../../../web/components/charts/statistic.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { table, type Column } from '../../../web/components/table.ts';
import { day } from '../../../web/components/time.ts';
import { buttonForm, form } from '../../../web/form.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { SellingPage } from '../../monetization/list-managed-plans.ts';
import { plansPath } from '../../monetization/plan.ts';
import { formatMoney, plainMoney } from '../../wallet/money/money.ts';
import type { Sale } from '../list-sales.ts';
import { subscriptionsPath, type Membership } from '../membership.ts';
import type { readEarnings } from '../read-earnings.ts';
import { stateWords } from './words.ts';

type Currency = Pick<Config, 'CURRENCY'>;
export const salesPath = `${plansPath}/sales`;
export const operatorSalesPath = '/operator/sales';

interface SalesViewOptions {
  config: Currency;
  /** The page whose sales these are; empty: the viewer's own. */
  nodeId: string;
  pages: readonly SellingPage[];
  earnings: Awaited<ReturnType<typeof readEarnings>>;
  subscribers: CursorPage<Membership>;
  count: number;
  words: string;
  sales: CursorPage<Sale>;
  isFirst: boolean;
}

/** What somebody sold: earnings by month, subscribers, the posts that earn most, and every payment. */
export function salesView(options: SalesViewOptions): View {
  const { config, nodeId, pages, earnings, count } = options;
  const of = (id: string) => `${salesPath}${id && `?node_id=${id}`}`;
  const month = earnings.months.at(-1)?.net ?? 0n;
  const year = earnings.months.reduce((sum, { net }) => sum + net, 0n);
  return settings(
    t('Sales'),
    plansPath,
    html`${tabs(t('Monetization'), [
      { label: t('Plans'), href: plansPath },
      { label: t('Your sales'), href: of(''), current: nodeId === '' },
      ...pages.map(({ id, title }) => ({ label: title, href: of(id), current: id === nodeId })),
    ])}
    ${statistics([
      { label: t('Subscribers'), value: formatNumber(count) },
      { label: t('This month'), value: formatMoney(config, month) },
      { label: t('Twelve months'), value: formatMoney(config, year) },
    ])}
    ${card({
      title: t('Earnings by month'),
      lead: t('After commission and refunds.'),
      body: chart({
        title: t('Earnings a month in {CURRENCY}', { CURRENCY: config.CURRENCY }),
        summary: t('{config} in twelve months, {config2} in this one.', {
          config: formatMoney(config, year),
          config2: formatMoney(config, month),
        }),
        labels: earnings.months.map((each) => monthName.format(new Date(`${each.month}-01T00:00:00Z`))),
        series: [{ name: 'Earnings', values: earnings.months.map(({ net }) => Number(plainMoney(net))) }],
        shape: 'bar',
      }),
    })}
    ${earnings.posts.length > 0 && topPosts(config, earnings.posts)} ${subscribersCard(options)}
    ${salesCard(options, of(nodeId))}`,
  );
}

const monthName = dateFormat({ month: 'short' });

const topPosts = (config: Currency, posts: SalesViewOptions['earnings']['posts']): Html =>
  card({
    title: t('Top posts'),
    flush: true,
    body: table({
      caption: t('Posts that earned most'),
      rows: posts,
      columns: [
        { label: t('Post'), main: true, cell: ({ id, title }) => html`<a href="/posts/${id}">${title}</a>` },
        { label: t('Payments'), align: 'end', cell: ({ sales }) => formatNumber(sales) },
        { label: t('Earned'), align: 'end', cell: ({ net }) => formatMoney(config, net) },
      ],
    }),
  });

function subscribersCard({ subscribers, words, nodeId }: SalesViewOptions): Html {
  const query = new URLSearchParams({ ...(nodeId && { node_id: nodeId }), ...(words && { q: words }) });
  const older = new URLSearchParams(query);
  older.set('members_before', subscribers.next ?? '');
  return html`${card({
    title: t('Subscribers'),
    id: 'subscribers',
    body: form({
      action: salesPath,
      method: 'get',
      body: html`${nodeId !== '' && html`<input type="hidden" name="node_id" value="${nodeId}" />`}
        ${textField({ name: 'q', label: t('Name'), value: words, type: 'search', required: false })}
        <div class="form-actions">${button({ label: t('Search'), kind: 'quiet' })}</div>`,
    }),
  })}
  ${card({
    flush: true,
    body: html`${table({
      caption: t('Subscribers'),
      rows: subscribers.items,
      empty: nothing(words === '' ? t('No subscribers yet') : t('Nobody found')),
      columns: [
        {
          label: t('Subscriber'),
          main: true,
          cell: ({ subscriber: { name, username } }) => html`<a href="/@${username}">${name}</a>`,
        },
        { label: t('Plan'), cell: ({ plan }) => plan.title },
        { label: t('Since'), cell: ({ startedAt }) => day(startedAt) },
        { label: t('State'), cell: (member) => stateWords(member).replace(' unless you top up', '') },
      ],
    })}`,
  })}
  ${olderNewer({ older: subscribers.next !== undefined && `${salesPath}?${older.toString()}#subscribers` })}`;
}

const nothing = (title: string): Html => emptyState({ illustration: 'quiet', title, text: '' });

const salesCard = ({ config, sales, isFirst }: SalesViewOptions, here: string): Html =>
  card({
    title: t('Payments'),
    flush: true,
    body: html`${saleTable(config, sales.items, 'seller', (sale) => refundForm(config, sale, salesPath))}
    ${olderNewer(around(here, sales, isFirst))}`,
  });

const around = (here: string, { next }: CursorPage<Sale>, isFirst: boolean) => ({
  newer: !isFirst && here,
  older: next !== undefined && `${here}${here.includes('?') ? '&' : '?'}before=${next}`,
});

const refundForm = (config: Currency, sale: Sale, path: string): Fragment =>
  sale.buyer && sale.payee
    ? buttonForm({
        to: `${path}/${sale.id}/refund`,
        label: t('Refund'),
        small: true,
        confirm: t('Refund {config} to {name}? What they bought is taken back.', {
          config: formatMoney(config, sale.amount),
          name: sale.buyer.name,
        }),
      })
    : t('Paid');

const kindNames = () =>
  ({
    membership: t('Subscription'),
    unlock: t('Unlocked post'),
    tip: t('Tip'),
    message: t('First message'),
  }) as const;

function saleTable(
  config: Currency,
  rows: readonly Sale[],
  side: 'seller' | 'buyer' | 'operator',
  act?: (sale: Sale) => Fragment,
): Html {
  const person = (who: Sale['buyer']) =>
    who ? html`<a href="/@${who.username}">${who.name}</a>` : t('Deleted account');
  const columns: Column<Sale>[] = [
    { label: t('Payment'), main: true, cell: (sale) => whatOf(sale) },
    ...(side === 'buyer' ? [] : [{ label: t('From'), cell: ({ buyer }: Sale) => person(buyer) }]),
    ...(side === 'seller'
      ? []
      : [{ label: t('To'), cell: ({ payee, page }: Sale) => page ?? person(payee) }]),
    { label: t('Date'), cell: ({ at }) => day(at) },
    { label: t('Amount'), align: 'end', cell: ({ amount }) => formatMoney(config, amount) },
    ...(side === 'buyer'
      ? []
      : [
          {
            label: t('Commission'),
            align: 'end' as const,
            cell: ({ fee }: Sale) => formatMoney(config, fee),
          },
        ]),
    {
      label: t('State'),
      align: 'end',
      cell: (sale) => (sale.refundedAt ? html`Refunded ${day(sale.refundedAt)}` : (act?.(sale) ?? t('Paid'))),
    },
  ];
  return table({ caption: t('Payments'), rows, empty: nothing(t('No payments yet')), columns });
}

const whatOf = ({ kind, plan, postId, message }: Sale): Html =>
  html`${postId === null ? kindNames()[kind] : html`<a href="/posts/${postId}">${kindNames()[kind]}</a>`}${plan !== null && ` · ${plan}`}
  ${message !== '' && html`<q dir="auto">${message}</q>`}`;

/** What somebody paid. */
export const paymentsView = (config: Currency, sales: CursorPage<Sale>, isFirst: boolean): View =>
  settings(
    t('Payments'),
    subscriptionsPath,
    html`${card({
      title: t('Payments'),
      lead: html`Everything in your <a href="/settings/wallet">wallet</a> has a receipt there.`,
      flush: true,
      body: saleTable(config, sales.items, 'buyer'),
    })}
    ${olderNewer(around(`${subscriptionsPath}/payments`, sales, isFirst))}`,
  );

/** Everything that was sold, with refunds. */
export const operatorSalesView = (
  config: Currency,
  { sales, isFirst, username }: { sales: CursorPage<Sale>; isFirst: boolean; username: string },
): View =>
  operator(
    t('Sales'),
    operatorSalesPath,
    html`${card({
      title: t('Sales'),
      lead: t('Subscriptions, unlocked posts and tips of everybody.'),
      body: form({
        action: operatorSalesPath,
        method: 'get',
        submit: t('Search'),
        body: textField({
          name: 'username',
          label: t('Username of the buyer or the seller'),
          value: username,
          required: false,
        }),
      }),
    })}
    ${card({
      flush: true,
      body: saleTable(config, sales.items, 'operator', (sale) => refundForm(config, sale, operatorSalesPath)),
    })}
    ${olderNewer(around(`${operatorSalesPath}${username && `?username=${encodeURIComponent(username)}`}`, sales, isFirst))}`,
  );

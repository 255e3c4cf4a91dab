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
    'Sales',
    plansPath,
    html`${tabs('Monetization', [
      { label: 'Plans', href: plansPath },
      { label: 'Your sales', href: of(''), current: nodeId === '' },
      ...pages.map(({ id, title }) => ({ label: title, href: of(id), current: id === nodeId })),
    ])}
    ${statistics([
      { label: 'Subscribers', value: count.toLocaleString('en') },
      { label: 'This month', value: formatMoney(config, month) },
      { label: 'Twelve months', value: formatMoney(config, year) },
    ])}
    ${card({
      title: 'Earnings by month',
      lead: 'After commission and refunds.',
      body: chart({
        title: `Earnings a month in ${config.CURRENCY}`,
        summary: `${formatMoney(config, year)} in twelve months, ${formatMoney(config, month)} in this one.`,
        labels: earnings.months.map((each) => monthName.format(new Date(`${each.month}-01T00:00:00Z`))),
        series: [{ name: 'Earnings', values: earnings.months.map(({ net }) => Number(plainMoney(net))) }],
        shape: 'bar',
      }),
    })}
    ${earnings.posts.length > 0 && topPosts(config, earnings.posts)} ${subscribersCard(options)}
    ${salesCard(options, of(nodeId))}`,
  );
}

const monthName = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

const topPosts = (config: Currency, posts: SalesViewOptions['earnings']['posts']): Html =>
  card({
    title: 'Top posts',
    flush: true,
    body: table({
      caption: 'Posts that earned most',
      rows: posts,
      columns: [
        { label: 'Post', main: true, cell: ({ id, title }) => html`<a href="/posts/${id}">${title}</a>` },
        { label: 'Payments', align: 'end', cell: ({ sales }) => sales.toLocaleString('en') },
        { label: 'Earned', align: 'end', cell: ({ net }) => formatMoney(config, net) },
      ],
    }),
  });

function subscribersCard({ subscribers, words, nodeId }: SalesViewOptions): Html {
  const query = new URLSearchParams({ ...(nodeId && { node_id: nodeId }), ...(words && { q: words }) });
  const older = new URLSearchParams(query);
  older.set('members_before', subscribers.next ?? '');
  return html`${card({
    title: 'Subscribers',
    id: 'subscribers',
    body: form({
      action: salesPath,
      method: 'get',
      body: html`${nodeId !== '' && html`<input type="hidden" name="node_id" value="${nodeId}" />`}
        ${textField({ name: 'q', label: 'Name', value: words, type: 'search', required: false })}
        <div class="form-actions">${button({ label: 'Search', kind: 'quiet' })}</div>`,
    }),
  })}
  ${card({
    flush: true,
    body: html`${table({
      caption: 'Subscribers',
      rows: subscribers.items,
      empty: nothing(words === '' ? 'No subscribers yet' : 'Nobody found'),
      columns: [
        {
          label: 'Subscriber',
          main: true,
          cell: ({ subscriber: { name, username } }) => html`<a href="/@${username}">${name}</a>`,
        },
        { label: 'Plan', cell: ({ plan }) => plan.title },
        { label: 'Since', cell: ({ startedAt }) => day(startedAt) },
        { label: 'State', cell: (member) => stateWords(member).replace(' unless you top up', '') },
      ],
    })}`,
  })}
  ${olderNewer({ older: subscribers.next !== undefined && `${salesPath}?${older.toString()}#subscribers` })}`;
}

const nothing = (title: string): Html => emptyState({ illustration: 'quiet', title, text: '' });

const salesCard = ({ config, sales, isFirst }: SalesViewOptions, here: string): Html =>
  card({
    title: 'Payments',
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
        label: 'Refund',
        small: true,
        confirm: `Refund ${formatMoney(config, sale.amount)} to ${sale.buyer.name}? What they bought is taken back.`,
      })
    : 'Paid';

const kindNames = { membership: 'Subscription', unlock: 'Unlocked post', tip: 'Tip' } as const;

function saleTable(
  config: Currency,
  rows: readonly Sale[],
  side: 'seller' | 'buyer' | 'operator',
  act?: (sale: Sale) => Fragment,
): Html {
  const person = (who: Sale['buyer']) =>
    who ? html`<a href="/@${who.username}">${who.name}</a>` : 'Deleted account';
  const columns: Column<Sale>[] = [
    { label: 'Payment', main: true, cell: (sale) => whatOf(sale) },
    ...(side === 'buyer' ? [] : [{ label: 'From', cell: ({ buyer }: Sale) => person(buyer) }]),
    ...(side === 'seller' ? [] : [{ label: 'To', cell: ({ payee, page }: Sale) => page ?? person(payee) }]),
    { label: 'Date', cell: ({ at }) => day(at) },
    { label: 'Amount', align: 'end', cell: ({ amount }) => formatMoney(config, amount) },
    ...(side === 'buyer'
      ? []
      : [{ label: 'Commission', align: 'end' as const, cell: ({ fee }: Sale) => formatMoney(config, fee) }]),
    {
      label: 'State',
      align: 'end',
      cell: (sale) => (sale.refundedAt ? html`Refunded ${day(sale.refundedAt)}` : (act?.(sale) ?? 'Paid')),
    },
  ];
  return table({ caption: 'Payments', rows, empty: nothing('No payments yet'), columns });
}

const whatOf = ({ kind, plan, postId, message }: Sale): Html =>
  html`${postId === null ? kindNames[kind] : html`<a href="/posts/${postId}">${kindNames[kind]}</a>`}${plan !== null && ` · ${plan}`}
  ${message !== '' && html`<q dir="auto">${message}</q>`}`;

/** What somebody paid. */
export const paymentsView = (config: Currency, sales: CursorPage<Sale>, isFirst: boolean): View =>
  settings(
    'Payments',
    subscriptionsPath,
    html`${card({
      title: 'Payments',
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
    'Sales',
    operatorSalesPath,
    html`${card({
      title: 'Sales',
      lead: 'Subscriptions, unlocked posts and tips of everybody.',
      body: form({
        action: operatorSalesPath,
        method: 'get',
        submit: 'Search',
        body: textField({
          name: 'username',
          label: 'Username of the buyer or the seller',
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

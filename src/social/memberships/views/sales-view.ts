import { operator } from '../../../identity/components/operator-frame.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { dateFormat, t } from '../../../web/translation/translate.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { button } from '../../../web/components/controls.ts';
import { card, table, shortDay } from '../../../web/components/surfaces.ts';
import { chart } from '../../../web/components/charts/chart.ts';
import { statistics } from '../../../web/components/charts/figures.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { form } from '../../../web/form.ts';
import { html, type Html, type View, shortNumber } from '../../../web/html.ts';
import { plansPath, type Seller, type SellingPage } from '../../monetization/plan.ts';
import { formatMoney, formatSum, plainMoney } from '../../wallet/money.ts';
import type { getEarnings, getEarningsByPage, Sale } from '../earnings.ts';
import type { EndQuote } from '../ending.ts';
import { type Membership, subscriptionsPath } from '../membership.ts';
import { endingCard, nothing, refundForm, saleTable, withSalesLayout } from './sale-table.ts';
import { stateWords } from './subscriptions-view.ts';

type Currency = Pick<Config, 'CURRENCY'>;
export const salesPath = `${plansPath}/sales`;

interface SalesViewOptions {
  config: Currency;
  /** ID of the page whose sales these are. Empty for the viewer's own. */
  nodeId: string;
  pages: readonly SellingPage[];
  earnings: Awaited<ReturnType<typeof getEarnings>>;
  /** Earnings by page ID. */
  byPage: Awaited<ReturnType<typeof getEarningsByPage>>;
  /** Quote for ending all subscriptions. Undefined if there are none or the viewer may not end them. */
  ending: EndQuote | undefined;
  subscribers: CursorPage<Membership>;
  count: number;
  words: string;
  sales: CursorPage<Sale>;
  isFirst: boolean;
}

/** A seller's monthly earnings, subscribers, top posts and all payments. */
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
      { label: t('Subscribers'), value: shortNumber(count) },
      { label: t('This month'), value: formatSum(config, month) },
      { label: t('Last 12 months'), value: formatSum(config, year) },
    ])}
    ${card({
      title: t('Earnings by month'),
      lead: t('After commission and refunds.'),
      body: chart({
        title: t('Earnings per month in {CURRENCY}', { CURRENCY: config.CURRENCY }),
        summary: t('{config} in the last 12 months, {config2} this month.', {
          config: formatMoney(config, year),
          config2: formatMoney(config, month),
        }),
        labels: earnings.months.map((each) => monthName.format(new Date(`${each.month}-01T00:00:00Z`))),
        series: [{ name: t('Earnings'), values: earnings.months.map(({ net }) => Number(plainMoney(net))) }],
        shape: 'bar',
      }),
    })}
    ${nodeId === '' && options.byPage.size > 0 && pagesCard(options)}
    ${earnings.posts.length > 0 && topPosts(config, earnings.posts)} ${subscribersCard(options)}
    ${salesCard(options, of(nodeId))}
    ${
      options.ending &&
      endingCard({
        config,
        ending: options.ending,
        to: `${salesPath}/end`,
        fields: { node_id: nodeId },
        here: of(nodeId),
      })
    }`,
  );
}

const monthName = dateFormat({ month: 'short' });

/** Earnings of pages are not part of the viewer's own. */
const pagesCard = ({ config, pages, byPage }: SalesViewOptions): Html =>
  card({
    title: t('Earnings of your pages'),
    lead: t('Not included above.'),
    flush: true,
    body: table({
      caption: t('Earnings of your pages'),
      rows: pages.filter(({ id }) => byPage.has(id)),
      columns: [
        {
          label: t('Page'),
          main: true,
          cell: ({ id, title }) => html`<a href="${salesPath}?node_id=${id}">${title}</a>`,
        },
        {
          label: t('This month'),
          align: 'end',
          cell: ({ id }) => formatMoney(config, byPage.get(id)?.month ?? 0n),
        },
        {
          label: t('Last 12 months'),
          align: 'end',
          cell: ({ id }) => formatMoney(config, byPage.get(id)?.year ?? 0n),
        },
      ],
    }),
  });

const topPosts = (config: Currency, posts: SalesViewOptions['earnings']['posts']): Html =>
  card({
    title: t('Top posts'),
    flush: true,
    body: table({
      caption: t('Top posts by earnings'),
      rows: posts,
      columns: [
        { label: t('Post'), main: true, cell: ({ id, title }) => html`<a href="/posts/${id}">${title}</a>` },
        { label: t('Payments'), align: 'end', cell: ({ sales }) => shortNumber(sales) },
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
      empty:
        words === ''
          ? nothing(t('No subscribers yet'), t('People who subscribe to one of your plans will appear here.'))
          : nothing(t('No people found'), t('Try part of the name, or the username.')),
      columns: [
        {
          label: t('Subscriber'),
          main: true,
          cell: ({ subscriber: { name, username } }) => html`<a href="/@${username}">${name}</a>`,
        },
        { label: t('Plan'), cell: ({ plan }) => plan.title },
        { label: t('Since'), cell: ({ startedAt }) => shortDay(startedAt) },
        { label: t('Status'), cell: (member) => stateWords(member, 'seller') },
      ],
    })}`,
  })}
  ${olderNewer({
    label: t('Pages of subscribers'),
    older: subscribers.next !== undefined && `${salesPath}?${older.toString()}#subscribers`,
  })}`;
}

const salesCard = ({ config, sales, isFirst, nodeId }: SalesViewOptions, here: string): Html =>
  card({
    title: t('Payments'),
    flush: true,
    body: html`${saleTable(config, sales.items, 'seller', (sale) => refundForm(config, sale, salesPath, { node_id: nodeId }))}
    ${olderNewer({ label: t('Pages of payments'), ...withSalesLayout(here, sales, isFirst) })}`,
  });

export const operatorSalesPath = '/operator/sales';

/** The viewer's payments. */
export const paymentsView = (config: Currency, sales: CursorPage<Sale>, isFirst: boolean): View =>
  settings(
    t('Payments'),
    subscriptionsPath,
    html`${card({
      title: t('Payments'),
      lead: html`Everything in your <a href="/settings/wallet">wallet</a> has a receipt.`,
      flush: true,
      body: saleTable(config, sales.items, 'buyer'),
    })}
    ${olderNewer(withSalesLayout(`${subscriptionsPath}/payments`, sales, isFirst))}`,
  );

interface OperatorSales {
  sales: CursorPage<Sale>;
  isFirst: boolean;
  username: string;
  /** The sellers found by the search that have subscribers. */
  sellers: readonly (Seller & { name: string; ending: EndQuote })[];
}

/** All sales, with refunds. */
export const operatorSalesView = (
  config: Currency,
  { sales, isFirst, username, sellers }: OperatorSales,
): View =>
  operator(
    t('Sales'),
    operatorSalesPath,
    html`${card({
      title: t('Sales'),
      lead: t('Subscriptions, unlocked posts and tips of all members.'),
      body: form({
        action: operatorSalesPath,
        method: 'get',
        submit: t('Search'),
        body: textField({
          name: 'username',
          label: t('Username of the buyer or seller'),
          value: username,
          required: false,
        }),
      }),
    })}
    ${sellers.map(({ type, id, name, ending }) =>
      endingCard({
        config,
        ending,
        to: `${operatorSalesPath}/end`,
        fields: { type, id, username },
        here: operatorSalesPath,
        sellerName: name,
      }),
    )}
    ${card({
      flush: true,
      body: saleTable(
        config,
        sales.items,
        'operator',
        (sale) => refundForm(config, sale, operatorSalesPath),
        username !== '',
      ),
    })}
    ${olderNewer(withSalesLayout(`${operatorSalesPath}${username && `?username=${encodeURIComponent(username)}`}`, sales, isFirst))}`,
  );

import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { settings } from '../identity/components/settings-frame.ts';
import { t } from '../web/translation/translate.ts';
import { type App, inTransaction } from '../platform/app.ts';
import type { ArchiveSection } from '../platform/archive/section.ts';
import type { CursorPage } from '../platform/database/queries.ts';
import type { Feature } from '../platform/feature.ts';
import { pagesFor } from '../platform/http/endpoint.ts';
import { job } from '../platform/jobs/jobs.ts';
import { commission, earnings, type Leg, provider, transfer } from '../social/wallet/ledger.ts';
import { card, emptyState, table } from '../web/components/surfaces.ts';
import { olderNewer } from '../web/components/navigation/pagination.ts';
import { html, type View, shortNumber } from '../web/html.ts';

interface Sale {
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  operation: string;
  items: number;
}

/** The day and operation of the last sale on a page: `2026-03-01/api/post`. */
const saleCursor = String.raw`^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\/[\w/-]{1,200}$`;

const onPage = 50;

/** Lists the sales of an account's content by day, newest first. */
async function listSales(
  { db }: Pick<App, 'db'>,
  accountId: string,
  before?: string,
): Promise<CursorPage<Sale>> {
  const earlier =
    before === undefined ? sql`true` : sql`(day, operation) < (${dayOf(before)}::date, ${before.slice(10)})`;
  const { rows } = await sql<Sale>`
    select to_char(day, 'YYYY-MM-DD') as day, operation, items from paid.author_sale
    where account_id = ${accountId} and ${earlier}
    order by author_sale.day desc, operation desc limit ${sql.lit(onPage + 1)}`.execute(db);
  const items = rows.slice(0, onPage);
  const last = items.at(-1);
  return { items, next: rows.length > onPage && last ? last.day + last.operation : undefined };
}

/** Returns the day of a cursor. An invalid date such as February 31 becomes a day in the next month. */
const dayOf = (cursor: string): string => new Date(cursor.slice(0, 10)).toISOString().slice(0, 10);

/** Maximum responses per run. The rest is counted in the next run. */
const max = 1000;

interface Share {
  account_id: string;
  /** Whether the calls were paid from wallets rather than in USDC. */
  is_wallet: boolean;
  amount: string;
}

/**
 * Counts each author's sales from responses paid for since the last run, and credits their share to their
 * earnings. Runs in one transaction, so that no sale counts twice.
 */
export async function countSales(app: App): Promise<void> {
  await inTransaction(app, async (app) => {
    const { rows } = await sql<Share>`
      with sold as (
        select response.payment_id, payment.operation, response.authors, payment.network = 'wallet' as is_wallet,
          payment.amount, (payment.settled_at at time zone 'UTC')::date as day
        from paid.response as response join paid.payment as payment on payment.id = response.payment_id
        where response.authors is not null and payment.state = 'settled'
        order by response.payment_id limit ${sql.lit(max)} for update of response skip locked
      ),
      counted as (
        update paid.response set authors = null from sold where response.payment_id = sold.payment_id
      ),
      item as (
        select account.id as account_id, sold.day, sold.operation, sold.is_wallet,
          trunc(sold.amount * ${app.config.AUTHOR_SHARE_PERCENT}::numeric / 100 / cardinality(sold.authors)) as share
        from sold cross join unnest(sold.authors) as author
        join identity.account as account on lower(account.username) = lower(author)
      ),
      noted as (
        insert into paid.author_sale (account_id, day, operation, items)
        select account_id, day, operation, count(*) from item group by account_id, day, operation
        on conflict (account_id, day, operation) do update set items = author_sale.items + excluded.items
      )
      select account_id, is_wallet, sum(share)::bigint as amount from item
      group by account_id, is_wallet having sum(share) > 0 order by account_id`.execute(app.db);
    const legs = rows.filter(({ is_wallet }) => is_wallet || app.config.CURRENCY === 'USD').map(toLeg);
    if (legs.length > 0)
      await transfer(app, legs, {
        key: `author-shares:${randomUUID()}`,
        cause: { subject: 'content_sales' },
      });
  });
}

/** USDC payments are not in the wallet ledger yet: they enter it with the author's share. */
const toLeg = ({ account_id, is_wallet, amount }: Share): Leg => ({
  from: is_wallet ? commission : provider('usdc'),
  to: earnings(account_id),
  amount: BigInt(amount),
  kind: 'content_share',
});

/** The sales section of an account's data export. */
const saleSections = (_app: App, accountId: string): ArchiveSection[] => [
  {
    name: 'paid-results',
    title: t('Paid API results'),
    about: t('Items of your public content in paid API results, by day.'),
    rows: sql`select to_char(day, 'YYYY-MM-DD') as day, operation, items
      from paid.author_sale where account_id = ${accountId} order by day desc, operation`,
  },
];

/** Sales of a member's public content, for that member. */
export const salesFeature: Feature = {
  pages: [
    pagesFor('member').get({
      path: '/settings/sales',
      query: Type.Object({ before: Type.Optional(Type.String({ pattern: saleCursor })) }),
      handle: async ({ app, viewer, query }) => salesView(await listSales(app, viewer.id, query.before)),
    }),
  ],
  jobs: [job('paid.count-sales', Type.Object({}), countSales, { cron: '* * * * *' })],
  archive: saleSections,
};

/** Sales of a member's content in paid API responses. */
const salesView = ({ items, next }: CursorPage<Sale>): View =>
  settings(
    t('Paid API results'),
    '/settings/privacy',
    html`${card({
      title: t('Paid API results'),
      lead: t('How often agents and apps paid for your public content. You can opt out under Privacy.'),
      flush: true,
      body: table({
        caption: t('Your content in paid API results'),
        rows: items,
        columns: [
          { label: t('Day'), main: true, cell: ({ day }) => day },
          { label: t('Operation'), cell: ({ operation }) => html`<code>${operation}</code>` },
          { label: t('Items'), align: 'end', cell: ({ items }) => shortNumber(items) },
        ],
        empty: emptyState({
          illustration: 'quiet',
          title: t('Nothing yet'),
          text: t('Paid responses with your posts or profile will appear here.'),
        }),
      }),
    })}
    ${olderNewer({ older: next !== undefined && `/settings/sales?before=${encodeURIComponent(next)}` })}`,
  );

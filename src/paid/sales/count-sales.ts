import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** How many answers a run counts; the rest is for the next one. */
const most = 1000;

/**
 * Counts for each author what was sold of theirs, from answers that were paid for since the last time. One statement: no sale
 * counts twice.
 */
export async function countSales({ db }: Pick<App, 'db'>): Promise<void> {
  await sql`
    with sold as (
      select answer.payment_id, payment.operation, answer.authors,
        (payment.settled_at at time zone 'UTC')::date as day
      from paid.answer as answer join paid.payment as payment on payment.id = answer.payment_id
      where answer.authors is not null and payment.state = 'settled'
      order by answer.payment_id limit ${most} for update of answer skip locked
    ),
    counted as (
      update paid.answer set authors = null from sold where answer.payment_id = sold.payment_id
    )
    insert into paid.author_sale (account_id, day, operation, items)
    select account.id, sold.day, sold.operation, count(*)
    from sold cross join unnest(sold.authors) as author
    join identity.account as account on lower(account.username) = lower(author)
    group by account.id, sold.day, sold.operation
    on conflict (account_id, day, operation) do update set items = author_sale.items + excluded.items`.execute(
    db,
  );
}

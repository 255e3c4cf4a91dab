import type { World } from '../open-world.ts';
import { hotPost } from './posts-data.ts';

/** Ids of wallet and sales rows that occur in addresses. */
interface SalesIds {
  plan: string;
  /** A top-up of the reader. */
  topUp: string;
  transaction: string;
  /** A post by the star that is sold on its own. */
  locked: string;
}

/** Adds one entry to the reader's wallet for every hundred posts, a plan, and a paid post of the star. */
export async function addSales({ pool, ids, size }: World): Promise<SalesIds> {
  const { rows: known } = await pool.query('select from social.top_up limit 1');
  if (known.length === 0) {
    const entries = Math.ceil(size.posts / 100);
    await pool.query(
      `insert into social.plan (account_id, title, price, period, period_num, description, created_at, updated_at)
       values ($1, 'Growth', 1, 'month', 1, '', now(), now())`,
      [ids.star],
    );
    await pool.query(
      `insert into social.top_up (account_id, provider, amount, state, reference, created_at, decided_at)
       select $1, 'bank', 1000000, 'completed', 'growth-' || n, now(), now() from generate_series(1, $2::integer) as n`,
      [ids.reader, entries],
    );
    await pool.query(
      `with wallet as (
         insert into social.ledger_account (kind, owner_id, balance, updated_at)
         values ('wallet', $1, $2::bigint * 1000000, now()) returning id
       ), bank as (
         insert into social.ledger_account (kind, name, slot, balance, updated_at)
         values ('provider', 'bank', 99, -$2::bigint * 1000000, now()) returning id
       ), act as (
         insert into social.ledger_transaction (key, body_hash, subject, subject_id, memo, created_at)
         select 'growth-' || id, sha256(reference::bytea), 'top_up', id, '', now() from social.top_up order by id
         returning id
       )
       insert into social.ledger_transfer
         (transaction_id, kind, debit_id, credit_id, amount, debit_balance, credit_balance, created_at)
       select act.id, 'top_up', bank.id, wallet.id, 1000000, -n * 1000000, n * 1000000, now()
       from (select id, row_number() over (order by id) as n from act) as act, wallet, bank order by n`,
      [ids.reader, entries],
    );
    await pool.query(
      `insert into social.paywall (post_id, is_for_members, price, text, media, created_at)
       select max(id), false, 1000000, 'Sold', '{"photo": [], "video": [], "attachment": []}', now() from social.post where author_id = $1 and kind = 'post' and privacy = 'public' and id <> $2`,
      [ids.star, hotPost(size.posts)],
    );
  }
  const newest = async (table: string, column = 'id') => {
    const { rows } = await pool.query<{ id: string }>(`select max(${column}) as id from social.${table}`);
    return rows[0]?.id ?? '0';
  };
  return {
    plan: await newest('plan'),
    topUp: await newest('top_up'),
    transaction: await newest('ledger_transaction'),
    locked: await newest('paywall', 'post_id'),
  };
}

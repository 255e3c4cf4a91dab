import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { isLive } from '../../../identity/account/live-people.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { isOpenPage } from '../../access/page.ts';
import { blockedBetween } from '../../people/between.ts';
import type { Seller } from '../../monetization/plan.ts';

/**
 * Returns the account that earns from a sale: the person, or the owner of the page. Undefined if nothing can
 * be bought because the seller is suspended or scheduled for deletion, or either side blocked the other.
 */
export async function findPayee(
  { db }: Pick<App, 'db'>,
  { type, id }: Seller,
  buyerId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select payee.id from identity.account as payee
    where ${isLive('payee')} and ${
      type === 'page'
        ? sql`payee.id = (select owner_id from social.page where page.id = ${id} and ${isOpenPage('page')})`
        : sql`payee.id = ${id} and not ${blockedBetween('payee.id', buyerId)}`
    }`.execute(db);
  return rows[0]?.id;
}

/** Returns the payee for a first purchase. Throws if nothing is sold or the buyer is the seller. */
export async function getPayee(app: Pick<App, 'db'>, seller: Seller, buyerId: string): Promise<string> {
  if (await isOwn(app, seller, buyerId)) throw new Problem('conflict', t('You cannot buy your own content'));
  const payee = await findPayee(app, seller, buyerId);
  if (payee === undefined) throw new Problem('conflict', t('Purchases are not available at the moment'));
  return payee;
}

async function isOwn({ db }: Pick<App, 'db'>, { type, id }: Seller, buyerId: string): Promise<boolean> {
  if (type === 'profile') return id === buyerId;
  const { rows } = await sql`select from social.page where id = ${id} and (owner_id = ${buyerId} or exists (
    select from social.page_role where page_id = page.id and account_id = ${buyerId}))`.execute(db);
  return rows.length > 0;
}

import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { toMoney } from '../../wallet/money/to-money.ts';
import { notifyMoney } from './notify-money.ts';

const atOnce = 500;

/** Notifies all subscribers of a plan of its new price from a later renewal on. */
export async function notifyAllNewTerms(app: App, { planId }: { planId: string }): Promise<void> {
  const plan = await app.db
    .selectFrom('social.plan')
    .where('id', '=', planId)
    .where('deleted_at', 'is', null)
    .select('price')
    .executeTakeFirst();
  if (!plan) return;
  let after = '0';
  for (;;) {
    const members = await app.db
      .selectFrom('social.membership')
      .where('plan_id', '=', planId)
      .where('ended_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(sql.lit(atOnce))
      .select(['id', 'account_id'])
      .execute();
    await inTransaction(app, async (app) => {
      for (const { account_id } of members)
        await notifyMoney(app, account_id, 'price_change', toMoney(plan.price));
    });
    const last = members.at(-1);
    if (!last || members.length < atOnce) return;
    after = last.id;
  }
}

import { msg, Problem } from '../../../kernel/problem.ts';
import { sql } from 'kysely';
import { findViewer } from '../../../identity/account/viewer.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { canMonetize } from '../../access/entitlement.ts';
import { notify } from '../../notify/notify.ts';
import { formatMoney, type Money } from '../../wallet/money.ts';
import { getSellingSettings, lockBuyer, refusePriceMismatch, sell } from '../../wallet/sales.ts';
import { getRecipients, type Recipient } from './recipients.ts';

/** Returns the price of a stranger's first message to an account. Undefined: it is free or already paid. */
async function priceBetween(app: App, viewer: Viewer, otherId: string): Promise<Money | undefined> {
  const { chatPrice } = await getSellingSettings(app, otherId);
  if (chatPrice === null) return undefined;
  const person = await findViewer(app, otherId);
  if (!person || !canMonetize(app.config, person)) return undefined;
  const { rows } = await sql`select from social.sale where kind = 'message' and buyer_id = ${viewer.id}
    and payee_id = ${otherId} and refunded_at is null
    union all select from social.message as message join social.conversation as pair on pair.id = message.conversation_id
    where not pair.is_group and pair.first_id = least(${viewer.id}::bigint, ${otherId}::bigint)
      and pair.second_id = greatest(${viewer.id}::bigint, ${otherId}::bigint) and message.author_id = ${viewer.id}
    limit 1`.execute(app.db);
  return rows.length > 0 ? undefined : chatPrice;
}

/**
 * Returns the price of the viewer's first message to an account. Undefined: it is free, or they cannot write
 * to them.
 */
export async function firstMessagePrice(
  app: App,
  viewer: Viewer,
  otherId: string,
): Promise<Money | undefined> {
  try {
    const [other] = await getRecipients(app, viewer, [otherId]);
    return other?.isRequest ? await priceBetween(app, viewer, otherId) : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/**
 * Charges a stranger for their first message, in the transaction that sends it and before it is stored.
 * `shown` is the price that they agreed to. Throws without one, so that nothing is sent or paid.
 */
export async function payForFirstMessage(
  app: App,
  viewer: Viewer,
  { otherId, conversationId, shown }: { otherId: string; conversationId: string; shown: string | undefined },
): Promise<void> {
  const price = await priceBetween(app, viewer, otherId);
  if (price === undefined) return;
  refusePriceMismatch(app, price, shown ?? '');
  await lockBuyer(app, viewer);
  // Earlier payments may have been refunded.
  const before = await app.db
    .selectFrom('social.sale')
    .where('kind', '=', sql.lit('message'))
    .where('buyer_id', '=', viewer.id)
    .where('payee_id', '=', otherId)
    .select('id')
    .execute();
  await sell(app, {
    kind: 'message',
    buyerId: viewer.id,
    payeeId: otherId,
    amount: price,
    key: `message:${conversationId}:${viewer.id}:${before.length}`,
  });
  await notify(app, { to: viewer.id, kind: 'money', money: { event: 'message_paid', amount: price } });
  await notify(app, { to: otherId, kind: 'money', money: { event: 'message_sold', amount: price } });
}

/**
 * Throws if a first message to one of these people costs money, so that a group does not bypass the price.
 */
export async function rejectPriced(app: App, viewer: Viewer, people: readonly Recipient[]): Promise<void> {
  for (const { id, isRequest } of people) {
    const price = isRequest ? await priceBetween(app, viewer, id) : undefined;
    if (price === undefined) continue;
    throw new Problem(
      'forbidden',
      msg('The first message to one of them costs {config}. Write to this person separately first.', {
        config: (language) => formatMoney(app.config, price, language),
      }),
      { field: 'recipients' },
    );
  }
}

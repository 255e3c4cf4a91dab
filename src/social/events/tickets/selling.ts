import { sql } from 'kysely';
import { Type } from 'typebox';
import { findViewer } from '../../../identity/account/viewer.ts';
import { msg, Problem } from '../../../kernel/problem.ts';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import { job, jobKind, jobOf } from '../../../platform/jobs/jobs.ts';
import { canMonetize } from '../../access/entitlement.ts';
import { getPayee, notifyMoney } from '../../memberships/membership.ts';
import { returnSale } from '../../memberships/purchases.ts';
import { notify } from '../../notify/notify.ts';
import { seesEvent } from '../event.ts';
import { type Money, parseMoney } from '../../wallet/money.ts';
import { refuseAgent, refusePriceMismatch, sell } from '../../wallet/sales.ts';

const minPrice = 500_000n;
const highestPrice = 1_000_000_000n;

/** The price of a ticket as typed. Empty or 0: it is free. Throws unless the host may earn money here. */
export function parseTicketPrice(
  { config }: Pick<App, 'config'>,
  host: Pick<Viewer, 'permissions'>,
  typed: string,
): Money | null {
  if (/^0*([.]0*)?$/.test(typed.trim())) return null;
  if (!canMonetize(config, host))
    throw new Problem('forbidden', msg('You need the permission can_monetize_content to earn money here'), {
      field: 'price',
    });
  return parseMoney(config, typed, { field: 'price', min: minPrice, max: highestPrice });
}

/** Throws unless a buyer who is no agent agreed to the price: `shown` is the one that they saw. */
export function requireAgreement(
  app: Pick<App, 'config'>,
  buyer: Pick<Viewer, 'agentName'>,
  price: Money,
  shown = '',
): void {
  refuseAgent(buyer);
  refusePriceMismatch(app, price, shown);
}

interface Purchase {
  eventId: string;
  dateId: string;
  buyerId: string;
  price: Money;
}

/** Moves the money of a ticket, in the transaction that gives the place and has locked the date. Returns its sale. */
export async function buyTicket(app: App, { eventId, dateId, buyerId, price }: Purchase): Promise<string> {
  const { author_id, page_id } = await app.db
    .selectFrom('social.event')
    .where('id', '=', eventId)
    .select(['author_id', 'page_id'])
    .executeTakeFirstOrThrow();
  const seller =
    page_id === null
      ? ({ type: 'profile', id: author_id } as const)
      : ({ type: 'page', id: page_id } as const);
  const payeeId = await getPayee(app, seller, buyerId);
  const payee = await findViewer(app, payeeId);
  if (!payee || !canMonetize(app.config, payee))
    throw new Problem('conflict', msg('Purchases are not available at the moment'));
  // Earlier tickets may have been refunded.
  const before = await app.db
    .selectFrom('social.sale')
    .where('kind', '=', sql.lit('ticket'))
    .where('post_id', '=', eventId)
    .where('buyer_id', '=', buyerId)
    .select('id')
    .execute();
  const { id } = await sell(app, {
    kind: 'ticket',
    buyerId,
    payeeId,
    pageId: page_id ?? undefined,
    postId: eventId,
    amount: price,
    key: `ticket:${dateId}:${buyerId}:${before.length}`,
  });
  await notifyMoney(app, buyerId, 'ticket_paid', price);
  await notifyMoney(app, payeeId, 'ticket_sold', price);
  return id;
}

/** Returns the money of a ticket, in the transaction that has locked its date. */
export async function returnTicket(app: App, saleId: string): Promise<void> {
  try {
    await returnSale(app, saleId);
  } catch (error) {
    if (error instanceof Problem && error.code === 'insufficient_funds')
      throw new Problem(
        'conflict',
        msg('The host cannot refund the ticket at the moment. Ask them, or the operator.'),
        { cause: error },
      );
    throw error;
  }
}

/** Gives the free places of a paid event to its waiting list. */
export const sellPlaces = jobKind('social.sell-event-places', Type.Object({ date: Type.String() }));

/**
 * Sells free places to the first who wait, each in a transaction of its own. Whose wallet does not cover the price to
 * which they agreed, or who agreed to less, waits no longer and is told.
 */
async function sellAll(app: App, { date }: { date: string }): Promise<void> {
  while (await inTransaction(app, (app) => sellNext(app, date)));
}

async function sellNext(app: App, dateId: string): Promise<boolean> {
  const now = app.clock.now();
  const { rows } = await sql<{ eventId: string; startsAt: Date; price: string | null }>`
    select date.event_id as "eventId", date.starts_at as "startsAt", event.price::text
    from social.event_date as date join social.event on event.id = date.event_id
    where date.id = ${dateId} and date.waiting > 0 and date.canceled_at is null and date.ends_at > ${now}
      and (event.capacity is null or date.going < event.capacity) for no key update of date`.execute(app.db);
  const [date] = rows;
  if (!date) return false;
  const next = await app.db
    .selectFrom('social.event_answer')
    .where('date_id', '=', dateId)
    .where('answer', '=', 'waiting')
    .orderBy('answered_at')
    .orderBy('account_id')
    .limit(1)
    .select(['id', 'account_id', 'agreed_price'])
    .executeTakeFirst();
  if (!next) return false;
  // Who was banned, blocked or is no longer a friend meanwhile waits no longer.
  if (!(await seesEvent(app, next.account_id, date.eventId))) {
    await app.db.deleteFrom('social.event_answer').where('id', '=', next.id).execute();
    return true;
  }
  const price = date.price === null ? null : BigInt(date.price);
  const saleId = price === null ? null : await trySelling(app, { ...date, dateId, price }, next);
  await app.db
    .updateTable('social.event_answer')
    .set({
      answer: saleId === undefined ? 'interested' : 'going',
      sale_id: saleId ?? null,
      agreed_price: null,
    })
    .where('id', '=', next.id)
    .execute();
  const to = next.account_id;
  if (saleId === undefined) await notifyMoney(app, to, 'ticket_unpaid', price ?? 0n);
  else
    for (const kind of ['event_place', 'event_ticket'] as const)
      await notify(app, { to, kind, postId: date.eventId });
  return true;
}

/** Undefined: who waits did not agree to the price, or cannot pay it. */
async function trySelling(
  app: App,
  { eventId, dateId, price }: { eventId: string; dateId: string; price: Money },
  { account_id: buyerId, agreed_price }: { account_id: string; agreed_price: string | null },
): Promise<string | undefined> {
  if (agreed_price === null || BigInt(agreed_price) < price) return undefined;
  try {
    return await inTransaction(app, (app) => buyTicket(app, { eventId, dateId, buyerId, price }));
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/**
 * Refunds the tickets of what does not take place, which are canceled events and dates and deleted events, and of who lost
 * their place. What a host cannot refund yet is tried again each time.
 */
export async function refundCanceled(app: App): Promise<void> {
  let after = '0';
  for (;;) {
    const rows = await app.db
      .selectFrom('social.event_answer as answer')
      .innerJoin('social.event_date as date', 'date.id', 'answer.date_id')
      .innerJoin('social.post as post', 'post.id', 'date.event_id')
      .where('answer.sale_id', 'is not', null)
      .where(sql<boolean>`(answer.refund_due or date.ends_at > coalesce(date.canceled_at, post.deleted_at))`)
      .where('answer.id', '>', after)
      .orderBy('answer.id')
      .limit(100)
      .select(['answer.id', 'answer.sale_id'])
      .execute();
    for (const { sale_id } of rows) if (sale_id !== null) await refundOne(app, sale_id);
    const last = rows.at(-1);
    if (!last || rows.length < 100) return;
    after = last.id;
  }
}

async function refundOne(app: App, saleId: string): Promise<void> {
  try {
    await inTransaction(app, (app) => returnSale(app, saleId));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    app.log.warn({ err: error, saleId }, 'a ticket could not be refunded yet');
  }
}

export const ticketJobs = [
  jobOf(sellPlaces, sellAll),
  job('social.refund-event-tickets', Type.Object({}), refundCanceled, { cron: '* * * * *' }),
];

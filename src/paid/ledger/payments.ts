import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { creditUsdc } from '../../social/wallet/top-ups/usdc.ts';
import type { PaidPayment } from '../../platform/database/rows.gen.ts';
import type { Charge } from './charge.ts';

type Store = Pick<App, 'db' | 'clock'>;

/** What the ledger has on a payment. */
export type StoredPayment = Selectable<Pick<PaidPayment, (typeof paymentColumns)[number]>>;

/** A try of one process to have a payment through. When another one has taken over, it may not go on. */
export interface Attempt {
  id: string;
  attempt: number;
  /** The account whose wallet is credited once the payment is settled. */
  credited_id?: string | null;
}

/** How long a try may be silent before another takes over: what its work may take, and some more. */
const claimLease = ({ X402_VERIFY_SECONDS, X402_WORK_SECONDS }: App['config']) =>
  seconds(X402_VERIFY_SECONDS + X402_WORK_SECONDS + spare);
const settlingLease = ({ X402_SETTLE_SECONDS }: App['config']) => seconds(X402_SETTLE_SECONDS + spare);
const spare = 15;

export const paymentColumns = [
  'id', 'identity', 'quote', 'client_id', 'payload_hash', 'input_hash', 'network', 'amount', 'payer',
  'state', 'reason', 'transaction', 'attempt', 'lease_until', 'request', 'created_at',
] as const; // prettier-ignore

interface FoundPayments {
  own: StoredPayment | undefined;
  /** Another payment with the same quote, or with the buyer's same id. */
  other: StoredPayment | undefined;
}

/** What the ledger has on a payment, and on one that it cannot be beside. */
export async function findPayments(
  app: Store,
  { identity, quote, payer, clientId }: Charge,
): Promise<FoundPayments> {
  const found = await app.db
    .selectFrom('paid.payment')
    .select(paymentColumns)
    .where((where) =>
      where.or([
        where('identity', '=', identity),
        ...(quote === undefined ? [] : [where('quote', '=', quote)]),
        ...(clientId === undefined
          ? []
          : [where.and([where('payer', '=', payer), where('client_id', '=', clientId)])]),
      ]),
    )
    .execute();
  const isOwn = (payment: StoredPayment) => payment.identity.equals(identity);
  return { own: found.find(isOwn), other: found.find((payment) => !isOwn(payment)) };
}

interface Call {
  operation: string;
  method: 'GET' | 'POST';
}

/** Claims a payment that nobody has claimed; nothing when another process was faster. */
export async function claimPayment(
  app: Store & Pick<App, 'config'>,
  { operation, method }: Call,
  charge: Charge,
): Promise<Attempt | undefined> {
  const now = app.clock.now();
  const claimed = await app.db
    .insertInto('paid.payment')
    .values({
      operation,
      method,
      ...valuesOf(charge),
      state: 'claimed',
      created_at: now,
      lease_until: after(now, claimLease(app.config)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'attempt'])
    .executeTakeFirst();
  return claimed;
}

/** Claims a payment once more that was not charged: it was refused, or the process that worked on it died. */
export async function reclaimPayment(
  app: Store & Pick<App, 'config'>,
  { operation, method }: Call,
  charge: Charge,
  stored: StoredPayment,
): Promise<Attempt | undefined> {
  const now = app.clock.now();
  return app.db
    .updateTable('paid.payment')
    .set({
      operation,
      method,
      ...valuesOf(charge),
      state: 'claimed',
      reason: null,
      lease_until: after(now, claimLease(app.config)),
    })
    .set('attempt', (set) => set('attempt', '+', 1))
    .where('id', '=', stored.id)
    .where('attempt', '=', stored.attempt)
    .where((where) =>
      where.or([
        where('state', '=', 'refused'),
        where.and([where('state', '=', 'claimed'), where('lease_until', '<', now)]),
      ]),
    )
    .returning(['id', 'attempt'])
    .executeTakeFirst();
}

const valuesOf = (charge: Charge) => ({
  identity: charge.identity,
  quote: charge.quote ?? null,
  client_id: charge.clientId ?? null,
  payload_hash: charge.payloadHash,
  input_hash: charge.inputHash,
  version: charge.version,
  network: charge.network,
  asset: charge.asset,
  amount: charge.amount.toString(),
  payer: charge.payer,
  request: JSON.stringify(charge.request),
});

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

/** The body of an answer, as it was first sent. */
export interface StoredAnswer {
  type: string;
  body: string;
  /** User names of the people whose content it has, once for each item. */
  authors?: readonly string[];
  /** The id of the account whose wallet is credited with the payment. */
  creditedId?: string | undefined;
}

/** Stores the answer before the payment is settled: what was paid for is there, whatever happens meanwhile. */
export async function beginSettling(
  app: Store & Pick<App, 'config'>,
  { id, attempt }: Attempt,
  { type, body, authors = [], creditedId }: StoredAnswer,
): Promise<boolean> {
  const now = app.clock.now();
  const { rows } = await sql`
    with settling as (
      update paid.payment set state = 'settling', lease_until = ${after(now, settlingLease(app.config))},
        credited_id = ${creditedId ?? null}
      where id = ${id} and attempt = ${attempt} and state = 'claimed' returning id
    )
    insert into paid.response (payment_id, type, body, stored_at, authors)
    select id, ${type}, ${body}, ${now}, ${authors.length === 0 ? null : authors} from settling
    on conflict (payment_id) do update set type = excluded.type, body = excluded.body, stored_at = excluded.stored_at,
      authors = excluded.authors
    returning payment_id`.execute(app.db);
  return rows.length === 1;
}

/** Takes over a payment of which it is not known whether it was settled; nothing while another process is at it. */
export async function resumeSettling(
  app: Store & Pick<App, 'config'>,
  { id, attempt }: Attempt,
): Promise<Attempt | undefined> {
  const now = app.clock.now();
  return app.db
    .updateTable('paid.payment')
    .set({ state: 'settling', lease_until: after(now, settlingLease(app.config)) })
    .set('attempt', (set) => set('attempt', '+', 1))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where((where) =>
      where.or([
        where('state', '=', 'unknown'),
        where.and([where('state', '=', 'settling'), where('lease_until', '<', now)]),
      ]),
    )
    .returning(['id', 'attempt', 'credited_id'])
    .executeTakeFirst();
}

type End = { is: 'settled'; transaction: string } | { is: 'refused' | 'unknown'; reason: string };

/** Stores the end of a try: charged, not charged, or unknown. A wallet that is to be credited is so in the same transaction. */
export async function endAttempt(app: App, attempt: Attempt, end: End): Promise<void> {
  const { credited_id: personId } = attempt;
  if (end.is !== 'settled' || !personId) {
    await storeEnd(app, attempt, end);
    return;
  }
  await inTransaction(app, async (app) => {
    const amount = await storeEnd(app, attempt, end);
    if (amount !== undefined)
      await creditUsdc(app, { personId, amount, paymentId: attempt.id, transaction: end.transaction });
  });
}

/** The amount of the payment; nothing when it had ended before. */
async function storeEnd(app: Store, { id, attempt }: Attempt, end: End): Promise<bigint | undefined> {
  const now = app.clock.now();
  const isOver = end.is !== 'unknown';
  const ended = await app.db
    .updateTable('paid.payment')
    .set({
      state: end.is,
      lease_until: now,
      ...(end.is === 'settled'
        ? { transaction: end.transaction, settled_at: now, reason: null }
        : { reason: end.reason }),
      // What was not charged may be paid anew, with the same quote too.
      ...(end.is === 'refused' && { quote: null, client_id: null }),
      ...(isOver && { request: '{}' }),
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'not in', ['settled', 'refused'])
    .returning('amount')
    .executeTakeFirst();
  return ended && BigInt(ended.amount);
}

/** The answer that was paid for, while it is kept. */
export const findAnswer = async (
  app: Pick<App, 'db'>,
  paymentId: string,
): Promise<StoredAnswer | undefined> =>
  app.db
    .selectFrom('paid.response')
    .select(['type', 'body'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();

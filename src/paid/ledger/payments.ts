import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { seconds } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { creditUsdc } from '../../social/wallet/top-ups/usdc.ts';
import type { PaidPayment } from '../../platform/database/rows.gen.ts';
import type { Charge } from './charge.ts';

type Store = Pick<App, 'db' | 'clock'>;

/** A payment as stored in the ledger. */
export type StoredPayment = Selectable<Pick<PaidPayment, (typeof paymentColumns)[number]>>;

/** A process's attempt to complete a payment. It must stop when another process has taken over. */
export interface Attempt {
  id: string;
  attempt: number;
  /** The account whose wallet is credited when the payment is settled. */
  credited_id?: string | null;
}

/**
 * How long an attempt may be silent before another process takes over: the maximum duration of its work plus
 * a margin.
 */
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
  /** Another payment with the same quote or client id. */
  other: StoredPayment | undefined;
}

/** Returns the stored payment, and a conflicting one. */
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

/** Claims a new payment. Returns undefined if another process was faster. */
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

/** Claims an uncharged payment again: it was refused, or its process died. */
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

/** A response body as first sent. */
export interface StoredAnswer {
  type: string;
  body: string;
  /** Usernames of the authors of its content, once per item. */
  authors?: readonly string[];
  /** The account whose wallet is credited with the payment. */
  creditedId?: string | undefined;
}

/** Stores the response before settlement, so that it exists whatever happens next. */
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

/** Takes over a payment with an unknown outcome. Returns undefined while another process works on it. */
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

/** Ends an attempt of a process that lost the database meanwhile. */
export async function interruptAttempt(app: Store, identity: Buffer, attempt: number): Promise<void> {
  await app.db
    .updateTable('paid.payment')
    .set({
      state: sql<string>`case state when 'claimed' then 'refused' else 'unknown' end`,
      reason: 'interrupted',
      lease_until: app.clock.now(),
    })
    .where('identity', '=', identity)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['claimed', 'settling'])
    .execute();
}

type End = { is: 'settled'; transaction: string } | { is: 'refused' | 'unknown'; reason: string };

/**
 * Stores the result of an attempt: charged, not charged, or unknown. A wallet is credited in the same
 * transaction.
 */
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

/** Returns the amount of the payment, or undefined if it had ended before. */
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
      // An uncharged payment can be made again with the same quote.
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

/** Returns the purchased response until it is deleted. */
export const findAnswer = async (
  app: Pick<App, 'db'>,
  paymentId: string,
): Promise<StoredAnswer | undefined> =>
  app.db
    .selectFrom('paid.response')
    .select(['type', 'body'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();

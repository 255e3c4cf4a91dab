import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { canonical } from '../../kernel/json.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/** A payment provider. */
export type ProviderName = 'stripe' | 'usdc' | 'bank' | 'operator';

/** The key of a ledger account. Accounts of people never have a negative balance; house accounts may. */
export type LedgerAccount =
  | { kind: 'wallet' | 'held' | 'earnings'; owner: string }
  | { kind: 'provider'; name: ProviderName }
  | { kind: 'commission' | 'payout' };

/** The spendable balance of a person. */
export const wallet = (personId: string): LedgerAccount => ({ kind: 'wallet', owner: personId });

/** Funds held until a decision, such as for a requested payout. */
export const held = (personId: string): LedgerAccount => ({ kind: 'held', owner: personId });

/** A person's earnings from sales. */
export const earnings = (personId: string): LedgerAccount => ({ kind: 'earnings', owner: personId });

/** The operator's commission, minus losses from disputes. */
export const commission: LedgerAccount = { kind: 'commission' };

/** Money collected by a provider, as a negative balance. */
export const provider = (name: ProviderName): LedgerAccount => ({ kind: 'provider', name });

/** Money paid out to people. */
export const payout: LedgerAccount = { kind: 'payout' };

/** A key for sorting and comparing accounts. */
const keyOf = (account: LedgerAccount): string =>
  `${account.kind} ${'owner' in account ? account.owner.padStart(20, '0') : 'name' in account ? account.name : ''}`;

/** A transfer within a transaction. `amount` is in millionths of the currency. */
export interface Leg {
  from: LedgerAccount;
  to: LedgerAccount;
  amount: bigint;
  /** Its kind in statements, such as `tip`. */
  kind: string;
}

/** The cause of a transaction: the type and id of a subject, such as `post` and the id of the tipped post. */
interface Cause {
  subject: string;
  id?: string;
}

interface LedgerTransaction {
  /** Permanent idempotency key: the same key with the same body is posted once. */
  key: string;
  cause: Cause;
  /** Note for the operator. Must not contain personal data, because the ledger outlives accounts. */
  memo?: string;
  /** The transaction that this one reverses. */
  reverses?: string;
}

interface Posted {
  transactionId: string;
  /** Whether the key was posted before. */
  isRepeated: boolean;
}

/**
 * Posts the transfers of a transaction, all or none, in one round trip. Throws a `Problem` with the code
 * `insufficient_funds` if a person's account cannot cover a transfer, or a conflict if the key was used with
 * a different body. Nothing is written in these cases. Call it once per database transaction with all legs,
 * because separate calls could deadlock with others.
 */
export async function transfer(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  legs: readonly Leg[],
  { key, cause, memo = '', reverses }: LedgerTransaction,
): Promise<Posted> {
  refuseImpossible(legs);
  const accounts = accountsOf(legs);
  const place = (account: LedgerAccount) => accounts.findIndex((each) => keyOf(each) === keyOf(account)) + 1;
  const { rows } =
    await sql<Row>`select outcome, transaction_id, failed_leg from social.post_ledger_transaction(
    ${key}, ${hashOf(legs, cause, reverses)}, ${cause.subject}, ${cause.id ?? null}, ${memo}, ${reverses ?? null},
    ${clock.now()}, ${accounts.map(({ kind }) => kind)},
    ${accounts.map((account) => ('owner' in account ? account.owner : null))},
    ${accounts.map((account) => ('name' in account ? account.name : ''))},
    ${legs.map(({ kind }) => kind)}, ${legs.map(({ from }) => place(from))}, ${legs.map(({ to }) => place(to))},
    ${legs.map(({ amount }) => String(amount))})`.execute(db);
  const [row] = rows;
  if (row?.outcome === 'insufficient') throw insufficientFunds(legs[(row.failed_leg ?? 1) - 1]?.from);
  if (row?.outcome === 'different')
    throw new Problem(
      'conflict',
      msg('This form was already sent with different values. Reload the page and try again.'),
      {
        code: 'idempotency_key_reused',
      },
    );
  if (!row?.transaction_id) throw new Error(`The ledger did not post ${key}`);
  return { transactionId: row.transaction_id, isRepeated: row.outcome === 'repeated' };
}

interface Row {
  outcome: 'posted' | 'repeated' | 'different' | 'insufficient';
  transaction_id: string | null;
  failed_leg: number | null;
}

const largest = 10n ** 15n;

/** Rejects programming errors. Typed amounts are validated by the forms. */
function refuseImpossible(legs: readonly Leg[]): void {
  if (legs.length === 0) throw new Error('A transaction needs at least one transfer');
  for (const { from, to, amount } of legs) {
    if (amount <= 0n || amount > largest) throw new Error(`${amount} is not a valid transfer amount`);
    if (keyOf(from) === keyOf(to)) throw new Error('A transfer needs two different accounts');
  }
}

/** The distinct accounts in the global locking order. */
const accountsOf = (legs: readonly Leg[]): LedgerAccount[] =>
  [...new Map(legs.flatMap(({ from, to }) => [from, to]).map((each) => [keyOf(each), each]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, account]) => account);

const hashOf = (legs: readonly Leg[], cause: Cause, reverses = ''): Buffer =>
  createHash('sha256')
    .update(
      canonical({
        legs: legs.map(({ from, to, amount, kind }) => [keyOf(from), keyOf(to), String(amount), kind]),
        cause: [cause.subject, cause.id ?? ''],
        reverses,
      }),
    )
    .digest();

const insufficientFunds = (account: LedgerAccount | undefined): Problem =>
  new Problem(
    'unpaid',
    account?.kind === 'wallet'
      ? msg('Your balance does not cover this. Top up your wallet first.')
      : msg('The balance does not cover this'),
    { code: 'insufficient_funds' },
  );

/**
 * Reverses a transaction in full. A repeated call moves nothing. Throws `insufficient_funds` if a receiver
 * has spent the money.
 */
export async function reverseTransaction(
  app: Pick<App, 'db' | 'clock'>,
  transactionId: string,
  { kind, memo = '' }: { kind: string; memo?: string },
): Promise<Posted> {
  const { db } = app;
  const transaction = await db
    .selectFrom('social.ledger_transaction')
    .where('id', '=', transactionId)
    .select(['subject', 'subject_id'])
    .executeTakeFirst();
  if (!transaction) throw missing(msg('Transaction'));
  const legs = await getLegs(app, transactionId, kind);
  const { subject, subject_id: id } = transaction;
  return transfer(app, legs, {
    key: `reverse:${transactionId}`,
    cause: { subject, ...(id !== null && { id }) },
    memo,
    reverses: transactionId,
  });
}

async function getLegs({ db }: Pick<App, 'db'>, transactionId: string, kind: string): Promise<Leg[]> {
  const rows = await db
    .selectFrom('social.ledger_transfer as transfer')
    .innerJoin('social.ledger_account as debit', 'debit.id', 'transfer.debit_id')
    .innerJoin('social.ledger_account as credit', 'credit.id', 'transfer.credit_id')
    .where('transfer.transaction_id', '=', transactionId)
    .select(['transfer.amount'])
    .select(['debit.kind as debitKind', 'debit.owner_id as debitOwner', 'debit.name as debitName'])
    .select(['credit.kind as creditKind', 'credit.owner_id as creditOwner', 'credit.name as creditName'])
    .orderBy('transfer.id', 'desc')
    .execute();
  return rows.map((row) => ({
    from: addressOf({ kind: row.creditKind, owner: row.creditOwner, name: row.creditName }),
    to: addressOf({ kind: row.debitKind, owner: row.debitOwner, name: row.debitName }),
    amount: BigInt(row.amount),
    kind,
  }));
}

function addressOf({
  kind,
  owner,
  name,
}: {
  kind: string;
  owner: string | null;
  name: string;
}): LedgerAccount {
  if (kind === 'provider') return { kind, name: name as ProviderName };
  if (kind === 'commission' || kind === 'payout') return { kind };
  // An account without an owner belongs to a deleted account.
  if (owner === null) throw missing(msg('Account'));
  return { kind: kind as 'wallet', owner };
}

/** Returns the id of the transaction posted with a key, if any. */
export async function findTransaction({ db }: Pick<App, 'db'>, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('social.ledger_transaction')
    .where('key', '=', key)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

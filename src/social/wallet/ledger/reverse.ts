import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { missing } from '../../../kernel/problem.ts';
import type { LedgerAccount, ProviderName } from './accounts.ts';
import { transfer, type Leg, type Posted } from './transfer.ts';

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
  if (!transaction) throw missing(t('Transaction'));
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
  if (owner === null) throw missing(t('Account'));
  return { kind: kind as 'wallet', owner };
}

import type { App } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import type { CursorPage } from '../../platform/database/paging.ts';
import type { Amount } from '../price.ts';

/** A payment that was refused or whose settlement is unknown. */
export interface UnsettledPayment {
  id: string;
  at: Date;
  operation: string;
  network: string;
  payer: string;
  amount: Amount;
  state: 'refused' | 'unknown';
  reason: string;
}

const onPage = 20;

/** Lists unsettled payments, newest first. */
export async function listUnsettled(app: App, before?: string): Promise<CursorPage<UnsettledPayment>> {
  const rows = await app.db
    .selectFrom('paid.payment')
    .select(['id', 'created_at', 'operation', 'network', 'payer', 'amount', 'state', 'reason'])
    .where('state', 'in', ['refused', 'unknown'])
    .$call(whenGiven(before, (query, id) => query.where('id', '<', id)))
    .orderBy('id', 'desc')
    .limit(onPage + 1)
    .execute();
  const items = rows.slice(0, onPage).map((row) => ({
    id: row.id,
    at: row.created_at,
    operation: row.operation,
    network: row.network,
    payer: row.payer,
    amount: BigInt(row.amount),
    state: row.state as UnsettledPayment['state'],
    reason: row.reason ?? '',
  }));
  return { items, next: rows.length > onPage ? items.at(-1)?.id : undefined };
}

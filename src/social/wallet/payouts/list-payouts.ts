import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { CursorPage } from '../../../platform/database/paging.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import type { Payout, PayoutSource, PayoutState } from './payout.ts';

interface Filter {
  ownerId?: string;
  states?: readonly PayoutState[];
  before?: string | undefined;
}

const onPage = 20;

/** Returns payouts, newest first. */
export async function listPayouts({ db }: Pick<App, 'db'>, filter: Filter): Promise<CursorPage<Payout>> {
  const rows = await db
    .selectFrom('social.payout as payout')
    .leftJoin('identity.account as account', 'account.id', 'payout.account_id')
    .select(['payout.id', 'payout.source', 'payout.amount', 'payout.destination', 'payout.state'])
    .select(['payout.reason', 'payout.reference', 'payout.created_at', 'payout.decided_at'])
    .select(['account.id as account_id', 'account.username', 'account.first_name', 'account.last_name'])
    .$call(whenGiven(filter.ownerId, (query, owner) => query.where('payout.account_id', '=', owner)))
    .$call(
      whenGiven(filter.states, (query, states) =>
        query.where(
          'payout.state',
          'in',
          states.map((state) => sql.lit(state)),
        ),
      ),
    )
    .$call(whenGiven(filter.before, (query, id) => query.where('payout.id', '<', id)))
    .orderBy('payout.id', 'desc')
    .limit(onPage + 1)
    .execute();
  const items = rows.slice(0, onPage).map((row) => ({
    id: row.id,
    source: row.source as PayoutSource,
    amount: BigInt(row.amount),
    destination: row.destination,
    state: row.state as PayoutState,
    reason: row.reason,
    reference: row.reference,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    person: row.account_id
      ? {
          id: row.account_id,
          username: row.username ?? '',
          name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
        }
      : null,
  }));
  return { items, next: rows.length > onPage ? items.at(-1)?.id : undefined };
}

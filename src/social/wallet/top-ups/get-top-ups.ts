import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { CursorPage } from '../../../platform/database/paging.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import type { ProviderName } from '../ledger/accounts.ts';
import type { TopUp, TopUpState } from './top-up.ts';

type Store = Pick<App, 'db'>;

const onPage = 20;

/** Returns a top-up, optionally of one owner. */
export async function getTopUp(app: Store, id: string, ownerId?: string): Promise<TopUp> {
  const row = await select(app)
    .where('top_up.id', '=', id)
    .$call(whenGiven(ownerId, (query, owner) => query.where('top_up.account_id', '=', owner)))
    .executeTakeFirst();
  if (!row) throw missing(t('Top-up'));
  return toTopUp(row);
}

interface Filter {
  ownerId?: string;
  provider?: ProviderName;
  state?: TopUpState;
  before?: string | undefined;
}

/** Returns top-ups, newest first. */
export async function listTopUps(app: Store, filter: Filter): Promise<CursorPage<TopUp>> {
  const rows = await select(app)
    .$call(whenGiven(filter.ownerId, (query, owner) => query.where('top_up.account_id', '=', owner)))
    .$call(
      whenGiven(filter.provider, (query, provider) => query.where('top_up.provider', '=', sql.lit(provider))),
    )
    .$call(whenGiven(filter.state, (query, state) => query.where('top_up.state', '=', sql.lit(state))))
    .$call(whenGiven(filter.before, (query, id) => query.where('top_up.id', '<', id)))
    .orderBy('top_up.id', 'desc')
    .limit(onPage + 1)
    .execute();
  const items = rows.slice(0, onPage).map(toTopUp);
  return { items, next: rows.length > onPage ? items.at(-1)?.id : undefined };
}

const select = ({ db }: Store) =>
  db
    .selectFrom('social.top_up as top_up')
    .leftJoin('identity.account as account', 'account.id', 'top_up.account_id')
    .select(['top_up.id', 'top_up.provider', 'top_up.amount', 'top_up.returned', 'top_up.state'])
    .select([
      'top_up.reference',
      'top_up.reason',
      'top_up.checkout_url',
      'top_up.return_to',
      'top_up.created_at',
      'top_up.decided_at',
    ])
    .select(['account.id as account_id', 'account.username', 'account.first_name', 'account.last_name'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('social.top_up_receipt as receipt')
            .whereRef('receipt.top_up_id', '=', 'top_up.id')
            .select('receipt.type'),
        )
        .$castTo<boolean>()
        .as('has_receipt'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toTopUp = (row: Row): TopUp => ({
  id: row.id,
  provider: row.provider as ProviderName,
  amount: BigInt(row.amount),
  returned: BigInt(row.returned),
  state: row.state as TopUpState,
  reference: row.reference,
  reason: row.reason,
  hasReceipt: row.has_receipt,
  checkoutUrl: row.checkout_url,
  returnTo: row.return_to,
  createdAt: row.created_at,
  decidedAt: row.decided_at,
  person: row.account_id
    ? {
        id: row.account_id,
        username: row.username ?? '',
        name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
      }
    : null,
});

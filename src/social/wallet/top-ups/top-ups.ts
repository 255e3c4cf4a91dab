import { sql } from 'kysely';
import { randomInt, randomUUID } from 'node:crypto';
import { missing, Problem, msg } from '../../../kernel/problem.ts';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import { type CursorPage, whenGiven } from '../../../platform/database/queries.ts';
import type { ProviderName } from '../ledger.ts';
import { type Money, parseMoney, settingMoney } from '../money.ts';

export type TopUpState = 'pending' | 'completed' | 'refused' | 'refunded' | 'disputed' | 'expired';

/** A top-up of a wallet. */
export interface TopUp {
  id: string;
  provider: ProviderName;
  amount: Money;
  /** The total amount refunded. */
  returned: Money;
  state: TopUpState;
  reference: string;
  reason: string;
  hasReceipt: boolean;
  /** The page that requested it, such as a checkout, or empty. */
  returnTo: string;
  /** URL of the card payment. */
  checkoutUrl: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** The owner of the wallet. Null if the account was deleted. */
  person: { id: string; username: string; name: string } | null;
}

/** Validates a return path, which must be on this site. Returns an empty string otherwise. */
export const toReturn = (path: string | undefined): string =>
  path !== undefined && /^\/(?!\/)[\w/?=&.%-]{0,300}$/.test(path) ? path : '';

/** The URL of the top-up page that returns to `path`. */
export const topUpHref = (path: string): string =>
  `/settings/wallet/top-ups?return_to=${encodeURIComponent(path)}`;

interface Asked {
  provider: Exclude<ProviderName, 'operator'>;
  /** As typed. */
  amount: string;
  /** Idempotency key. */
  key?: string | undefined;
  /** The page to return to. */
  returnTo?: string | undefined;
}

/** Creates a pending top-up, to be completed by its provider, and returns its id. */
export async function addTopUp(app: App, viewer: Pick<Viewer, 'id'>, asked: Asked): Promise<string> {
  const { config } = app;
  const amount = parseMoney(config, asked.amount, {
    field: 'amount',
    min: settingMoney(config.TOP_UP_MIN),
    max: settingMoney(config.TOP_UP_MAX),
  });
  // Scopes the key to the account.
  const request_key = `${viewer.id}:${asked.key ?? randomUUID()}`;
  return inTransaction(app, async ({ db, clock }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`top-ups ${viewer.id}`}, 0))`.execute(db);
    const same = await db
      .selectFrom('social.top_up')
      .where('request_key', '=', request_key)
      .select(['id', 'amount', 'provider'])
      .executeTakeFirst();
    if (same && (BigInt(same.amount) !== amount || same.provider !== asked.provider))
      throw new Problem('conflict', msg('This form was already sent with another amount. Open it again.'));
    if (same) return same.id;
    await refuseMany({ db, config }, viewer.id);
    const { id } = await db
      .insertInto('social.top_up')
      .values({
        account_id: viewer.id,
        provider: asked.provider,
        amount: amount.toString(),
        reference: newReference(),
        request_key,
        return_to: toReturn(asked.returnTo),
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

async function refuseMany({ db, config }: Pick<App, 'db' | 'config'>, personId: string): Promise<void> {
  const pending = await db
    .selectFrom('social.top_up')
    .where('account_id', '=', personId)
    .where('state', '=', sql.lit('pending'))
    .select('id')
    .limit(config.TOP_UP_PENDING_LIMIT)
    .execute();
  if (pending.length >= config.TOP_UP_PENDING_LIMIT)
    throw new Problem(
      'conflict',
      msg('{max} top-ups are pending. Complete or cancel one first.', { max: config.TOP_UP_PENDING_LIMIT }),
    );
}

/** Omits similar letters and digits, because people type the reference at their bank. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const newReference = (): string =>
  `TU-${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`;

type Store = Pick<App, 'db'>;

const onPage = 20;

/** Returns a top-up, optionally of one owner. */
export async function getTopUp(app: Store, id: string, ownerId?: string): Promise<TopUp> {
  const row = await select(app)
    .where('top_up.id', '=', id)
    .$call(whenGiven(ownerId, (query, owner) => query.where('top_up.account_id', '=', owner)))
    .executeTakeFirst();
  if (!row) throw missing(msg('Top-up'));
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

/** The id of the member with a username, with or without `@`, whose wallet can be credited. */
export async function findMemberId({ db }: Pick<App, 'db'>, username: string): Promise<string | undefined> {
  const member = await db
    .selectFrom('identity.account')
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.replace(/^@/, '').toLowerCase()))
    .where('deleted_at', 'is', null)
    .where('deletion_requested_at', 'is', null)
    .where('is_former', '=', false)
    .select('id')
    .executeTakeFirst();
  return member?.id;
}

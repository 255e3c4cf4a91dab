import { t } from '../../../kernel/translation/translate.ts';
import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { ProviderName } from '../ledger/accounts.ts';
import { toReturn } from './top-up.ts';
import { parseMoney, settingMoney } from '../money/money.ts';

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
      throw new Problem('conflict', t('This form was already sent with another amount. Open it again.'));
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
      t('{max} top-ups are pending. Complete or cancel one first.', { max: config.TOP_UP_PENDING_LIMIT }),
    );
}

/** Omits similar letters and digits, because people type the reference at their bank. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const newReference = (): string =>
  `TU-${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`;

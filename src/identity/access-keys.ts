import { newToken, seal, tokenHash, unseal } from '../kernel/secrets.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/**
 * Makes the account's key for Hop's API; the one before stops working at once. The key itself is kept, sealed,
 * only until its owner has been shown it.
 */
export async function createAccessKey(app: App, accountId: string): Promise<string> {
  const key = newToken();
  await inTransaction(app, async (app) => {
    await revokeAccessKey(app, accountId);
    await app.db
      .insertInto('identity.access_key')
      .values({
        account_id: accountId,
        key_hash: tokenHash(key),
        hint: key.slice(-4),
        sealed: seal(app.config.secretKey, key),
        created_at: app.clock.now(),
      })
      .execute();
  });
  return key;
}

export async function revokeAccessKey(app: App, accountId: string): Promise<void> {
  await app.db
    .updateTable('identity.access_key')
    .set({ revoked_at: app.clock.now(), sealed: null })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** The key, the first time its owner looks; after that only its last four characters. Undefined: there is none. */
export async function takeKeyToShow(
  app: App,
  accountId: string,
): Promise<{ key: string } | { hint: string } | undefined> {
  return inTransaction(app, async (app) => {
    const row = await app.db
      .selectFrom('identity.access_key')
      .select(['id', 'hint', 'sealed'])
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row?.sealed) return row && { hint: row.hint };
    await app.db.updateTable('identity.access_key').set({ sealed: null }).where('id', '=', row.id).execute();
    return { key: unseal(app.config.secretKey, row.sealed) };
  });
}

/** Which key is in use, by its last four characters, and whether its owner has yet to be shown it. */
export async function findAccessKey(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<{ hint: string; isFresh: boolean } | undefined> {
  const row = await db
    .selectFrom('identity.access_key')
    .select(['hint', ({ eb }) => eb('sealed', 'is not', null).as('isFresh')])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row && { hint: row.hint, isFresh: Boolean(row.isFresh) };
}

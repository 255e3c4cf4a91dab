import { deleteOwnedRows, readOwnedTables } from '../../identity/exports/owned-tables.ts';
import type { App } from '../../platform/app.ts';
import { announceDomain } from '../domains/announce-domain.ts';

/** Clicks name their links and accounts without a foreign key. */
export const hopTables = {
  schema: 'links',
  loose: { account_id: 'identity.account', link_id: 'link' },
} as const;

/**
 * Deletes all that an account has at Hop. What a process remembers of its links is asked for again within a minute, and
 * then leads nowhere. Called in a transaction.
 */
export async function eraseLinks(app: App, accountId: string): Promise<void> {
  const { db } = app;
  const files = await db
    .selectFrom('links.data_export')
    .select('path')
    .where('account_id', '=', accountId)
    .where('path', 'is not', null)
    .execute();
  const domains = await db
    .selectFrom('links.domain')
    .select('host')
    .where('account_id', '=', accountId)
    .execute();
  // Their aliases are reserved as those of other deleted links are.
  await db
    .updateTable('links.link')
    .set({ deleted_at: app.clock.now() })
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
  // Links first: a domain is not deleted under them.
  await db.deleteFrom('links.link').where('account_id', '=', accountId).execute();
  for (const table of await readOwnedTables(app, hopTables))
    await deleteOwnedRows(app, hopTables, table, accountId);
  for (const { host } of domains) await announceDomain(app, host);
  for (const { path } of files) if (path !== null) await app.files.remove(path);
}

import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { deleteOwnedRows, getOwnedTables } from '../../identity/exports/owned-tables.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { eraseClicksJob } from '../clicks/store/clickhouse-table.ts';
import { publishDomainChange } from '../domains/domain.ts';

/** Tables that reference links and accounts without a foreign key, such as clicks, need explicit entries. */
export const hopTables = {
  schema: 'links',
  loose: { account_id: 'identity.account', link_id: 'link' },
} as const;

/** SQL: whether the account whose id is in a column has a link, a bio page or a QR code. */
export const hasLinks = (accountId: string): RawBuilder<SqlBool> =>
  sql`exists (select from links.link where link.account_id = ${sql.ref(accountId)} and link.deleted_at is null)`;

/**
 * Deletes everything an account owns at Hop. Other processes may serve cached links for up to a minute, then
 * return 404. Must be called in a transaction.
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
  // Reserves the aliases, as for any other deleted link.
  await db
    .updateTable('links.link')
    .set({ deleted_at: app.clock.now() })
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
  // Links must be deleted before the domains they reference.
  await db.deleteFrom('links.link').where('account_id', '=', accountId).execute();
  for (const table of await getOwnedTables(app, hopTables))
    await deleteOwnedRows(app, hopTables, table, accountId);
  // Later, so that clicks that are on their way to ClickHouse have arrived.
  if (app.clickhouse) {
    const runAt = new Date(app.clock.now().getTime() + minutes(5));
    await addJob(app, eraseClicksJob, { account: accountId }, { runAt });
  }
  for (const { host } of domains) await publishDomainChange(app, host);
  for (const { path } of files) if (path !== null) await app.files.remove(path);
}

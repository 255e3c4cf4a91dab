import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem, missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { publishDomainChange } from './announce-domain.ts';
import { checkRecords } from './check-records.ts';
import { columns } from './delete-domain.ts';
import { getRedirect } from './get-redirect.ts';

/**
 * Restores one of the viewer's deleted domains and returns its name. The checks of a new domain apply: it
 * must point here, and its redirects must be allowed. Throws a conflict if the domain has been taken.
 */
export async function restoreDomain(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<string> {
  const { host, root, absent: missingRedirect } = await getDeleted(app, viewer, id);
  await getRedirect(app, 'redirectroot', root, host);
  await getRedirect(app, 'redirect404', missingRedirect, host);
  await checkRecords(app, viewer, host);
  return inTransaction(app, async (app) => {
    const { numAffectedRows } = await sql`
      insert into links.domain (${sql.raw(columns)}) overriding system value
      select ${sql.raw(columns)} from links.deleted_domain where id = ${id} and account_id = ${viewer.id}
      on conflict do nothing`.execute(app.db);
    if (numAffectedRows !== 1n)
      throw new Problem('conflict', t('“{host}” is already in use again', { host }));
    await app.db.deleteFrom('links.deleted_domain').where('id', '=', id).execute();
    await publishDomainChange(app, host);
    return host;
  });
}

async function getDeleted({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, id: string) {
  const deleted = await db
    .selectFrom('links.deleted_domain')
    .select(['host', 'root_redirect as root', 'missing_redirect as absent'])
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .executeTakeFirst();
  if (!deleted) throw missing(t('Domain'));
  return deleted;
}

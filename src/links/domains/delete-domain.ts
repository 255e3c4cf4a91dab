import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { publishDomainChange } from './announce-domain.ts';
import { getDomain } from './get-domain.ts';

/**
 * Soft-deletes a domain; `restoreDomain` undoes this. Throws a conflict while it has active links, so that
 * published short URLs do not break by accident.
 */
export async function deleteDomain(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const { host } = await getDomain(app, viewer, id);
    // Prevents new links on the domain until the transaction ends.
    await sql`select from links.domain where id = ${id} for update`.execute(app.db);
    const { links } = await app.db
      .selectFrom('links.link')
      .select(sql<number>`count(*)::float8`.as('links'))
      .where('domain_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (links > 0)
      throw new Problem(
        'conflict',
        t(
          '{links, plural, one {One link uses {host}. Delete or move it first.} other {# links use {host}. Delete or move them first.}}',
          { links, host },
        ),
      );
    // Moves deleted links to the default domain in case they are restored.
    await app.db.updateTable('links.link').set({ domain_id: null }).where('domain_id', '=', id).execute();
    await sql`
      with gone as (delete from links.domain where id = ${id} returning ${sql.raw(columns)})
      insert into links.deleted_domain (${sql.raw(columns)}, deleted_at)
      select ${sql.raw(columns)}, ${app.clock.now()} from gone`.execute(app.db);
    await publishDomainChange(app, host);
  });
}

/** Columns stored for a deleted domain, so that it can be fully restored. */
export const columns =
  'id, account_id, host, scheme, root_redirect, missing_redirect, verified_at, checked_at, created_at';

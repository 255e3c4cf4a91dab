import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { announceDomain } from './announce-domain.ts';
import { readDomain } from './read-domain.ts';

/**
 * Takes a domain away; `restoreDomain` brings it back. A conflict while links work under it: printed addresses do not
 * stop working by the way.
 */
export async function deleteDomain(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const { host } = await readDomain(app, viewer, id);
    // No link can be made under it meanwhile.
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
          '{links, plural, one {One link works under {host}. Delete or move it first} other {# links work under {host}. Delete or move them first}}',
          { links, host },
        ),
      );
    // Deleted links that are brought back are the service's own from now on.
    await app.db.updateTable('links.link').set({ domain_id: null }).where('domain_id', '=', id).execute();
    await sql`
      with gone as (delete from links.domain where id = ${id} returning ${sql.raw(columns)})
      insert into links.deleted_domain (${sql.raw(columns)}, deleted_at)
      select ${sql.raw(columns)}, ${app.clock.now()} from gone`.execute(app.db);
    await announceDomain(app, host);
  });
}

/** What is kept of a deleted domain, so that it can come back as it was. */
export const columns =
  'id, account_id, host, scheme, root_redirect, missing_redirect, verified_at, checked_at, created_at';

import { sql } from 'kysely';
import { Problem, missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { announceDomain } from './announce-domain.ts';
import { kept } from './delete-domain.ts';

/** Brings a deleted domain of the viewer's back as it was, and says its name. A conflict when somebody has it by now. */
export async function restoreDomain(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<string> {
  return inTransaction(app, async (app) => {
    const deleted = await app.db
      .selectFrom('links.deleted_domain')
      .select('host')
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .executeTakeFirst();
    if (!deleted) throw missing('Domain');
    const { numAffectedRows } = await sql`
      insert into links.domain (${sql.raw(kept)}) overriding system value
      select ${sql.raw(kept)} from links.deleted_domain where id = ${id}
      on conflict do nothing`.execute(app.db);
    if (numAffectedRows !== 1n) throw new Problem('conflict', `“${deleted.host}” is in use again`);
    await app.db.deleteFrom('links.deleted_domain').where('id', '=', id).execute();
    await announceDomain(app, deleted.host);
    return deleted.host;
  });
}

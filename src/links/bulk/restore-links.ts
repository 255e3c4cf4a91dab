import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { assessAll } from '../links/assess-all.ts';
import { holdRestored } from '../links/hold-restored.ts';
import { allTargetsOf } from '../links/options/get-delivery.ts';
import { publishLinkChange } from '../record/announce-link.ts';
import type { LinkRules } from '../redirect/targeting/rules.ts';
import type { Assessment } from '../safety/assessment/assess-target.ts';

interface DeletedLink {
  id: string;
  url: string;
  rules: LinkRules;
  expiredUrl: string | null;
}

/**
 * Restores the links that the viewer deleted at the given time. Links whose alias has been taken or whose
 * destination is now blocked stay deleted and are counted in `left`.
 */
export async function restoreLinks(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  deletedAt: Date,
): Promise<{ restored: number; left: number }> {
  const deleted = await listDeleted(app, viewer, deletedAt);
  const assessed = await assessEach(app, deleted);
  return inTransaction(app, async (app) => {
    const { rows } = await sql<{ id: string; alias: string; domain: string | null }>`
      update links.link set deleted_at = null
      where account_id = ${viewer.id} and deleted_at = ${deletedAt} and purpose = 'link'
        and id = any(${[...assessed.keys()]}::bigint[])
        and not exists (
          select from links.link as other
          where coalesce(other.domain_id, 0) = coalesce(link.domain_id, 0)
            and other.alias = link.alias and other.deleted_at is null)
        and not (domain_id is null and exists (
          select from links.reserved_alias as reserved
          where reserved.alias_hash = links.alias_hash(link.alias) and reserved.former_owner_id <> link.account_id))
      returning id, alias, (select host from links.domain where domain.id = link.domain_id) as domain`.execute(
      app.db,
    );
    for (const link of rows) {
      await holdRestored(app, link.id, assessed.get(link.id) ?? {});
      await publishLinkChange(app, link);
    }
    return { restored: rows.length, left: deleted.length - rows.length };
  });
}

async function listDeleted(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  deletedAt: Date,
): Promise<DeletedLink[]> {
  return db
    .selectFrom('links.link')
    .select(['id', 'url', 'expired_url as expiredUrl'])
    .select((row) => row.ref('rules').$castTo<LinkRules>().as('rules'))
    .where('account_id', '=', viewer.id)
    .where('deleted_at', '=', deletedAt)
    .where('purpose', '=', 'link')
    .execute();
}

/** Assesses why each link would be held for review. Omits rejected links. */
async function assessEach(
  app: App,
  links: readonly DeletedLink[],
): Promise<Map<string, Partial<Assessment>>> {
  const assessed = new Map<string, Partial<Assessment>>();
  for (const link of links)
    try {
      assessed.set(link.id, await assessAll(app, [{ field: 'url', to: link.url }, ...allTargetsOf(link)]));
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'invalid') throw error;
    }
  return assessed;
}

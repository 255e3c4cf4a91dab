import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { announceLink } from '../redirect/announce-link.ts';
import { assessTarget } from '../safety/assess-target.ts';
import type { Link } from './link.ts';
import { aliasTaken, findLinkOf } from './queries.ts';

/**
 * Brings a deleted link of the viewer's back, with its statistics; a conflict when its alias is somebody's by now, and
 * refused when no link may lead there any more.
 */
export async function restoreLink(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Link> {
  return inTransaction(app, async (app) => {
    await app.db
      .updateTable('links.link')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error, 'link_alias') ? aliasTaken('The alias') : error;
      });
    const link = await findLinkOf(app, viewer.id, id);
    if (!link) throw missing('Link');
    await assessTarget(app, link.url);
    await announceLink(app, link);
    return link;
  });
}

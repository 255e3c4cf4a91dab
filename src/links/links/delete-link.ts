import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { publishLinkChange } from '../record/announce-link.ts';
import type { Link } from '../record/link.ts';
import { findLinkOf } from '../record/queries.ts';

/** Soft-deletes one of the viewer's links. Its address then returns 404. `restoreLink` undoes this. */
export async function deleteLink(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Link> {
  return inTransaction(app, async (app) => {
    const link = await findLinkOf(app, viewer.id, id);
    if (!link) throw missing(t('Link'));
    await app.db
      .updateTable('links.link')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
    await publishLinkChange(app, link);
    return link;
  });
}

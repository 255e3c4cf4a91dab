import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { publishLinkChange } from '../record/announce-link.ts';
import { assessAll } from './assess-all.ts';
import { holdRestored } from './hold-restored.ts';
import type { Link } from '../record/link.ts';
import { findLinkOf } from '../record/queries.ts';
import { undeleteLink } from '../record/undelete-link.ts';
import { allTargetsOf } from './options/get-delivery.ts';
import { findDelivery } from './options/find-delivery.ts';

/**
 * Restores one of the viewer's deleted links with its statistics. Throws a conflict if its alias has been
 * taken, and rejects a link whose destination is now blocked.
 */
export async function restoreLink(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Link> {
  return inTransaction(app, async (app) => {
    await undeleteLink(app, viewer, { id, purpose: 'link' });
    const link = await findLinkOf(app, viewer.id, id);
    if (!link) throw missing(t('Link'));
    const delivery = await findDelivery(app, viewer, id);
    await holdRestored(
      app,
      id,
      await assessAll(app, [{ field: 'url', to: link.url }, ...allTargetsOf(delivery)]),
    );
    await publishLinkChange(app, link);
    return link;
  });
}

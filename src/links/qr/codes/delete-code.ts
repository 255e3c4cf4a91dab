import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { publishLinkChange } from '../../record/announce-link.ts';
import { aliasOf } from './code.ts';
import { getCode } from './get-code.ts';

/** Soft-deletes one of the viewer's codes. Its address then returns 404. `restoreCode` undoes this. */
export async function deleteCode(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const { code } = await getCode(app, viewer, id);
    const deleted = await app.db
      .updateTable('links.link')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw missing(t('QR code'));
    await publishLinkChange(app, { id, domain: null, alias: aliasOf(code) });
  });
}

import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { holdRestored } from '../../links/hold-restored.ts';
import { publishLinkChange } from '../../record/announce-link.ts';
import { undeleteLink } from '../../record/undelete-link.ts';
import { assessContent } from '../content/assess-content.ts';
import { aliasOf, type Code } from './code.ts';
import { getCode } from './get-code.ts';

/**
 * Restores one of the viewer's deleted codes with its scans. Rejects a code whose destination is now blocked.
 */
export async function restoreCode(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Code> {
  return inTransaction(app, async (app) => {
    const taken = new Problem('conflict', t('Another code now uses its URL'));
    await undeleteLink(app, viewer, { id, purpose: 'qr' }, taken);
    const code = await getCode(app, viewer, id);
    await holdRestored(app, id, await assessContent(app, code.content));
    await publishLinkChange(app, { id, domain: null, alias: aliasOf(code.code) });
    return code;
  });
}

import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/**
 * Replaces the secret of an app and returns the new one, which is shown once. The old secret stops working
 * immediately.
 */
export async function rotateSecret(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<string> {
  const secret = newToken();
  const { numUpdatedRows } = await app.db
    .updateTable('social.oauth_app')
    .set({ secret_hash: tokenHash(secret) })
    .where('id', '=', id)
    .where('owner_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw missing(t('App'));
  return secret;
}

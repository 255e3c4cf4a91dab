import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Revokes the viewer's grant for an app, including its tokens. */
export async function revokeGrant({ db }: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('social.oauth_grant')
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw missing(t('App'));
}

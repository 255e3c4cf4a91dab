import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Deletes one of the viewer's webhooks with its delivery log. */
export async function deleteWebhook(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<void> {
  const deleted = await db
    .deleteFrom('links.webhook')
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw missing(t('Webhook'));
}

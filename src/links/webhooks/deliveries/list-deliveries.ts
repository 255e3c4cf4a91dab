import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import { getWebhook, selectDeliveries } from '../queries.ts';
import type { Delivery } from '../webhook.ts';

/**
 * Returns the deliveries of one of the viewer's webhooks, newest first. `before` is the id of the last one
 * seen.
 */
export async function listDeliveries(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  webhookId: string,
  { before, skip = 0, max }: { before?: string | undefined; skip?: number; max: number },
): Promise<Delivery[]> {
  await getWebhook(app, viewer, webhookId);
  return selectDeliveries(app)
    .where('webhook_id', '=', webhookId)
    .$call(whenGiven(before, (query, before) => query.where('id', '<', before)))
    .orderBy('id', 'desc')
    .limit(max)
    .offset(skip)
    .execute();
}

/** Returns one delivery with the body as sent. */
export async function getDelivery(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  webhookId: string,
  id: string,
): Promise<Delivery & { body: string }> {
  await getWebhook(app, viewer, webhookId);
  const delivery = await selectDeliveries(app)
    .select('body')
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!delivery) throw missing(t('Delivery'));
  return delivery;
}

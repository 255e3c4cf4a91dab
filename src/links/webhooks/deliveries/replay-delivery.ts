import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { addJob } from '../../../platform/jobs.ts';
import { deliverJob, deliverOptions } from './deliver.ts';
import { getDelivery } from './list-deliveries.ts';
import { getWebhook } from '../queries.ts';

/** Sends a message again with the same message id. Returns the id of the new delivery. */
export async function replayDelivery(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  webhook: string,
  id: string,
): Promise<string> {
  return inTransaction(app, async (app) => {
    const { disabledAt } = await getWebhook(app, viewer, webhook);
    if (disabledAt) throw new Problem('conflict', t('The webhook is disabled. Enable it first.'));
    const { message, kind, body } = await getDelivery(app, viewer, webhook, id);
    const now = app.clock.now();
    const made = await app.db
      .insertInto('links.webhook_delivery')
      .values({ webhook_id: webhook, message, kind, body, due_at: now, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addJob(app, deliverJob, { webhook }, deliverOptions(webhook));
    return made.id;
  });
}

import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Webhook } from './webhook.ts';

export const selectWebhooks = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>) =>
  db
    .selectFrom('links.webhook')
    .select([
      'id',
      'name',
      'url',
      'events',
      'delivered_at as deliveredAt',
      'failing_since as failingSince',
      'disabled_at as disabledAt',
      'disabled_reason as disabledReason',
      'created_at as createdAt',
      ({ eb }) => eb('shown_at', 'is', null).$castTo<boolean>().as('isFresh'),
    ])
    .where('account_id', '=', viewer.id);

export async function getWebhook(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Webhook> {
  const webhook = await selectWebhooks(app, viewer).where('id', '=', id).executeTakeFirst();
  if (!webhook) throw missing(t('Webhook'));
  return webhook;
}

export const selectDeliveries = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.webhook_delivery')
    .select([
      'id',
      'message',
      'kind',
      'attempts',
      'due_at as dueAt',
      'delivered_at as deliveredAt',
      'failed_at as failedAt',
      'status',
      'response',
      'duration_ms as durationMs',
      'created_at as createdAt',
    ]);

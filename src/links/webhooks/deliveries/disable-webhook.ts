import { mailAccount } from '../../../identity/account/email.ts';
import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';

/**
 * Disables a webhook and notifies its owner of the reason. Pending messages are marked as failed and can be
 * resent manually.
 */
export async function disableWebhook(app: App, webhook: string, reason: string): Promise<void> {
  const now = app.clock.now();
  const hook = await app.db
    .updateTable('links.webhook')
    .set({ disabled_at: now, disabled_reason: reason })
    .where('id', '=', webhook)
    .where('disabled_at', 'is', null)
    .returning(['account_id', 'name', 'url'])
    .executeTakeFirst();
  if (!hook) return;
  await app.db
    .updateTable('links.webhook_delivery')
    .set({ due_at: null, failed_at: now })
    .where('webhook_id', '=', webhook)
    .where('due_at', 'is not', null)
    .execute();
  await mailAccount(app, hook.account_id, () => ({
    subject: t('Your webhook {name} was disabled', { name: hook.name }),
    text: [
      t('{because}, so Hop no longer sends events to {url}.', { because: reason, url: hook.url }),
      t('Failed deliveries are stored for a while and can be resent:'),
      `${app.config.hopUrl}/dashboard/webhooks/${webhook}`,
    ].join('\n\n'),
  }));
}

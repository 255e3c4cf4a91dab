import type { App } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { parseEvents, parseWebhookName, type WebhookInput } from './add-webhook.ts';
import { getWebhook } from './queries.ts';
import { getAddress } from './get-address.ts';

interface WebhookChange extends Partial<WebhookInput> {
  /** Whether messages are sent. Enabling resets earlier failures. */
  isActive?: boolean | undefined;
}

/** Updates the given fields of one of the viewer's webhooks. */
export async function updateWebhook(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  change: WebhookChange,
): Promise<void> {
  const given = change.url?.trim() ? await getAddress(app, change.url) : undefined;
  await inTransaction(app, async (app) => {
    await lockRow(app, 'links.webhook', id);
    const before = await getWebhook(app, viewer, id);
    const url = given ?? before.url;
    const now = app.clock.now();
    await app.db
      .updateTable('links.webhook')
      .set({
        url,
        name: change.name === undefined ? before.name : parseWebhookName(change.name, url),
        events: change.events ? parseEvents(change.events) : before.events,
        updated_at: now,
        ...(change.isActive === true &&
          before.disabledAt && { disabled_at: null, disabled_reason: null, failing_since: null }),
        ...(change.isActive === false && !before.disabledAt && { disabled_at: now, disabled_reason: null }),
      })
      .where('id', '=', id)
      .execute();
  });
}

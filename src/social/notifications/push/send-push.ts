import { inLanguage, readerLanguage } from '../../../kernel/translation/languages.ts';
import type { App } from '../../../platform/app.ts';
import { claimDelivery } from '../deliverable.ts';
import { inWords } from '../sentence.ts';
import { pushTo } from './push-to.ts';
import { listSubscriptions } from './subscriptions.ts';

/** Pushes a notification to the receiver's browsers. Deletes expired subscriptions. */
export async function sendPush(app: App, { id }: { id: string }): Promise<void> {
  const found = await claimDelivery(app, id, 'pushed_at');
  if (!found) return;
  const { viewer, notification } = found;
  const body = JSON.stringify({
    title: inLanguage(readerLanguage(viewer.language), () => inWords(notification)),
    body: notification.excerpt,
    url: `/notifications/${notification.id}`,
    tag: `notification-${notification.id}`,
  });
  const subscriptions = await listSubscriptions(app, viewer.id);
  await Promise.all(subscriptions.map((subscription) => pushTo(app, subscription, body)));
}

import { inLanguage, readerLanguage } from '../../../kernel/translation/languages.ts';
import { findViewer } from '../../../identity/account/viewer.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { getCounters } from '../counters.ts';
import { pushTo } from './push-to.ts';
import { listSubscriptions } from './subscriptions.ts';

/**
 * Sends the payload that `read` returns, with the current counters, to all browsers of a person. Sends
 * nothing if it returns undefined.
 */
export async function pushToAll(
  app: App,
  accountId: string,
  read: (viewer: Viewer) => Promise<object | undefined>,
): Promise<void> {
  const subscriptions = await listSubscriptions(app, accountId);
  const viewer = subscriptions.length > 0 ? await findViewer(app, accountId) : undefined;
  const pushed = viewer && (await inLanguage(readerLanguage(viewer.language), () => read(viewer)));
  if (!pushed) return;
  const { notifications, messages } = await getCounters(app, viewer);
  const body = JSON.stringify({ ...pushed, count: notifications + messages });
  await Promise.all(subscriptions.map((subscription) => pushTo(app, subscription, body)));
}

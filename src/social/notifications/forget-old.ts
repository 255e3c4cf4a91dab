import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

const keptFor = days(90);

/** What was told a quarter of a year ago is no news. */
export async function forgetOldNotifications(app: App): Promise<void> {
  await app.db
    .deleteFrom('social.notification')
    .where('at', '<', new Date(app.clock.now().getTime() - keptFor))
    .execute();
}

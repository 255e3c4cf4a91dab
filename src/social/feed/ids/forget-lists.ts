import { days, hours } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';

const rankingsLast = hours(12);

/** Gives up the lists of those who have not been here for a while; theirs are made anew when they return. */
export async function forgetLists(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  await app.db
    .deleteFrom('social.feed')
    .where('looked_at', '<', new Date(now - days(app.config.FEED_DAYS)))
    .execute();
  await app.db
    .deleteFrom('social.feed_ranking')
    .where('at', '<', new Date(now - rankingsLast))
    .execute();
}

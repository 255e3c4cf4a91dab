import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

export interface Subscription {
  isOn: boolean;
  /** The last reply or answer read. "0" if none. */
  seenId: string;
}

/**
 * Returns the viewer's subscription and read position in a thread or question. Undefined if they never
 * visited it.
 */
export async function findSubscription(
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  postId: string,
): Promise<Subscription | undefined> {
  if (!viewer) return undefined;
  return db
    .selectFrom('social.subscription')
    .where('account_id', '=', viewer.id)
    .where('post_id', '=', postId)
    .select(['is_on as isOn', 'seen_id as seenId'])
    .executeTakeFirst();
}

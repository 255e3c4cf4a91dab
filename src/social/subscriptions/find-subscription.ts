import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

export interface Subscription {
  isOn: boolean;
  /** The last of what is below that they have seen; "0": nothing. */
  seenId: string;
}

/** How the viewer stands to a thread or a question. Undefined: they have never been there. */
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

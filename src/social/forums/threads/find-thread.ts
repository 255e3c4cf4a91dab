import type { App } from '../../../platform/app.ts';
import type { Thread } from './thread.ts';

/** Returns the state of a thread. The caller must check the visibility of its post. */
export const findThread = ({ db }: Pick<App, 'db'>, id: string): Promise<Thread | undefined> =>
  db
    .selectFrom('social.thread')
    .where('post_id', '=', id)
    .select(['post_id as id', 'forum_id as forumId', 'last_reply_id as lastReplyId', 'last_at as lastAt'])
    .select(['places', 'pinned_at as pinnedAt'])
    .executeTakeFirst();

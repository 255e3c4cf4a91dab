import { sql, type RawBuilder } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { blockedBetween } from '../../people/between.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

/** Threads without activity for this long never count as unread. */
const unreadPeriod = days(60);

/** Unread counts stop here. */
export const maxUnread = 100;

/** SQL: the last post of `thread` the viewer has read, by visiting it or by marking its forum as read. */
const seenOf = (viewer: Viewer): RawBuilder<string> => sql`greatest(
  coalesce((select seen_id from social.subscription
    where account_id = ${viewer.id} and post_id = thread.post_id), 0),
  coalesce((select seen_id from social.forum_read
    where account_id = ${viewer.id} and forum_id = thread.forum_id), 0))`;

/** Posts from before the viewer's registration or before the unread period are never unread. */
export const unreadSince = ({ clock }: Pick<App, 'clock'>, { registeredAt }: Viewer): Date =>
  new Date(Math.max(clock.now().getTime() - unreadPeriod, registeredAt.getTime()));

/** SQL: whether `thread` has unread posts. */
export const isUnread = (app: Pick<App, 'clock'>, viewer: Viewer): RawBuilder<boolean> =>
  sql`(thread.last_at > ${unreadSince(app, viewer)}
    and coalesce(thread.last_reply_id, thread.post_id) > ${seenOf(viewer)}
    and (${hasUnread(viewer, 'parent_id')} or ${hasUnread(viewer, 'id')}))`;

/** SQL: whether the first post or a reply is unread. Each uses its own index. */
const hasUnread = (viewer: Viewer, column: 'id' | 'parent_id'): RawBuilder<boolean> => sql`exists (
  select from social.post as news where news.${sql.ref(column)} = thread.post_id
  and news.deleted_at is null and news.held_at is null and news.id > ${seenOf(viewer)}
  and not ${blockedBetween('news.author_id', viewer.id)} offset 0)`;

/** SQL: number of unread posts, including the first post. */
export const countUnread = (app: Pick<App, 'clock'>, viewer: Viewer): RawBuilder<number> => sql`
  case when ${isUnread(app, viewer)} then (
    select count(*)::integer from (
      select from social.post as unread
      where (unread.parent_id = thread.post_id or unread.id = thread.post_id)
      and unread.deleted_at is null and unread.held_at is null
      and not ${blockedBetween('unread.author_id', viewer.id)}
      and unread.id > ${seenOf(viewer)} limit ${sql.lit(maxUnread)}) as counted)
  else 0 end`;

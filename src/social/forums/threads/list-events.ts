import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/people.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { toPersonIfAny } from '../../people/person.ts';
import { visiblePosts } from '../../posts/reading/visible.ts';
import type { ThreadEvent } from './thread.ts';

/** Maximum number of events shown, the newest ones. */
const max = 50;

/** Returns moderator actions on a thread, oldest first, with their positions. */
export async function listEvents(
  app: App,
  viewer: Viewer | undefined,
  threadId: string,
): Promise<ThreadEvent[]> {
  const rows = await app.db
    .selectFrom('social.thread_event as event')
    .leftJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'event.by_id'))
    .leftJoin('social.forum as forum', 'forum.id', 'event.forum_id')
    .leftJoin(visiblePosts(app.db, viewer).select(['post.id', 'post.title']).as('other'), (join) =>
      join.onRef('other.id', '=', 'event.other_id'),
    )
    .where('event.thread_id', '=', threadId)
    .orderBy('event.id', 'desc')
    .limit(max)
    .select(['event.id as event_id', 'event.kind', 'event.at'])
    .select(['person.id', 'person.username', 'person.first_name', 'person.last_name'])
    .select(['person.picture', 'person.picture_small'])
    .select(['forum.id as forum_id', 'forum.title as forum_title'])
    .select(['other.id as other_id', 'other.title as other_title'])
    .select(
      sql<number>`coalesce((
        select reply.place from social.post as below join social.reply on reply.post_id = below.id
        where below.parent_id = event.thread_id and below.id <= event.after_id and below.deleted_at is null
        order by below.id desc limit 1), 0)`.as('place'),
    )
    .execute();
  return rows.reverse().map((row) => ({
    id: row.event_id,
    kind: row.kind as ThreadEvent['kind'],
    by: toPersonIfAny(app, row),
    at: row.at,
    place: row.place,
    forum: row.forum_id === null ? null : { id: row.forum_id, title: row.forum_title ?? '' },
    other: row.other_id === null ? null : { id: row.other_id, title: row.other_title ?? '' },
  }));
}

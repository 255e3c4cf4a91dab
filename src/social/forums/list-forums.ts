import { type RawBuilder, sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { getFiltering } from '../filters/filtering.ts';
import { blockedBetween, hiddenFrom, toPersonIfAny } from '../people/person.ts';
import { isNotMuted, visiblePosts } from '../posts/reading/visible.ts';
import { listSections } from './forums.ts';
import { type Forum, type ForumInIndex, listAllForums, type SectionInIndex } from './forum.ts';
import { isUnread, unreadSince } from './threads/thread.ts';

/** Returns the tree of all forums with the viewer's counts. Always four queries. */
export async function listForums(app: App, viewer: Viewer | undefined): Promise<SectionInIndex[]> {
  const [sections, forums, states] = await Promise.all([
    listSections(app),
    listAllForums(app),
    getStates(app, viewer),
  ]);
  return sections.map((section) => ({
    ...section,
    forums: forums
      .filter(({ sectionId, parentId }) => sectionId === section.id && parentId === null)
      .map((forum) => withBelow(forum, forums, states)),
  }));
}

/** Returns the subforums of a forum with the viewer's counts. `forums` are all forums. */
export async function listForumsBelow(
  app: App,
  viewer: Viewer | undefined,
  { id }: Forum,
  forums: readonly Forum[],
): Promise<ForumInIndex[]> {
  const below = forums.filter(({ parentId }) => parentId === id);
  if (below.length === 0) return [];
  const states = await getStates(
    app,
    viewer,
    below.map((forum) => forum.id),
  );
  return below.map((forum) => withBelow(forum, forums, states));
}

function withBelow(forum: Forum, forums: readonly Forum[], states: ReadonlyMap<string, State>): ForumInIndex {
  return {
    ...forum,
    ...(states.get(forum.id) ?? { threads: 0, replies: 0, last: null, isUnread: false }),
    below: forums
      .filter(({ parentId }) => parentId === forum.id)
      .map((each) => withBelow(each, forums, states)),
  };
}

/**
 * Counts threads and replies hidden from the viewer by a block or because the author's account is scheduled
 * for deletion, and the replies below them. Replies of a hidden person in the thread of another one are
 * counted once.
 */
async function countHiddenInForums(db: App['db'], viewerId: string | null) {
  const { rows } = await sql<{ forum_id: string; threads: number; replies: number }>`
    with hidden as materialized (${hiddenFrom(viewerId)})
    select forum_id::text, sum(threads)::integer as threads,
      sum(case other_id when 0 then replies else -replies end)::integer as replies
    from social.forum_author
    where author_id = any(array(select id from hidden)) and other_id = any(array(select 0::bigint union all select id from hidden))
    group by forum_id`.execute(db);
  return new Map(rows.map((row) => [row.forum_id, row]));
}

type State = Pick<ForumInIndex, 'last' | 'isUnread' | 'threads' | 'replies'>;

/** SQL: whether `forum` has a thread with unread posts. Checks threads one by one, newest first. */
const hasUnread = (app: App, viewer: Viewer): RawBuilder<boolean> => sql`exists (
  select from (
    select * from social.thread as active where active.forum_id = forum.id and active.last_at > ${unreadSince(app, viewer)}
    order by active.last_at desc offset 0
  ) as thread cross join lateral ${visiblePosts(app.db, viewer)
    .where('post.id', '=', sql<string>`thread.post_id`)
    .where(isNotMuted(viewer))
    .where(isUnread(app, viewer))
    .limit(1)
    .select('post.id')} as news)`;

const counted = (kind: 'threads' | 'replies') => sql<number>`coalesce((select sum(n) from social.tally
  where subject = 'forum' and subject_id = forum.id and kind = ${sql.lit(kind)}), 0)::integer`;

/**
 * Returns the counts, latest thread and unread state per forum, read from the index newest first. Without
 * `forumIds`, for all forums.
 */
async function getStates(
  app: App,
  viewer: Viewer | undefined,
  forumIds?: readonly string[],
): Promise<Map<string, State>> {
  const hidden = await countHiddenInForums(app.db, viewer?.id ?? null);
  const seen = () =>
    visiblePosts(app.db, viewer)
      .innerJoin('social.thread as thread', 'thread.post_id', 'post.id')
      .where('thread.forum_id', '=', sql.ref<string>('forum.id'))
      .where(isNotMuted(viewer));
  const rows = await app.db
    .selectFrom('social.forum as forum')
    .$call(
      whenGiven(forumIds, (query, ids) => query.where('forum.id', '=', sql<string>`any(${ids}::bigint[])`)),
    )
    .leftJoinLateral(
      seen()
        .orderBy('thread.last_at', 'desc')
        .orderBy('thread.post_id', 'desc')
        .limit(1)
        .select(['post.id', 'post.title', 'post.author_id', 'thread.last_at', 'thread.last_reply_id'])
        .as('newest'),
      (join) => join.onTrue(),
    )
    .leftJoin('social.post as last', 'last.id', 'newest.last_reply_id')
    .leftJoin(livePeople('speaker'), (join) =>
      join
        .on((eb) => eb('speaker.id', '=', eb.fn.coalesce('last.author_id', 'newest.author_id')))
        .on((eb) =>
          viewer ? eb.not(blockedBetween('speaker.id', viewer.id)) : eb.val(true).$castTo<boolean>(),
        ),
    )
    .select(['forum.id as forum_id', 'newest.id as thread_id', 'newest.title', 'newest.last_at'])
    .select(['speaker.id', 'speaker.username', 'speaker.first_name', 'speaker.last_name'])
    .select(['speaker.picture', 'speaker.picture_small'])
    .select([counted('threads').as('threads'), counted('replies').as('replies')])
    .select((viewer ? hasUnread(app, viewer) : sql<boolean>`false`).as('is_unread'))
    .execute();
  const filtering = await getFiltering(app, viewer, 'feeds');
  return new Map(
    rows.map((row) => [
      row.forum_id,
      {
        threads: row.threads - (hidden.get(row.forum_id)?.threads ?? 0),
        replies: row.replies - (hidden.get(row.forum_id)?.replies ?? 0),
        isUnread: row.is_unread,
        last:
          row.thread_id === null || row.last_at === null || filtering?.([row.title])
            ? null
            : {
                id: row.thread_id,
                title: row.title ?? '',
                lastAt: row.last_at,
                lastBy: toPersonIfAny(app, row),
              },
      },
    ]),
  );
}

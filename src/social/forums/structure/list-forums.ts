import { sql, type RawBuilder } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import { blockedBetween, hiddenFrom, mutedBy } from '../../people/between.ts';
import { toPersonIfAny } from '../../people/person.ts';
import { visiblePosts } from '../../posts/reading/visible.ts';
import type { Forum, ForumInIndex, SectionInIndex } from './forum.ts';
import { listAllForums } from './get-forum.ts';
import { listSections } from './sections.ts';
import { isUnread, unreadSince } from '../threads/unread.ts';

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

/** Maximum number of rows counted: the newest threads and the newest replies per author, and in total. */
const maxHidden = { ofEach: 200, inAll: 1000 };

/**
 * Counts threads and replies hidden from the viewer by a block or because the author's account is scheduled
 * for deletion, and the replies below them. The count is bounded for prolific authors and long block lists.
 * Beyond the bound, the viewer's counts are too high.
 */
async function countHiddenInForums(db: App['db'], viewerId: string | null) {
  const isThere = (post: string) =>
    sql`${sql.ref(`${post}.deleted_at`)} is null and ${sql.ref(`${post}.held_at`)} is null`;
  const [ofEach, inAll] = [sql.lit(maxHidden.ofEach), sql.lit(maxHidden.inAll)];
  const written = (kind: 'thread' | 'reply') => sql`(
    select post.id, post.kind, post.parent_id from social.post as post
    where post.author_id = hidden.id and post.kind = ${sql.lit(kind)} and ${isThere('post')}
    order by post.id desc limit ${ofEach})`;
  const { rows } = await sql<{ forum_id: string; kind: string; n: number }>`
    with hidden as materialized (${hiddenFrom(viewerId)}),
    own as materialized (
      select post.* from hidden cross join lateral (${written('thread')} union all ${written('reply')}) as post limit ${inAll}),
    head as materialized (
      select own.id, thread.forum_id from own join social.thread as thread on thread.post_id = own.id where own.kind = 'thread')
    select forum_id::text, kind, count(*)::integer as n from (
      select forum_id, 'threads' as kind from head
      union all (select head.forum_id, 'replies' from head cross join lateral (
        select from social.post as reply where reply.parent_id = head.id and ${isThere('reply')} limit ${ofEach}) as reply
        limit ${inAll})
      union all select thread.forum_id, 'replies' from own join social.thread as thread on thread.post_id = own.parent_id
        join social.post as above on above.id = own.parent_id and ${isThere('above')}
        where own.kind = 'reply' and above.author_id not in (select id from hidden)
    ) as counted group by forum_id, kind`.execute(db);
  return rows;
}

type State = Pick<ForumInIndex, 'last' | 'isUnread' | 'threads' | 'replies'>;

/** SQL: whether `forum` has a thread with unread posts. Checks threads one by one, newest first. */
const hasUnread = (app: App, viewer: Viewer): RawBuilder<boolean> => sql`exists (
  select from (
    select * from social.thread as active where active.forum_id = forum.id and active.last_at > ${unreadSince(app, viewer)}
    order by active.last_at desc offset 0
  ) as thread cross join lateral ${visiblePosts(app.db, viewer)
    .where('post.id', '=', sql<string>`thread.post_id`)
    .where((eb) => eb.not(mutedBy('post.author_id', viewer.id)))
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
  const hidden = new Map<string, number>();
  for (const { forum_id, kind, n } of await countHiddenInForums(app.db, viewer?.id ?? null))
    hidden.set(`${forum_id} ${kind}`, n);
  const seen = () =>
    visiblePosts(app.db, viewer)
      .innerJoin('social.thread as thread', 'thread.post_id', 'post.id')
      .where('thread.forum_id', '=', sql.ref<string>('forum.id'))
      .$call(
        whenGiven(viewer, (query, viewer) =>
          query.where((eb) => eb.not(mutedBy('post.author_id', viewer.id))),
        ),
      );
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
  return new Map(
    rows.map((row) => [
      row.forum_id,
      {
        threads: row.threads - (hidden.get(`${row.forum_id} threads`) ?? 0),
        replies: row.replies - (hidden.get(`${row.forum_id} replies`) ?? 0),
        isUnread: row.is_unread,
        last:
          row.thread_id === null || row.last_at === null
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

import { sql } from 'kysely';
import { msg, Problem } from '../../../kernel/problem.ts';
import { days, minutes } from '../../../kernel/time.ts';
import { type Viewer, perAccount, verb } from '../../../platform/app.ts';
import { isReactionKind, type ReactionKind } from '../../tallies/reaction-kinds.ts';
import type { Post } from '../post.ts';
import { getPost } from '../reading/get-posts.ts';

/** What others did with a post on one day (UTC). */
export interface PostDay {
  /** YYYY-MM-DD. */
  day: string;
  reactions: number;
  comments: number;
  /** Shares with and without a text. */
  shares: number;
  saves: number;
}

export interface PostStatistics {
  post: Post;
  /** Of all time, without what the author did. */
  totals: Omit<PostDay, 'day'> & { people: number };
  reactions: Partial<Record<ReactionKind, number>>;
  /** The last days, the oldest first, from the day of the post at the earliest. */
  days: PostDay[];
}

/** Number of days that are listed. */
export const shownDays = 30;

/** Actions that are read of each kind, the newest first. More are counted in the totals of the post only. */
const maxRead = 50_000;

/** Returns what others did with a post of the viewer, by day. For its author, or the team of its page, only. */
export const getPostStatistics = verb(
  { name: 'posts.statistics', scope: 'read', who: 'member', limit: perAccount(120, minutes(5)) },
  async (app, viewer: Viewer, id: string): Promise<PostStatistics> => {
    const post = await getPost(app, viewer, id);
    const isMine = post.page ? post.page.role !== null : post.author.id === viewer.id;
    if (!isMine) throw new Problem('forbidden', msg('Only the author can see the statistics of a post'));
    const { rows } = await sql<{ kind: keyof PostDay | 'people'; day: string; n: number }>`
      with act as materialized (
        (select 'reactions' as kind, account_id, created_at as at from social.reaction
          where post_id = ${id} limit ${sql.lit(maxRead)})
        union all
        (select 'comments', author_id, created_at from social.comment
          where post_id = ${id} and deleted_at is null and held_at is null order by id desc limit ${sql.lit(maxRead)})
        union all
        (select 'shares', author_id, created_at from social.post
          where quote_id = ${id} and parent_id is null and deleted_at is null and held_at is null
          order by id desc limit ${sql.lit(maxRead)})
        union all
        (select 'saves', account_id, saved_at from social.saved where post_id = ${id} limit ${sql.lit(maxRead)})
      )
      select kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::integer as n
      from act where account_id <> ${post.author.id} group by kind, day
      union all select 'people', '', count(distinct account_id)::integer
      from act where account_id <> ${post.author.id}`.execute(app.db);
    const counted = new Map(rows.map(({ kind, day, n }) => [`${kind} ${day}`, n]));
    const sum = (kind: string) =>
      rows.filter((row) => row.kind === kind).reduce((total, { n }) => total + n, 0);
    const today = app.clock.now().getTime();
    const from = Math.max(post.createdAt.getTime(), today - days(shownDays - 1));
    const shown: PostDay[] = [];
    for (let day = dayOf(from); day <= dayOf(today); day = dayOf(Date.parse(day) + days(1))) {
      const of = (kind: string) => counted.get(`${kind} ${day}`) ?? 0;
      shown.push({
        day,
        reactions: of('reactions'),
        comments: of('comments'),
        shares: of('shares'),
        saves: of('saves'),
      });
    }
    return {
      post,
      totals: {
        reactions: sum('reactions'),
        comments: sum('comments'),
        shares: sum('shares'),
        saves: sum('saves'),
        people: sum('people'),
      },
      reactions: Object.fromEntries(Object.entries(post.reactions).filter(([kind]) => isReactionKind(kind))),
      days: shown,
    };
  },
);

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

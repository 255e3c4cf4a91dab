import { sql, type RawBuilder } from 'kysely';

/** Widths of the slices of ids in `search.keys`. Each is sixteen times the previous one. */
const widths = [256, 4096, 65_536] as const;
/** The level above them reads sixteen of the widest slices at once. */
const widest = widths.length;
/** The level of everything by an author. */
const allByAuthor = widest + 1;
/** Maximum number of slices that are read, and additional ones per result. */
const [maxRead, maxReadPerResult] = [192, 2];
/** A slice with more matches than this, or this many times the limit, is read in narrower ones. */
const [minPosts, postsPerResult] = [64, 3];

/** Posts by id, newest first, in slices that are as wide as the matches allow. */
interface Walk {
  /** Condition on `post` that the index covers. */
  isMatch: RawBuilder<boolean>;
  /** Condition on `post` that matches are filtered by. */
  isWanted: RawBuilder<boolean>;
  /** SQL: one row with `below`, the id to start below, or null, and `level`, the first width. */
  start: RawBuilder<unknown>;
  authorId: string | undefined;
  minId: string;
  /** Number of results that are read at most. */
  limit: number;
  /** A number from each post, if the caller needs one. */
  rank?: RawBuilder<number>;
}

const maxPostsFor = (limit: number): number => Math.max(minPosts, postsPerResult * limit);

const keyOf = (authorId: string) => sql`${authorId}::bigint * 4 + 3`;

/** Forces the group's index. PostgreSQL might otherwise scan all posts of the author. */
export const isBy = (authorId: string) =>
  sql<boolean>`search.keys(post.id, post.author_id) @> array[${keyOf(authorId)}]`;

/** SQL: the level at which a slice below an id has few enough matches, if this many posts match. */
export function levelFor(matches: number, below: RawBuilder<unknown>, limit: number): RawBuilder<number> {
  if (!Number.isFinite(matches)) return sql<number>`1`;
  const isFew = (width: number) =>
    sql`${matches}::bigint * ${sql.lit(width)} <= ${below} * ${sql.lit(maxPostsFor(limit))}`;
  const cases = [...widths, 16 * 65_536].map(
    (width, level) => sql`when ${isFew(width)} then ${sql.lit(level)}`,
  );
  return sql<number>`case ${sql.join(cases.reverse(), sql` `)} else 0 end`;
}

/** SQL: the level of a search by an author with this many posts. */
export const levelForAuthor = (isEverythingFew: RawBuilder<boolean>) =>
  sql<number>`case when ${isEverythingFew} then ${sql.lit(allByAuthor)} else 1 end`;

/**
 * SQL: ids of matches with their `rank`, newest first. The next slice is read when the caller needs more:
 * sixteen times as wide if it is expected to have few matches, or in narrower ones if it has many. Each is read
 * from the index once. If many rows match but few are wanted, such as for a phrase of common words, the walk ends after a
 * number of slices.
 */
export function inSlices(walk: Walk): RawBuilder<{ id: string; rank: number | null }> {
  const { isMatch, isWanted, start, authorId, minId, limit, rank = sql<number>`null::real` } = walk;
  const maxPosts = maxPostsFor(limit);
  const widthCases = widths.map((width, level) => sql`when ${sql.lit(level)} then ${sql.lit(width)}`);
  const keysOfSlices = sql`array(select n * 4 + least(walk.level, ${sql.lit(widest - 1)})
    from generate_series(area.bottom / size.unit, (walk.below - 1) / size.unit) as n)`;
  const keys =
    authorId === undefined
      ? keysOfSlices
      : sql`case when walk.level = ${sql.lit(allByAuthor)} then array[${keyOf(authorId)}] else ${keysOfSlices} end`;
  // `materialized` makes PostgreSQL plan as if all rows were needed, which uses the group's index, regardless of
  // estimates. Execution still stops at the limit. `id + 0` excludes the primary key.
  return sql`select id, rank from (
    with recursive walk (below, level, step, ids, ranks) as (
      select below::bigint, level, 0, array[]::bigint[], array[]::real[] from (${start}) as start
      union all
      select case when slice.is_full then walk.below else area.bottom end,
        case when slice.is_full then walk.level - 1
          when walk.level < ${sql.lit(widest)} and slice.n * 20 * area.width <= ${sql.lit(maxPosts)} * (walk.below - area.bottom)
            then walk.level + 1
          else walk.level end,
        walk.step + 1, case when not slice.is_full then slice.ids end, slice.ranks
      from walk
      cross join lateral (
        select case walk.level ${sql.join(widthCases, sql` `)} else ${sql.lit(widths[2])} end as unit,
          case when walk.level >= ${sql.lit(widest)} then 15 else 0 end as others offset 0
      ) as size
      cross join lateral (
        select size.unit * (1 + size.others) as width,
          case when walk.level = ${sql.lit(allByAuthor)} then 0
            else greatest((walk.below - 1) / size.unit - size.others, 0) * size.unit end as bottom offset 0
      ) as area
      cross join lateral (select ${keys} as keys offset 0) as slices
      cross join lateral (
        select count(*) as n, count(*) > ${sql.lit(maxPosts)} and walk.level between 1 and ${sql.lit(widest)} as is_full,
          array_agg(id order by id desc) filter (where is_wanted) as ids,
          array_agg(rank order by id desc) filter (where is_wanted) as ranks
        from (
          with matched as materialized (
            select post.id, (${isWanted}) as is_wanted, ${rank} as rank from social.post as post
            where ${isMatch} and search.keys(post.id, post.author_id) && slices.keys and post.id + 0 < walk.below
          ) select id, is_wanted, rank from matched
          limit case when walk.level between 1 and ${sql.lit(widest)} then ${sql.lit(maxPosts + 1)} end
        ) as few
      ) as slice
      where walk.below > ${minId} and walk.step < ${sql.lit(maxRead + maxReadPerResult * limit)}
    ) select ids, ranks from walk where cardinality(ids) > 0
  ) as walk cross join lateral unnest(walk.ids, walk.ranks) as found (id, rank)`;
}

import { sql, type RawBuilder } from 'kysely';

/** Widths of slices of ids. Each is sixteen times the previous one. */
const widths = [256n, 4096n, 65_536n] as const;
const ratio = 16n;
/** Minimum number of slices per width before wider ones are used. */
const minOfWidth = 8n;
/** A slice with more matches than this is split into narrower ones. */
const few = 64;
/** Maximum number of slices, which covers three billion ids. */
const maxSlices = 50_000;
/** Minimum number of slices with possible matches that are read. */
const minRead = 128;

interface Slice {
  level: number;
  n: bigint;
}

/** Returns slices that cover the ids from `bottom` to `top`, newest first. Older slices are wider. */
export function slicesBetween(bottom: bigint, top: bigint): Slice[] {
  const slices: Slice[] = [];
  let end = top;
  for (const [level, width] of widths.entries()) {
    const newest = end / width;
    const isWidest = level === widths.length - 1;
    const aligned = ((newest - minOfWidth + 1n) / ratio) * ratio;
    const oldest = isWidest || aligned < bottom / width ? bottom / width : aligned;
    for (let n = newest; n >= oldest && slices.length < maxSlices; n -= 1n) slices.push({ level, n });
    end = oldest * width - 1n;
    if (end < bottom) break;
  }
  return slices;
}

const hasKey = (key: RawBuilder<unknown>) =>
  sql<boolean>`search.keys(post.id, post.author_id) @> array[${key}]`;

const isIn = (slice: RawBuilder<unknown>) => hasKey(sql`${slice}.n * 4 + ${slice}.level`);

/** Forces the group's index. PostgreSQL might otherwise scan all posts of the author. */
export const isBy = (authorId: string) => hasKey(sql`${authorId}::bigint * 4 + 3`);

/** Whether a post is in the current slice of `inSlices`. */
export const isInSlice = isIn(sql`narrow`);

/**
 * SQL: the number of rows that match a condition on `post`, up to the limit plus one. `materialized` makes
 * PostgreSQL plan as if all rows were needed, which uses the group's index, while execution still stops at
 * the limit.
 */
const countUpTo = (limit: number, isMatch: RawBuilder<boolean>) =>
  sql`with matched as materialized (select from social.post as post where ${isMatch})
    select count(*) as n from (select from matched limit ${sql.lit(limit + 1)}) as counted`;

const countFew = (isMatch: RawBuilder<boolean>) => countUpTo(few, isMatch);

/** SQL: whether the slice contains any post of the group, which is faster than checking many words. */
const isUsed = (slice: RawBuilder<unknown>, isOfGroup: RawBuilder<boolean>) =>
  sql<boolean>`exists (
    with used as materialized (select from social.post as post where ${isOfGroup} and ${isIn(slice)}) select from used
  )`;

/** SQL: whether at most `limit` rows match the condition, so the newest can be found without slices. */
export const areAtMost = (limit: number, isMatch: RawBuilder<boolean>) =>
  sql<boolean>`((${countUpTo(limit, isMatch)}) <= ${sql.lit(limit)})`;

/**
 * SQL: the results of `matching`, a query with `isInSlice`, for one slice after another until enough are
 * found. Skips slices without rows for `isMatch` and splits slices with many, so that each costs about the
 * same. If many rows match but few are selected, such as for a phrase of common words, the search stops after
 * a number of slices.
 */
export function inSlices(
  slices: readonly Slice[],
  isOfGroup: RawBuilder<boolean>,
  isMatch: RawBuilder<boolean>,
  matching: RawBuilder<unknown>,
  limit: number,
): RawBuilder<{ id: string }> {
  const levels = slices.map(({ level }) => level);
  const numbers = slices.map(({ n }) => String(n));
  return sql`select found.id from (
      select narrow.level, narrow.n from unnest(${levels}::bigint[], ${numbers}::bigint[]) as given (level, n)
      ${narrowed(2, sql`given`, sql`middle`, countFew(sql`${isMatch} and ${isIn(sql`given`)}`))}
      ${narrowed(
        1,
        sql`middle`,
        sql`narrow`,
        sql`select case when ${isUsed(sql`middle`, isOfGroup)}
          then (${countFew(sql`${isMatch} and ${isIn(sql`middle`)}`)}) else 0 end`,
      )}
      where narrow.level > 0 or ${isUsed(sql`narrow`, isOfGroup)}
      limit ${sql.lit(minRead + 2 * limit)}
    ) as narrow cross join lateral ${matching} as found limit ${sql.lit(limit)}`;
}

/**
 * Replaces a slice of the level with itself, its narrower slices, or nothing, depending on the number of
 * matches.
 */
function narrowed(
  level: number,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // `offset 0` ensures that the count is evaluated once.
  return sql`cross join lateral (
      select case when ${from}.level = ${sql.lit(level)} then (${count}) end as n offset 0
    ) as ${to}_count
    cross join lateral (
      select ${from}.level, ${from}.n where ${to}_count.n is null or ${to}_count.n between 1 and ${sql.lit(few)}
      union all
      select ${from}.level - 1, ${from}.n * 16 + part from generate_series(15, 0, -1) as part
      where ${to}_count.n > ${sql.lit(few)}
      offset 0
    ) as ${to}`;
}

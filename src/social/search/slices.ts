import { sql, type RawBuilder } from 'kysely';

/** Widths of slices of ids, each sixteen times the one before. */
const widths = [256n, 4096n, 65_536n] as const;
const ratio = 16n;
/** So many slices of a width are searched at least before wider ones are. */
const minOfWidth = 8n;
/** A slice with more matches than this is searched in narrower ones. */
const few = 64;
/** No more slices than these, whatever ids there are: three billion ids. */
const maxSlices = 50_000;
/** So many slices are read at least, of those in which something may match. */
const minRead = 128;

interface Slice {
  level: number;
  n: bigint;
}

/** Slices that cover the ids from `bottom` to `top`, the newest first, wider the older they are. */
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

/** By the index of the group, where PostgreSQL might go through all that the author wrote instead. */
export const isBy = (authorId: string) => hasKey(sql`${authorId}::bigint * 4 + 3`);

/** Whether a post is in the slice that `inSlices` is at. */
export const isInSlice = isIn(sql`narrow`);

/**
 * How many rows meet a condition on `post`, counted no further than to one more than the limit. `materialized`: PostgreSQL plans
 * as if all were wanted, which is by the index of the group, and stops reading all the same.
 */
const countUpTo = (limit: number, isMatch: RawBuilder<boolean>) =>
  sql`with matched as materialized (select from social.post as post where ${isMatch})
    select count(*) as n from (select from matched limit ${sql.lit(limit + 1)}) as counted`;

const countFew = (isMatch: RawBuilder<boolean>) => countUpTo(few, isMatch);

/** Whether the slice has anything of the group at all, which is quicker to know than whether any of many words is in it. */
const isUsed = (slice: RawBuilder<unknown>, isOfGroup: RawBuilder<boolean>) =>
  sql<boolean>`exists (
    with used as materialized (select from social.post as post where ${isOfGroup} and ${isIn(slice)}) select from used
  )`;

/** Whether no more than so many meet the condition, so that no slices are needed to find the newest. */
export const areAtMost = (limit: number, isMatch: RawBuilder<boolean>) =>
  sql<boolean>`((${countUpTo(limit, isMatch)}) <= ${sql.lit(limit)})`;

/**
 * What `matching` (a query with `isInSlice`) selects from slice after slice, until enough is found. A slice in which
 * nothing meets `isMatch` is omitted, and one in which much does is searched in narrower ones: each costs about as much,
 * wherever the matches are. Where many meet it and few are selected, such as of a phrase of common words, the search ends
 * after a number of slices.
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

/** Joins a slice of the level with itself, with the narrower ones in it, or with none, by how many matches it has. */
function narrowed(
  level: number,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // `offset 0`: what is counted is counted once.
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

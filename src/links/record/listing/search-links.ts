import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { linkContains, searchable } from './link-contains.ts';

/** Maximum matches of a search, newest first. */
export const maxFound = 500;
/** One more result shows that there are more. */
const wanted = maxFound + 1;

/** Number of newest links that are scanned, with and without support of the index. */
const [maxRead, maxReadWithoutIndex] = [1000, 3000];
/**
 * A word that occurs in more than `frequent` of the `sampled` newest links is too common to look up older
 * ones by.
 */
const [sampled, frequent] = [200, 20];
/** A slice with more candidates than this is split into narrower ones. */
const maxCandidates = 256;
/** Maximum number of slices with candidates to read. */
const maxSlices = 64;

interface Newest {
  /** Matching links, newest first. */
  ids: string[];
  read: number;
  /** The oldest link scanned, and the oldest of the account. */
  oldestRead: string | null;
  oldest: string | null;
  rare: string[];
}

/**
 * Returns the newest links that contain a text and satisfy `among`, newest first. Common texts are found by
 * scanning the newest links. Others are looked up by their rare words in slices of ids, newest first. The
 * cost does not depend on the number of links.
 */
export async function searchLinks(
  { db }: Pick<App, 'db'>,
  accountId: string,
  text: string,
  condition: RawBuilder<boolean>,
): Promise<string[]> {
  const words = wordsOf(text);
  const max = words.length > 0 ? maxRead : maxReadWithoutIndex;
  const { rows } = await sql<Newest>`
    with newest as materialized (
      select link.id, ${searchable} as text from links.link
      where ${condition} order by link.id desc limit ${max}
    )
    select
      array(
        select id::text from newest where ${linkContains([text], sql`newest.text`)} order by id desc limit ${wanted}
      ) as ids,
      (select count(*)::integer from newest) as read,
      (select min(id) from newest) as "oldestRead",
      (select min(id) from links.link
        where account_id = ${accountId} and deleted_at is null and purpose = 'link') as oldest,
      array(
        select word from unnest(${words}::text[]) as word
        where (select count(*) from (select text from newest limit ${sampled}) as sample where strpos(sample.text, word) > 0)
          <= ${frequent}
      ) as rare`.execute(db);
  const { ids = [], read = 0, oldestRead, oldest, rare = [] } = rows[0] ?? {};
  if (read < max || ids.length >= wanted || words.length === 0 || !oldestRead || !oldest) return ids;
  const older = sql<boolean>`${condition} and link.id < ${oldestRead}`;
  const slices = { accountId, known: rare.length > 0 ? rare : [text], from: oldestRead, to: oldest };
  return [...ids, ...(await searchSlices(db, slices, text, older, wanted - ids.length))];
}

/**
 * Returns words that trigrams can find. Each includes a preceding separator, which makes it more selective.
 */
const wordsOf = (text: string): string[] =>
  text.match(/[ -/:-@[-`{-~][0-9a-z]{2,}|[0-9a-z]{3,}/gi)?.map((word) => word.toLowerCase()) ?? [];

/**
 * Searches older links in slices of 65,536 ids, or 4,096 if there are many candidates, by words that the
 * index supports. The keys are those of `search.keys`.
 */
async function searchSlices(
  db: App['db'],
  { accountId, known, from, to }: { accountId: string; known: readonly string[]; from: string; to: string },
  text: string,
  condition: RawBuilder<boolean>,
  max: number,
): Promise<string[]> {
  // `materialized` makes PostgreSQL plan for all rows, which uses the index. It still stops early.
  const candidates = (slice: RawBuilder<unknown>) => sql`with candidate as materialized (
      select link.id, ${linkContains([text])} as is_match from links.link
      where ${condition} and ${linkContains(known)}
        and search.keys(link.id, link.account_id) @> array[${slice}, ${accountId}::bigint * 4 + 3]
    )`;
  const { rows } = await sql<{ id: string }>`
    select found.id from (
      select slice.* from generate_series(${from}::bigint / 65536, ${to}::bigint / 65536, -1) as wide (n)
      cross join lateral (
        ${candidates(sql`wide.n * 4 + 2`)}
        select count(*) as n, array_agg(id order by id desc) filter (where is_match) as ids
        from (select * from candidate limit ${sql.lit(maxCandidates + 1)}) as counted
      ) as counted
      cross join lateral (
        select null::bigint as key, counted.ids where counted.n between 1 and ${sql.lit(maxCandidates)}
        union all
        select (wide.n * 16 + part) * 4 + 1, null from generate_series(15, 0, -1) as part where counted.n > ${sql.lit(maxCandidates)}
      ) as slice
      limit ${sql.lit(maxSlices)}
    ) as slice
    cross join lateral (
      select unnest(slice.ids) as id
      union all
      (${candidates(sql`slice.key`)} select id from candidate where is_match order by id desc)
    ) as found
    limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
}

import { type RawBuilder, sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { isUnfiltered, linkContains, type LinkFilter, matchingLinks, searchable } from './filter.ts';

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
/** Widths of slices of ids, as in `links.search_keys`. */
const [wide, middle, narrow] = [262_144, 4096, 256];
/** A wide or middle slice with more candidates than this is split into narrower ones. */
const [maxInWide, maxInMiddle] = [640, 128];
/** Maximum number of middle and narrow slices, and of wide ones with few candidates, to read. */
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
async function searchLinks(
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
 * Searches older links in slices of ids, newest first, by words that the index supports. A slice with many
 * candidates is split into narrower ones, because the index returns the oldest of a slice first.
 */
async function searchSlices(
  db: App['db'],
  { accountId, known, from, to }: { accountId: string; known: readonly string[]; from: string; to: string },
  text: string,
  condition: RawBuilder<boolean>,
  max: number,
): Promise<string[]> {
  // `materialized` makes PostgreSQL plan for all rows, which uses the index. It still stops early.
  const candidates = (keys: RawBuilder<unknown>, limit: number) => sql`
    with candidate as materialized (
      select link.id, ${linkContains([text])} as is_match from links.link
      where ${condition} and ${linkContains(known)}
        and links.search_keys(link.id, link.account_id) @> array[${keys}]
    )
    select count(*) as n, array_agg(id order by id desc) filter (where is_match) as ids
    from (select * from candidate limit ${sql.lit(limit + 1)}) as counted`;
  const inWide = sql`(${accountId}::bigint << 32) + wide.n * 4 + 2`;
  const numberOf = (id: string, width: number) => sql`${id}::bigint / ${sql.lit(width)}`;
  const partsOf = (n: RawBuilder<unknown>, parts: number) =>
    sql`generate_series((${n} + 1) * ${sql.lit(parts)} - 1, ${n} * ${sql.lit(parts)}, -1)`;
  const { rows } = await sql<{ id: string }>`
    select found.id from (
      select slice.ids from generate_series(${numberOf(from, wide)}, ${numberOf(to, wide)}, -1) as wide (n)
      cross join lateral (${candidates(inWide, maxInWide)}) as in_wide
      cross join lateral (
        select in_wide.ids where in_wide.n between 1 and ${sql.lit(maxInWide)}
        union all
        select split.ids from ${partsOf(sql`wide.n`, wide / middle)} as middle (n)
        cross join lateral (${candidates(sql`${inWide}, middle.n * 4 + 1`, maxInMiddle)}) as in_middle
        cross join lateral (
          select in_middle.ids where in_middle.n <= ${sql.lit(maxInMiddle)}
          union all
          select in_narrow.ids from ${partsOf(sql`middle.n`, middle / narrow)} as narrow (n)
          cross join lateral (${candidates(sql`narrow.n * 4`, narrow)}) as in_narrow
          where in_middle.n > ${sql.lit(maxInMiddle)}
        ) as split
        where in_wide.n > ${sql.lit(maxInWide)}
          and middle.n between ${numberOf(to, middle)} and ${numberOf(from, middle)}
      ) as slice
      limit ${sql.lit(maxSlices)}
    ) as slice
    cross join lateral unnest(slice.ids) as found (id)
    limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The links of an account that match a filter. */
export interface Matching {
  accountId: string;
  /** A condition on `links.link as link`. */
  condition: RawBuilder<boolean>;
  /** Whether the filter matches all links of the account. */
  isAll: boolean;
  /** The number of matches, if a search has determined it. */
  counted?: { total: number; isMore: boolean };
}

export async function findMatching(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string,
  filter: LinkFilter,
): Promise<Matching> {
  const { search, ...others } = filter;
  const condition = matchingLinks(accountId, others, clock.now());
  if (!search) return { accountId, condition, isAll: isUnfiltered(others) };
  const ids = await searchLinks({ db }, accountId, search, condition);
  const found = ids.slice(0, maxFound);
  return {
    accountId,
    condition: sql`(${condition} and link.id = any(${found}::bigint[]))`,
    isAll: false,
    counted: { total: found.length, isMore: ids.length > maxFound },
  };
}

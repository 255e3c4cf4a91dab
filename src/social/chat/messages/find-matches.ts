import { type RawBuilder, sql } from 'kysely';
import { normalize } from '../../../kernel/text.ts';
import type { App } from '../../../platform/app.ts';
import type { MessageTable } from '../conversations/conversation.ts';

/** A conversation to search. */
interface Searched {
  id: string;
  /** The reader may read messages after this one, up to the newest. */
  cleared_to: string;
  last_message_id: string;
}

/** Widths of slices at levels 0 to 2, as in `search.keys`. */
const widths = [256n, 4096n, 65_536n] as const;
const wide = widths[2];
/** Maximum newest slices of a level that are searched together. */
const window = 8n;
/** Slices of a level are this many times as wide as those of the previous one. */
const widthRatio = 16;
/** Factor by which a window is wider than matches in the previous one suggest, because they vary. */
const margin = 1.5;
/**
 * Words in at most `rare` messages are looked up across all conversations if more than `rareBeyond` are
 * searched.
 */
const rare = 2000;
const rareBeyond = 8;
/** A query counts as rare if it matches at most this many of the newest 2,048 messages. */
const rareInFirst = 8;
/**
 * Added to the matches in the sample, because rare words may be missing from the newest messages by chance.
 */
const samplingMargin = 3;
/** Conversations searched together, those with the newest messages first. */
const batchSize = 32;
/** With more matches than this, a conversation or slice of ids is split into narrower slices. */
const maxCandidates = 128;
/** Maximum slices to search, and maximum slices with matches. */
const [maxSlices, maxMatching] = [20_000n, 128];

/**
 * Returns the ids of the newest messages that match `words` (a tsquery), newest first: about as many as
 * wanted, or all there are. Rare words are looked up across all conversations. Others are searched among the
 * newest messages and, if these are not enough, per conversation and in slices of ids. The cost depends
 * neither on the number of messages nor on the number of matches.
 */
export async function findMessages(
  { db }: Pick<App, 'db'>,
  conversations: readonly Searched[],
  words: string,
  limit: number,
): Promise<string[]> {
  const rareOnes = conversations.length > rareBeyond ? await findRare(db, conversations, words, limit) : null;
  if (rareOnes) return rareOnes;
  const newest = BigInt(conversations[0]?.last_message_id ?? 0);
  const isInAny = sql`&& ${conversations.map(({ id }) => keyOf(id))}::bigint[]`;
  let slices = Number(window);
  for (const level of widths.keys()) {
    const recent = await idsOf(
      db,
      newestOf(matching(words, isInAny, inWindow(newest, level, slices)), limit),
    );
    if (recent.length >= limit) return recent;
    if (recent.length * widthRatio < limit) break;
    slices = Math.min(Number(window), Math.ceil((slices * limit * margin) / recent.length / widthRatio));
  }
  const found: string[] = [];
  for (let from = 0; from < conversations.length; from += batchSize) {
    const [next] = conversations.slice(from);
    const last = found[limit - 1];
    if (!next || (last !== undefined && BigInt(last) > BigInt(next.last_message_id))) break;
    found.push(...(await findIn(db, conversations.slice(from, from + batchSize), words, limit)));
    found.sort((a, b) => Number(BigInt(b) - BigInt(a)));
  }
  return found;
}

/**
 * Returns messages with rare words. Null: the words are not rare, estimated from the newest 2,048 messages of
 * all authors or, if inconclusive, the newest 32,768. Conversations are compared after the lookup, because
 * PostgreSQL must not start with them.
 */
async function findRare(
  db: App['db'],
  conversations: readonly Searched[],
  words: string,
  limit: number,
): Promise<string[] | null> {
  const count = (level: number, limit: number) => sql`(select count(*) from (
    with candidate as materialized (${matching(words, newestSlices(level))}) select from candidate limit ${sql.lit(limit)}) as each)`;
  const ids = sql`(select max(id) - min(id) from social.message)`;
  const isRare = (found: RawBuilder<unknown>, level: number) =>
    sql`(${found} + ${sql.lit(samplingMargin)}.0) / ${sql.lit(Number(window * (widths[level] ?? wide)))} * ${ids} <= ${sql.lit(rare)}`;
  const { rows } = await sql<{ is_rare: boolean; ids: string[] | null }>`
    with judged as materialized (
      select case when first.n > ${sql.lit(rareInFirst)} then ${ids} <= ${sql.lit(rare)}
        when ${isRare(sql`first.n`, 0)} then true else ${isRare(count(1, rare), 1)} end as is_rare
      from (select ${count(0, rareInFirst + 1)} as n offset 0) as first
    ), candidate as materialized (
      ${matching(words)} and (select is_rare from judged)
    )
    select is_rare, array(select id::text from candidate
      where conversation_id = any(${conversations.map(({ id }) => id)}::bigint[]) order by candidate.id desc limit ${sql.lit(limit)}) as ids
    from judged`.execute(db);
  const [found] = rows;
  return found?.is_rare ? found.ids : null;
}

async function findIn(
  db: App['db'],
  conversations: readonly Searched[],
  words: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; n: number; ids: string[] | null }>`
    select mine.id, counted.n, counted.ids from unnest(${conversations.map(({ id }) => id)}::bigint[]) as mine (id)
    cross join lateral (
      with candidate as materialized (${matching(words, sql`@> array[mine.id * 4 + 3]`)})
      select count(*)::integer as n, array_agg(id::text) as ids from (select id from candidate limit ${sql.lit(maxCandidates + 1)}) as each
    ) as counted where counted.n > 0`.execute(db);
  const found = rows.flatMap(({ n, ids }) => (n <= maxCandidates ? (ids ?? []) : []));
  for (const { id } of rows.filter(({ n }) => n > maxCandidates)) {
    const many = conversations.find((each) => each.id === id);
    if (many) found.push(...(await idsOf(db, fromSlices(many, words, limit))));
  }
  return found;
}

async function idsOf(db: App['db'], query: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id);
}

const newestSlices = (level: number): RawBuilder<unknown> => sql`&& array(
  select ((select max(id) from social.message) / ${sql.lit(Number(widths[level] ?? wide))} - i) * 4 + ${sql.lit(level)}
  from generate_series(0, ${sql.lit(Number(window) - 1)}) as i)`;

function inWindow(newest: bigint, level: number, slices: number): RawBuilder<unknown> {
  const width = widths[level] ?? wide;
  const keys = Array.from({ length: slices }, (_, i) =>
    String((newest / width - BigInt(i)) * 4n + BigInt(level)),
  );
  return sql`&& ${keys}::bigint[]`;
}

const keyOf = (conversationId: string): string => String(BigInt(conversationId) * 4n + 3n);

/** SQL for indexed matches: the words, and conditions on the index keys. */
const matching = (words: string, ...isIn: RawBuilder<unknown>[]) => sql`
  select message.id, message.conversation_id from social.message as message
  where ${sql.join(
    [
      sql`message.deleted_at is null and message.event is null and message.search @@ ${words}::tsquery`,
      ...isIn.map((keys) => sql`search.keys(message.id, message.conversation_id) ${keys}`),
    ],
    sql` and `,
  )}`;

/** `materialized` makes PostgreSQL plan for all rows, which uses the index. It still stops early. */
const newestOf = (list: RawBuilder<unknown>, limit: number) => sql<{ id: string }>`
  with candidate as materialized (${list}) select id from candidate order by id desc limit ${sql.lit(limit)}`;

/**
 * SQL that searches one conversation from the newest slice to the oldest. Slices with many matches are split
 * into sixteen narrower ones.
 */
function fromSlices({ id, last_message_id }: Searched, words: string, limit: number) {
  const from = BigInt(last_message_id) / wide;
  const to = from > maxSlices ? from - maxSlices : 0n;
  const inSlice = (slice: RawBuilder<unknown>) =>
    matching(words, sql`@> array[${keyOf(id)}::bigint, ${slice}]`);
  return sql<{ id: string }>`
    select found.id from (
      select slice.key from generate_series(${String(from)}::bigint, ${String(to)}::bigint, -1) as wide (n)
      cross join lateral (
        with candidate as materialized (${inSlice(sql`wide.n * 4 + 2`)})
        select count(*) as n from (select from candidate limit ${sql.lit(maxCandidates + 1)}) as each
      ) as counted
      cross join lateral (
        select wide.n * 4 + 2 as key where counted.n between 1 and ${sql.lit(maxCandidates)}
        union all
        select (wide.n * 16 + part) * 4 + 1 from generate_series(15, 0, -1) as part where counted.n > ${sql.lit(maxCandidates)}
      ) as slice
      limit ${sql.lit(maxMatching)}
    ) as slice
    cross join lateral (${newestOf(inSlice(sql`slice.key`), limit)}) as found
    limit ${sql.lit(limit)}`;
}

/** Maximum recent messages and conversations to scan. */
const [maxRead, maxConversations] = [2000, 40];

/**
 * Returns the ids of recent messages that literally contain each of the words, newest first. Needed for stop
 * words and symbols, which are not indexed.
 */
export async function findLiterally(
  { db }: Pick<App, 'db'>,
  conversations: readonly Searched[],
  words: string,
  limit: number,
): Promise<string[]> {
  const read = conversations.slice(0, maxConversations);
  const [ids, clearedTo] = [read.map(({ id }) => id), read.map(({ cleared_to }) => cleared_to)];
  const typed = normalize(words, 'NFKC').toLowerCase().split(/\s+/).filter(isVisible);
  if (typed.length === 0) return [];
  const found = await db
    .selectFrom(
      sql<{ id: string; cleared_to: string }>`unnest(${ids}::bigint[], ${clearedTo}::bigint[])`.as<'mine'>(
        sql`mine (id, cleared_to)`,
      ),
    )
    .innerJoinLateral(
      sql<MessageTable>`(select * from social.message as each
        where (each.conversation_id, each.id) > (mine.id, mine.cleared_to)
          and (each.conversation_id, each.id) <= (mine.id, ${read[0]?.last_message_id}::bigint)
        order by each.conversation_id desc, each.id desc limit ${Math.ceil(maxRead / Math.max(1, ids.length))})`.as<'message'>(
        sql.ref('message'),
      ),
      (join) => join.onTrue(),
    )
    .where('message.deleted_at', 'is', null)
    .where('message.event', 'is', null)
    .where(
      sql<boolean>`search.folded(message.text) ~ all(array(
      select case when is_word then '\\m' || search.folded(part) || '\\M' else search.folded(part) end
      from unnest(${typed.map(escape)}::text[], ${typed.map(isWord)}::boolean[]) as typed (part, is_word)))`,
    )
    .orderBy('message.id', 'desc')
    .limit(sql.lit(limit))
    .select('message.id')
    .execute();
  return found.map(({ id }) => id);
}

/** Characters that are ignored in a text are not searched for. */
const isVisible = (typed: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(typed);

const isWord = (typed: string): boolean => /^[\p{L}\p{M}\p{Nd}]+$/u.test(typed);

/** Escapes a text for a regular expression. */
const escape = (typed: string): string => typed.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

import { sql } from 'kysely';
import { normalize } from '../../../kernel/text.ts';
import type { App } from '../../../platform/app.ts';
import type { MessageTable } from '../conversations/memberships.ts';
import type { Searched } from './find-matches.ts';

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

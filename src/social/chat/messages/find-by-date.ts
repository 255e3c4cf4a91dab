import { sql, type RawBuilder } from 'kysely';
import { invalid } from '../../../kernel/problem.ts';
import { parseDay } from '../../../kernel/time.ts';
import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { isBetween } from '../conversations/memberships.ts';
import { requireMember } from '../conversations/require-member.ts';

/** Parses a day such as 2026-11-22 and returns its start. */
export function toDay(date: string): Date {
  const day = parseDay(date);
  if (!day) throw invalid('date', t('Choose a date'));
  return day;
}

/**
 * Returns the first message of a conversation at or after a time. Undefined: there is none. Ids and times
 * have the same order, so a binary search finds it with at most one index lookup per bit of an id.
 */
export async function findByDate(
  app: App,
  viewer: Viewer,
  conversationId: string,
  from: Date,
): Promise<string | undefined> {
  const { clearedTo, lastMessageId } = await requireMember(app, viewer, conversationId);
  const next = (from: RawBuilder<unknown>) => sql`from social.message as message
    where ${isBetween(sql`${conversationId}::bigint`, from, sql`${lastMessageId}::bigint`)}
    order by message.conversation_id, message.id limit 1`;
  const { rows } = await sql<{ id: string }>`
    with recursive halves as (
      select ${clearedTo}::bigint as low, ${lastMessageId}::bigint as high
      union all
      select case when probe.created_at < ${from} then probe.id else halves.low end,
        case when probe.created_at < ${from} then halves.high else (halves.low + halves.high) / 2 end
      from halves cross join lateral (
        select message.id, message.created_at ${next(sql`(halves.low + halves.high) / 2`)}) as probe
      where halves.low < halves.high)
    select probe.id from (select max(low) as low from halves) as found
    cross join lateral (select message.id, message.created_at ${next(sql.ref('found.low'))}) as probe
    where probe.created_at >= ${from}`.execute(app.db);
  return rows[0]?.id;
}

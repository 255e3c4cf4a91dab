import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { requireMember } from '../conversations/require-member.ts';

/**
 * The first message of a conversation from a time on; undefined: there is none. Messages are in the order of their ids and times, so
 * it is found by halving, in as many index look-ups as an id has bits.
 */
export async function findByDate(
  app: App,
  viewer: Viewer,
  conversationId: string,
  from: Date,
): Promise<string | undefined> {
  await requireMember(app, viewer, conversationId);
  const { rows } = await sql<{ id: string }>`
    with recursive halves as (
      select (select id from social.message where conversation_id = ${conversationId} order by id limit 1) as low,
        (select id from social.message where conversation_id = ${conversationId} order by id desc limit 1) as high
      union all
      select case when probe.created_at < ${from} then probe.id + 1 else halves.low end,
        case when probe.created_at < ${from} then halves.high else (halves.low + halves.high) / 2 end
      from halves cross join lateral (
        select id, created_at from social.message
        where conversation_id = ${conversationId} and id >= (halves.low + halves.high) / 2
        order by id limit 1) as probe
      where halves.low < halves.high)
    select message.id from social.message as message
    where message.conversation_id = ${conversationId} and message.id >= (select max(low) from halves)
      and message.created_at >= ${from}
    order by message.id limit 1`.execute(app.db);
  return rows[0]?.id;
}

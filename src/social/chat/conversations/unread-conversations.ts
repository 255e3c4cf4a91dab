import { sql, type SqlBool } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { AccountId } from '../../people/between.ts';
import { countsAsUnread, isShownTo, isUnread, memberships } from './memberships.ts';

/**
 * Selects up to `limit` conversations with unread messages. Excludes requests, muted conversations, and
 * messages before the last reset of the counter. Based on the messages themselves, so the number cannot drift.
 */
export const unreadConversations = (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: { id: AccountId },
  limit: number,
) =>
  memberships(db, viewer.id)
    .whereRef('mine.last_message_id', '>', 'mine.seen_to')
    .where('mine.requested_at', 'is', null)
    .where((eb) => eb.or([eb('mine.muted_until', 'is', null), eb('mine.muted_until', '<=', clock.now())]))
    .where(
      sql<SqlBool>`exists (select from social.message as message
        where ${isUnread}
          and message.created_at > coalesce(
            (select messages_at from social.counter_reset where account_id = ${viewer.id}), '-infinity')
          and ${countsAsUnread(viewer.id)} and ${isShownTo(viewer.id)} offset 0)`,
    )
    .limit(sql.lit(limit))
    .select('conversation.id');

import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { blockedBetween } from '../../people/between.ts';
import { memberships } from './memberships.ts';

export interface MemberRow {
  account_id: string;
  is_owner: boolean;
  seen_to: string;
  typing_at: string | null;
  requested_at: string | null;
  last_seen_at: string | null;
  /** As stored. */
  privacy: unknown;
  own_privacy: unknown;
  first_name: string;
  is_group: boolean;
  /** When the viewer was asked to accept the conversation. */
  viewer_requested_at: string | null;
}

/**
 * SQL for the members of the conversation of `mine` other than the viewer, up to `limit`, in the order in
 * which they joined. Null: none. As a column, so that a conversation and its members are one query.
 */
export const memberRows = (viewer: Pick<Viewer, 'id'>, limit: number): RawBuilder<MemberRow[] | null> => sql`(
  select json_agg(json_build_object(
    'account_id', other.account_id::text, 'is_owner', other.is_owner, 'seen_to', other.seen_to::text,
    'typing_at', other.typing_at, 'requested_at', other.requested_at, 'last_seen_at', account.last_seen_at,
    'privacy', account.privacy, 'first_name', account.first_name, 'is_group', conversation.is_group,
    'own_privacy', (select own.privacy from identity.account as own where own.id = ${viewer.id}),
    'viewer_requested_at', mine.requested_at) order by other.joined_at, other.account_id)
  from (
    select * from social.conversation_member as each
    where each.conversation_id = mine.conversation_id and each.account_id <> ${viewer.id}
      and not ${blockedBetween('each.account_id', viewer.id)}
    order by each.joined_at, each.account_id limit ${sql.lit(limit)}) as other
  join identity.account on account.id = other.account_id)`;

/** Returns the other members of a conversation. */
export async function getMemberRows(
  { db, config }: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  conversationId: string,
): Promise<MemberRow[]> {
  const row = await memberships(db, viewer.id)
    .where('mine.conversation_id', '=', conversationId)
    .select(memberRows(viewer, config.CHAT_GROUP_MEMBERS).as('members'))
    .executeTakeFirst();
  return row?.members ?? [];
}

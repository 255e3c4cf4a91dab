import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { blockedBetween } from '../../people/between.ts';

export interface MemberRow {
  conversation_id: string;
  account_id: string;
  is_owner: boolean;
  seen_to: string;
  typing_at: Date | null;
  requested_at: Date | null;
  last_seen_at: Date | null;
  /** As stored. */
  privacy: unknown;
  own_privacy: unknown;
  first_name: string;
  is_group: boolean;
  /** Since when the viewer is asked to accept the conversation. */
  viewer_requested_at: Date | null;
}

/** Who is in these conversations beside the viewer, up to `most` of each, the first to join first. */
export async function readMemberRows(
  { db }: Pick<App, 'db'>,
  viewer: Viewer,
  conversationIds: readonly string[],
  most: number,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select member.*, mine.requested_at as viewer_requested_at, conversation.is_group,
      (select own.privacy from identity.account as own where own.id = ${viewer.id}) as own_privacy
    from social.conversation_member as mine join social.conversation on conversation.id = mine.conversation_id
    cross join lateral (
      select conversation_id, account_id, is_owner, seen_to, typing_at, requested_at, account.last_seen_at,
        account.privacy, account.first_name
      from social.conversation_member as other join identity.account on account.id = other.account_id
      where other.conversation_id = mine.conversation_id and other.account_id <> ${viewer.id}
        and not ${blockedBetween('other.account_id', viewer.id)}
      order by other.joined_at, other.account_id limit ${most}::bigint) as member
    where mine.account_id = ${viewer.id} and mine.conversation_id = any(${conversationIds}::bigint[])`.execute(
    db,
  );
  return rows;
}

import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { memberships } from './memberships.ts';

/** A conversation as seen by one of its members. */
interface Membership {
  conversationId: string;
  isGroup: boolean;
  /** The other person in a conversation of two. Null: their account was erased. */
  otherId: string | null;
  title: string;
  isOwner: boolean;
  isRequest: boolean;
  lastMessageId: string;
  clearedTo: string;
  seenTo: string;
}

/** Throws the same `Problem` if the viewer is not a member or the conversation does not exist. */
export async function requireMember(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  conversationId: string,
): Promise<Membership> {
  const row = await memberships(db, viewer.id)
    .where('conversation.id', '=', conversationId)
    .select(columns)
    .executeTakeFirst();
  if (!row) throw missing(t('Conversation'));
  return toMembership(viewer, row);
}

/**
 * Locks the conversation for the transaction, so that message ids are in chronological order. Throws if the
 * viewer is not a member.
 */
export async function lockConversation(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  conversationId: string,
): Promise<Membership> {
  await db
    .selectFrom('social.conversation')
    .where('id', '=', conversationId)
    .forUpdate()
    .select('id')
    .executeTakeFirst();
  return requireMember({ db }, viewer, conversationId);
}

const columns = [
  'conversation.id',
  'conversation.is_group',
  'conversation.first_id',
  'conversation.second_id',
  'conversation.title',
  'mine.is_owner',
  'mine.requested_at',
  'mine.last_message_id',
  'mine.cleared_to',
  'mine.seen_to',
] as const;

interface Row {
  id: string;
  is_group: boolean;
  first_id: string | null;
  second_id: string | null;
  title: string;
  is_owner: boolean;
  requested_at: Date | null;
  last_message_id: string;
  cleared_to: string;
  seen_to: string;
}

const toMembership = (viewer: Pick<Viewer, 'id'>, row: Row): Membership => ({
  conversationId: row.id,
  isGroup: row.is_group,
  otherId: row.first_id === viewer.id ? row.second_id : row.first_id,
  title: row.title,
  isOwner: row.is_owner,
  isRequest: row.requested_at !== null,
  lastMessageId: row.last_message_id,
  clearedTo: row.cleared_to,
  seenTo: row.seen_to,
});

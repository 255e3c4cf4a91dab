import { type RawBuilder, sql } from 'kysely';
import { getPrivacy, sharesSignal, toPrivacy } from '../../../identity/account/privacy.ts';
import { minutes, seconds } from '../../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { addLiveEvent } from '../../live/event.ts';
import { announceCounters } from '../../notify/notify.ts';
import { blockedBetween } from '../../people/person.ts';
import { type ChatMember, memberships, visibleMessages } from '../conversations/conversation.ts';
import type { Message } from '../messages/message.ts';
import { closePushed } from './push.ts';

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

/** How long a typing indicator lasts if the person does not stop explicitly. */
const typingFor = seconds(8);

type Requested = Pick<MemberRow, 'requested_at' | 'viewer_requested_at'>;

/** Whether the member or the viewer has not accepted the conversation yet. Neither sees signals of the other. */
export const isPending = ({ requested_at, viewer_requested_at }: Requested): boolean =>
  requested_at !== null || viewer_requested_at !== null;

/** Returns the receipts and typing state of a member, if both sides share them and no request is pending. */
export function toSignals(
  { clock }: Pick<App, 'clock'>,
  row: MemberRow,
): Pick<ChatMember, 'seenTo' | 'reachedAt' | 'isTyping'> {
  const isWaiting = isPending(row);
  const [theirs, own] = [toPrivacy(row.privacy).shares, toPrivacy(row.own_privacy).shares];
  const sharesReceipts = !isWaiting && theirs.receipts && own.receipts;
  // Whether a message has arrived is derived from when the member was last online.
  const sharesDelivery = sharesReceipts && theirs.presence && own.presence;
  const sharesTyping = !isWaiting && theirs.typing && own.typing;
  const typedAt = row.typing_at === null ? -Infinity : Date.parse(row.typing_at);
  return {
    seenTo: sharesReceipts ? row.seen_to : null,
    reachedAt: sharesDelivery && row.last_seen_at !== null ? new Date(row.last_seen_at) : null,
    isTyping: sharesTyping && clock.now().getTime() - typedAt < typingFor,
  };
}

/** People count as online for this long after an action. */
export const onlineFor = minutes(5);

/** Typing indicators, receipts and presence shown with the messages of a conversation. */
interface Receipts {
  typing: string[];
  seen: string[];
  /** For a conversation of two. */
  isOnline: boolean;
  lastSeenAt: Date | null;
}

/** `rows` are the other members of the conversation, and `newest` is its newest message. */
export function toReceipts(
  app: Pick<App, 'clock'>,
  rows: readonly MemberRow[],
  newest: Message | undefined,
): Receipts {
  const members = rows.map((row) => ({ name: row.first_name, ...toSignals(app, row) }));
  const [other] = rows;
  const sharesPresence =
    other &&
    !other.is_group &&
    !isPending(other) &&
    toPrivacy(other.privacy).shares.presence &&
    toPrivacy(other.own_privacy).shares.presence;
  const lastSeenAt = sharesPresence && other.last_seen_at !== null ? new Date(other.last_seen_at) : null;
  return {
    typing: members.flatMap(({ name, isTyping }) => (isTyping ? [name] : [])),
    seen: members.flatMap(({ name, seenTo }) =>
      newest?.isMine && seenTo !== null && BigInt(seenTo) >= BigInt(newest.id) ? [name] : [],
    ),
    isOnline: lastSeenAt !== null && app.clock.now().getTime() - lastSeenAt.getTime() < onlineFor,
    lastSeenAt,
  };
}

export type Receipt = 'sent' | 'delivered' | 'seen';

/**
 * Returns the delivery state of the viewer's message: seen if anyone has read it, delivered if it has reached
 * all others.
 */
export function receiptOf(members: readonly ChatMember[], { id, at }: Pick<Message, 'id' | 'at'>): Receipt {
  if (seenBy(members, id).length > 0) return 'seen';
  const hasReachedAll =
    members.length > 0 && members.every(({ reachedAt }) => reachedAt !== null && reachedAt >= at);
  return hasReachedAll ? 'delivered' : 'sent';
}

/** Returns the members who have read a message, as far as they share receipts with the viewer. */
export const seenBy = (members: readonly ChatMember[], messageId: string): ChatMember[] =>
  members.filter(({ seenTo }) => seenTo !== null && BigInt(seenTo) >= BigInt(messageId));

/**
 * Resolves the ids that clients send to mark as read. An id of an unread message of the viewer refers to that
 * message, and any other id to a conversation.
 */
export async function toSeen(
  { db }: Pick<App, 'db'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<{ conversationId: string; upTo?: string }[]> {
  const messages = await visibleMessages(db, viewer.id, ids)
    .whereRef('message.id', '>', 'mine.seen_to')
    .select(['message.id', 'message.conversation_id'])
    .execute();
  const found = new Map(messages.map(({ id, conversation_id }) => [id, conversation_id]));
  return ids.map((id) => {
    const conversationId = found.get(id);
    return conversationId === undefined ? { conversationId: id } : { conversationId, upTo: id };
  });
}

/**
 * Marks conversations as read, up to their newest message or the given one. Ignores conversations that the
 * viewer is not a member of.
 */
export const markConversationsSeen = verb(
  { name: 'chat.seen', scope: 'messages', who: 'member', limit: perAccount(600, minutes(1)) },
  async (
    app: App,
    viewer: Viewer,
    seen: readonly { conversationId: string; upTo?: string }[],
  ): Promise<void> => {
    await inTransaction(app, async (app) => {
      let changed = false;
      const unread = await listUnread(
        app,
        viewer,
        seen.map(({ conversationId }) => conversationId),
      );
      for (const { conversationId, upTo } of seen.filter((each) => unread.has(each.conversationId))) {
        const row = await app.db
          .updateTable('social.conversation_member')
          .set({
            seen_to: sql`least(last_message_id, ${upTo ?? null}::bigint)`,
            seen_at: app.clock.now(),
          })
          .where('conversation_id', '=', conversationId)
          .where('account_id', '=', viewer.id)
          .where('seen_to', '<', sql<string>`least(last_message_id, ${upTo ?? null}::bigint)`)
          .returning(['requested_at', 'seen_to'])
          .executeTakeFirst();
        if (!row) continue;
        changed = true;
        await closePushed(app, viewer.id, conversationId);
        const readers = row.requested_at === null ? await listReceivers(app, viewer, conversationId) : [];
        await addLiveEvent(app, [viewer.id, ...readers], 'seen', { conversation: conversationId });
      }
      if (changed) await announceCounters(app, viewer.id);
    });
  },
);

/** Returns which of the conversations have unread messages, in one query, as most of many ids need no change. */
async function listUnread({ db }: App, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('social.conversation_member')
    .where('account_id', '=', viewer.id)
    .where('conversation_id', '=', sql<string>`any(${ids}::bigint[])`)
    .whereRef('seen_to', '<', 'last_message_id')
    .select('conversation_id')
    .execute();
  return new Set(rows.map(({ conversation_id }) => conversation_id));
}

/** Returns the other members who may know that the viewer has read: both sides share receipts. */
async function listReceivers(app: App, viewer: Viewer, conversationId: string): Promise<string[]> {
  if (!(await getPrivacy(app, viewer.id)).shares.receipts) return [];
  const rows = await app.db
    .selectFrom('social.conversation_member as member')
    .where('conversation_id', '=', conversationId)
    .where('account_id', '<>', viewer.id)
    .where('requested_at', 'is', null)
    .where(sharesSignal('member.account_id', 'receipts'))
    .where((eb) => eb.not(blockedBetween('member.account_id', viewer.id)))
    .select('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

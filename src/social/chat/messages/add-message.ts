import { sql } from 'kysely';
import { Type } from 'typebox';
import { linksIn, namesIn } from '../../../kernel/typed-text/tokens.ts';
import { type App, inTransaction } from '../../../platform/app.ts';
import { addJob, job } from '../../../platform/jobs/jobs.ts';
import { addLiveEvent } from '../../live/event.ts';
import { announceCounters } from '../../notify/notify.ts';
import { blockedBetween } from '../../people/person.ts';
import { fetchPreview, keyOf, queueOf } from '../../previews/fetching.ts';
import { tokensIn } from '../../text/tokens.ts';
import { membersOf } from '../members/recipients.ts';
import type { MessageEvent } from './message.ts';

interface NewMessage {
  conversationId: string;
  /** Null: a former member. */
  authorId: string | null;
  text?: string;
  event?: MessageEvent;
  aboutId?: string;
  replyToId?: string | undefined;
  isForwarded?: boolean;
  clientId?: string | undefined;
}

/**
 * Adds a message to a conversation that the surrounding transaction has locked, and announces it to every
 * member.
 */
export async function addMessage(app: App, given: NewMessage): Promise<string> {
  const { conversationId, authorId, text = '', event, aboutId, replyToId, isForwarded, clientId } = given;
  const { db } = app;
  const link = event ? null : (linksIn(tokensIn(text))[0] ?? null);
  const at = app.clock.now();
  const { id } = await db
    .insertInto('social.message')
    .values({
      conversation_id: conversationId,
      author_id: authorId,
      text,
      link,
      event: event ?? null,
      about_id: aboutId ?? null,
      reply_to_id: replyToId ?? null,
      is_forwarded: isForwarded ?? false,
      client_id: clientId ?? null,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('social.conversation_member')
    .set((eb) => ({
      last_message_id: id,
      // A new message unarchives a conversation, unless it is muted.
      archived_at: eb.case().when('muted_until', '>', at).then(eb.ref('archived_at')).else(null).end(),
    }))
    .where('conversation_id', '=', conversationId)
    .execute();
  await db
    .updateTable('social.conversation_member')
    .set({ seen_to: id, requested_at: null, typing_at: null })
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', authorId)
    .execute();
  if (!event && authorId !== null) await addMentions(app, { id, conversationId, authorId, text });
  await previewLink(app, { id, conversationId, authorId, link });
  const members = await membersOf(app, conversationId);
  await addLiveEvent(app, members, 'message', { conversation: conversationId, id, isNew: true });
  await announceCounters(app, ...members);
  return id;
}

/** Replaces the stored mentions of a message with the group members that it mentions with @. */
export async function saveMessageMentions(app: App, message: Mentioning): Promise<void> {
  await app.db.deleteFrom('social.message_mention').where('message_id', '=', message.id).execute();
  await addMentions(app, message);
}

interface Mentioning {
  id: string;
  conversationId: string;
  authorId: string;
  text: string;
}

async function addMentions({ db }: App, { id, conversationId, authorId, text }: Mentioning): Promise<void> {
  const names = namesIn(tokensIn(text));
  if (names.length === 0) return;
  await sql`insert into social.message_mention (message_id, account_id, conversation_id)
    select ${id}::bigint, account.id, member.conversation_id
    from social.conversation_member as member
    join social.conversation as conversation on conversation.id = member.conversation_id and conversation.is_group
    join identity.account as account on account.id = member.account_id
    where member.conversation_id = ${conversationId}::bigint and member.account_id <> ${authorId}::bigint
      and not ${blockedBetween('member.account_id', authorId)}
      and lower(account.username) = any(${names}::text[])`.execute(db);
}

/** Announces a changed message to all or some members of its conversation. */
export async function announceMessage(
  app: App,
  { id, conversationId }: { id: string; conversationId: string },
  accountIds?: readonly string[],
): Promise<void> {
  const members = accountIds ?? (await membersOf(app, conversationId));
  await addLiveEvent(app, members, 'message', { conversation: conversationId, id });
  await announceCounters(app, ...members);
}

const Payload = Type.Object({ id: Type.String(), conversationId: Type.String(), address: Type.String() });

/** Fetches the preview of a message's link and announces the message, so that open pages show it. */
export const previewMessageJob = job(
  'social.preview-message',
  Payload,
  async (app, { id, conversationId, address }) => {
    await fetchPreview(app, { address });
    await inTransaction(app, (app) => announceMessage(app, { id, conversationId }));
  },
  { runner: 'network' },
);

/** Queues the link preview of a message, unless it is already known. */
export async function previewLink(
  app: App,
  {
    link,
    authorId,
    ...message
  }: { id: string; conversationId: string; authorId: string | null; link: string | null },
): Promise<void> {
  if (link === null) return;
  const known = await app.db
    .selectFrom('social.link_preview')
    .where('key', '=', keyOf(link))
    .where('stale_at', '>', app.clock.now())
    .select('key')
    .executeTakeFirst();
  if (!known)
    await addJob(app, previewMessageJob, { ...message, address: link }, { queue: queueOf(authorId) });
}

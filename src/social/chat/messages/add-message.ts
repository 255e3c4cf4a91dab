import type { App } from '../../../platform/app.ts';
import { addLiveEvent } from '../../live/event.ts';
import { announceCounters } from '../../notify/notify.ts';
import { linksIn } from '../../../kernel/typed-text/tokens.ts';
import { tokensIn } from '../../text/tokens-in.ts';
import { membersOf } from '../members/members-of.ts';
import type { MessageEvent } from './message.ts';
import { previewLink } from './preview-link.ts';
import { saveMentions } from './save-mentions.ts';

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
  if (!event && authorId !== null) await saveMentions(app, { id, conversationId, authorId, text });
  await previewLink(app, { id, conversationId, link });
  const members = await membersOf(app, conversationId);
  await addLiveEvent(app, members, 'message', { conversation: conversationId, id, isNew: true });
  await announceCounters(app, ...members);
  return id;
}

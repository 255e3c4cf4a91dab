import { sql } from 'kysely';
import { invalid, Problem, msg } from '../../../kernel/problem.ts';
import { cleanText, isBlank } from '../../../kernel/text.ts';
import { minutes } from '../../../kernel/time.ts';
import { linksIn } from '../../../kernel/typed-text/tokens.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { enforce } from '../../../platform/limits.ts';
import { inModeratedTransaction } from '../../moderation/moderate.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import { tokensIn } from '../../text/tokens.ts';
import { isBetween, lockConversation, newestFirst } from '../conversations/conversation.ts';
import { addChatGroup, findOrCreateDirectConversation } from '../conversations/conversations.ts';
import { pushMessage } from '../delivery/push.ts';
import { payForFirstMessage } from '../members/first-message-price.ts';
import { countStrangers, getRecipients } from '../members/recipients.ts';
import { addMessage, announceMessage, previewLink, saveMessageMentions } from './add-message.ts';
import { addMessageFiles, copyFiles, removeFiles, type IncomingFile } from './message-files.ts';
import { longestChatMessage, maxFiles, requireReadable } from './message.ts';
import { rejectSpam } from './moderation.ts';

export interface NewMessage {
  /** The destination: a conversation, or people. More than one person creates a group. */
  conversationId?: string | undefined;
  recipients?: readonly string[];
  /** Title of the new group. */
  title?: string | undefined;
  text: string;
  files?: readonly IncomingFile[];
  replyToId?: string | undefined;
  /** The forwarded message, whose files are copied. */
  forwardedId?: string;
  /** The sender's idempotency key. A message sent again with it is stored only once. */
  clientId?: string | undefined;
  /** The price of a first message to a stranger, as shown to the sender. */
  price?: string | undefined;
}

interface Sent {
  id: string;
  conversationId: string;
}

/** Sends a message. Messages of one sender are processed one at a time. */
export const sendMessage = verb(
  { name: 'chat.send', scope: 'messages', who: 'member', limit: perAccount(300, minutes(1)) },
  async (app: App, viewer: Viewer, given: NewMessage): Promise<Sent> => {
    const { files = [], clientId } = given;
    const text = cleanText(given.text, 'message', longestChatMessage);
    if (isBlank(text) && files.length === 0 && given.forwardedId === undefined)
      throw invalid('message', msg('Enter a message'));
    const beyond = files[maxFiles];
    if (beyond) throw invalid(beyond.field, msg('A message can have at most {maxFiles} files', { maxFiles }));
    await countMessage(app, viewer);
    if (given.conversationId === undefined) await countStrangers(app, viewer, given.recipients ?? []);
    return inModeratedTransaction(app, viewer, async (app) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`chat ${viewer.id}`}, 0))`.execute(app.db);
      const before = clientId === undefined ? undefined : await findSent(app, viewer, clientId);
      if (before) return before;
      const conversationId = await conversationFor(app, viewer, given);
      const requestTo = await requireMayWrite(app, viewer, conversationId);
      if (given.replyToId !== undefined) await requireReadable(app, viewer, given.replyToId, conversationId);
      if (given.forwardedId !== undefined) await requireReadable(app, viewer, given.forwardedId);
      if (requestTo !== undefined)
        await payForFirstMessage(app, viewer, { otherId: requestTo, conversationId, shown: given.price });
      const isForwarded = given.forwardedId !== undefined;
      const id = await addMessage(app, { ...given, conversationId, authorId: viewer.id, text, isForwarded });
      await rejectSpam(app, viewer, { id, conversationId, text, field: 'message' });
      await addMessageFiles(app, viewer, id, files);
      if (given.forwardedId !== undefined) await copyFiles(app, given.forwardedId, id);
      await pushMessage(app, { id, conversationId });
      return { id, conversationId };
    });
  },
);

async function findSent(app: App, viewer: Viewer, clientId: string): Promise<Sent | undefined> {
  const row = await app.db
    .selectFrom('social.message')
    .where('author_id', '=', viewer.id)
    .where('client_id', '=', clientId)
    .select(['id', 'conversation_id'])
    .executeTakeFirst();
  return row && { id: row.id, conversationId: row.conversation_id };
}

async function conversationFor(app: App, viewer: Viewer, given: NewMessage): Promise<string> {
  const { conversationId, recipients = [] } = given;
  if (conversationId !== undefined) return conversationId;
  const others = [...new Set(recipients)];
  const [first] = others;
  if (first === undefined) throw invalid('recipients', msg('Choose a recipient'));
  if (others.length > 1) return addChatGroup(app, viewer, { title: given.title, memberIds: others });
  if (first === viewer.id) throw invalid('recipients', msg('You cannot message yourself'));
  const [other] = await getRecipients(app, viewer, [first]);
  return other ? findOrCreateDirectConversation(app, viewer, other) : '';
}

/**
 * Throws if the viewer may not write. Returns the id of the other person if they have not accepted the
 * conversation yet.
 */
async function requireMayWrite(
  app: App,
  viewer: Viewer,
  conversationId: string,
): Promise<string | undefined> {
  const { isGroup, otherId, lastMessageId } = await lockConversation(app, viewer, conversationId);
  if (isGroup) return undefined;
  if (otherId === null)
    throw new Problem('forbidden', msg('This account was deleted'), { field: 'conversation_id' });
  await getRecipients(app, viewer, [otherId]);
  const waiting = await app.db
    .selectFrom('social.conversation_member')
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', otherId)
    .where('requested_at', 'is not', null)
    .select('requested_at')
    .executeTakeFirst();
  if (!waiting) return undefined;
  const last = await app.db
    .selectFrom('social.message as message')
    .where(isBetween(sql`${conversationId}::bigint`, sql`0`, sql`${lastMessageId}::bigint`))
    .where('author_id', '=', viewer.id)
    .orderBy(newestFirst)
    .offset(app.config.CHAT_REQUEST_MESSAGES - 1)
    .limit(1)
    .select('id')
    .executeTakeFirst();
  if (last)
    throw new Problem('forbidden', msg('Wait until this person has accepted your first messages'), {
      field: 'conversation_id',
    });
  return otherId;
}

async function countMessage({ limits, config }: App, { id }: Viewer): Promise<void> {
  const rule = { name: 'chat:message', calls: config.CHAT_MESSAGE_LIMIT, within: minutes(1) };
  enforce(await limits.consume(rule, id));
}

/** The destination: a conversation, or people. More than one person creates a group. */
type Destination = Pick<NewMessage, 'conversationId' | 'recipients' | 'price'>;

/** Sends the text and files of a message elsewhere. Returns the id of that conversation. */
export const forwardMessage = verb(
  { name: 'chat.forward', scope: 'messages', who: 'member', limit: perAccount(600, minutes(1)) },
  async (app: App, viewer: Viewer, id: string, to: Destination): Promise<string> => {
    const { text, isEvent } = await requireReadable(app, viewer, id);
    if (isEvent) throw invalid('message_id', msg('This message cannot be forwarded'));
    const { conversationId } = await sendMessage(app, viewer, { ...to, text, forwardedId: id });
    return conversationId;
  },
);

/** Edits the text of the viewer's own message and marks it as edited. */
export const editMessage = verb(
  { name: 'chat.edit', scope: 'messages', who: 'member', limit: perAccount(600, minutes(1)) },
  async (app: App, viewer: Viewer, id: string, typed: string): Promise<void> => {
    const text = cleanText(typed, 'message', longestChatMessage);
    await inModeratedTransaction(app, viewer, async (app) => {
      const { conversationId } = await requireReadable(app, viewer, id);
      await lockConversation(app, viewer, conversationId);
      const message = await requireReadable(app, viewer, id);
      if (!message.isMine || message.isEvent)
        throw new Problem('forbidden', msg('You can only edit your own messages'));
      if (isBlank(text)) throw invalid('message', msg('Enter a message, or delete it'));
      if (text === message.text) return;
      await rejectSpam(app, viewer, { id, conversationId, text, field: 'message' });
      const link = linksIn(tokensIn(text))[0] ?? null;
      await app.db
        .updateTable('social.message')
        .set({ text, link, edited_at: app.clock.now() })
        .where('id', '=', id)
        .execute();
      await saveMessageMentions(app, { id, conversationId, authorId: viewer.id, text });
      await previewLink(app, { id, conversationId, authorId: viewer.id, link });
      await announceMessage(app, message);
    });
  },
);

/**
 * Deletes a message: for everyone if it is the viewer's own and they did not choose to delete it only for
 * themselves.
 */
export const deleteMessage = verb(
  { name: 'chat.delete', scope: 'messages', who: 'member', limit: perAccount(300, minutes(1)) },
  async (app: App, viewer: Viewer, id: string, wanted?: 'me' | 'everybody'): Promise<void> => {
    await inTransaction(app, async (app) => {
      const { conversationId } = await requireReadable(app, viewer, id);
      await lockConversation(app, viewer, conversationId);
      const { isMine, isEvent } = await requireReadable(app, viewer, id);
      const isForAll = wanted === 'everybody' || (wanted === undefined && isMine && !isEvent);
      if (isForAll && (!isMine || isEvent))
        throw invalid('for', msg('You can only delete this message for yourself'));
      if (isForAll) await deleteForAll(app, id);
      else await hide(app, viewer, id);
      await announceMessage(app, { id, conversationId }, isForAll ? undefined : [viewer.id]);
    });
  },
);

async function deleteForAll(app: App, id: string): Promise<void> {
  await app.db
    .updateTable('social.message')
    .set({ deleted_at: app.clock.now(), text: '', link: null, reply_to_id: null })
    .where('id', '=', id)
    .execute();
  await app.db.deleteFrom('social.message_mention').where('message_id', '=', id).execute();
  await app.db.deleteFrom('social.message_reaction').where('message_id', '=', id).execute();
  await removeFiles(app, id);
}

async function hide({ db }: App, viewer: Viewer, message_id: string): Promise<void> {
  await db
    .insertInto('social.message_hidden')
    .values({ message_id, account_id: viewer.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Sets the viewer's reaction to a message and replaces their previous one. Null removes it. */
export const reactToMessage = verb(
  { name: 'chat.react', scope: 'messages', who: 'member', limit: perAccount(600, minutes(1)) },
  async (app: App, viewer: Viewer, id: string, kind: ReactionKind | null): Promise<void> => {
    await inTransaction(app, async (app) => {
      const message = await requireReadable(app, viewer, id);
      const row = { kind: kind ?? 'like', created_at: app.clock.now() };
      if (kind === null)
        await app.db
          .deleteFrom('social.message_reaction')
          .where('message_id', '=', id)
          .where('account_id', '=', viewer.id)
          .execute();
      else
        await app.db
          .insertInto('social.message_reaction')
          .values({ ...row, message_id: id, account_id: viewer.id })
          .onConflict((conflict) => conflict.columns(['message_id', 'account_id']).doUpdateSet(row))
          .execute();
      await announceMessage(app, message);
    });
  },
);

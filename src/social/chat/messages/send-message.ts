import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { cleanText, isBlank } from '../../../kernel/text.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { enforce } from '../../../platform/limits.ts';
import { inModeratedTransaction } from '../../moderation/moderate.ts';
import { addGroup } from '../conversations/create-group.ts';
import { isBetween, newestFirst } from '../conversations/memberships.ts';
import { findOrCreateDirectConversation } from '../conversations/find-or-create-direct-conversation.ts';
import { lockConversation } from '../conversations/require-member.ts';
import { getRecipients } from '../members/get-recipients.ts';
import { countStrangers } from '../members/strangers.ts';
import { pushMessage } from '../push/push-job.ts';
import { addMessage } from './add-message.ts';
import { addFiles, copyFiles, type SentFile } from './message-files.ts';
import { payForFirstMessage } from '../members/first-message-price.ts';
import { longestMessage, maxFiles } from './message.ts';
import { rejectSpam } from './reject-spam.ts';
import { requireReadable } from './require-readable.ts';

export interface NewMessage {
  /** The destination: a conversation, or people. More than one person creates a group. */
  conversationId?: string | undefined;
  recipients?: readonly string[];
  /** Title of the new group. */
  title?: string | undefined;
  text: string;
  files?: readonly SentFile[];
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
export async function sendMessage(app: App, viewer: Viewer, given: NewMessage): Promise<Sent> {
  const { files = [], clientId } = given;
  const text = cleanText(given.text, 'message', longestMessage);
  if (isBlank(text) && files.length === 0 && given.forwardedId === undefined)
    throw invalid('message', t('Enter a message'));
  const beyond = files[maxFiles];
  if (beyond) throw invalid(beyond.field, t('A message can have at most {maxFiles} files', { maxFiles }));
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
    await addFiles(app, viewer, id, files);
    if (given.forwardedId !== undefined) await copyFiles(app, given.forwardedId, id);
    await pushMessage(app, { id, conversationId });
    return { id, conversationId };
  });
}

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
  if (first === undefined) throw invalid('recipients', t('Choose a recipient'));
  if (others.length > 1) return addGroup(app, viewer, { title: given.title, memberIds: others });
  if (first === viewer.id) throw invalid('recipients', t('You cannot message yourself'));
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
    throw new Problem('forbidden', t('This account was deleted'), { field: 'conversation_id' });
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
    throw new Problem('forbidden', t('Wait until this person has accepted your first messages'), {
      field: 'conversation_id',
    });
  return otherId;
}

async function countMessage({ limits, config }: App, { id }: Viewer): Promise<void> {
  const rule = { name: 'chat:message', calls: config.CHAT_MESSAGE_LIMIT, within: minutes(1) };
  enforce(await limits.consume(rule, id));
}

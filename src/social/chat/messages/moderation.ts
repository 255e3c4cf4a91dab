import { sql } from 'kysely';
import { invalid, msg } from '../../../kernel/problem.ts';
import { linksIn } from '../../../kernel/typed-text/tokens.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { moderateText } from '../../moderation/moderate.ts';
import { tokensIn } from '../../text/tokens.ts';
import { isShownTo, memberships } from '../conversations/conversation.ts';
import { hasStrangers } from '../members/recipients.ts';
import { announceMessage } from './add-message.ts';
import { requireReadable } from './message.ts';

interface Written {
  /** The stored message. Undefined for the title of a group. */
  id?: string;
  conversationId: string;
  text: string;
  field: 'message' | 'title';
}

/**
 * Applies moderation rules to messages that strangers read or that contain links. Private messages are not
 * held for review: messages that would be held are rejected. Must be called within `inModeratedTransaction`,
 * which then stores nothing.
 */
export async function rejectSpam(
  app: App,
  viewer: Viewer,
  { id, conversationId, text, field }: Written,
): Promise<void> {
  if (text === '') return;
  const hasLinks = linksIn(tokensIn(text)).length > 0;
  const toStrangers = await hasStrangers(app, viewer, conversationId);
  if (!hasLinks && !toStrangers) return;
  const verdict = await moderateText(app, viewer, { subject: 'message', id, text, field, toStrangers });
  if (verdict === 'hold') throw invalid(field, msg('This looks like spam. Rephrase it, or remove links.'));
}

/**
 * Deletes a message for everyone on behalf of a moderator. Its case has a copy. Does nothing if it is already
 * removed.
 */
export async function removeMessage(app: App, id: string): Promise<void> {
  const now = app.clock.now();
  const before = await find(app, id);
  if (!before || before.removed_at) return;
  await app.db
    .updateTable('social.message')
    .set({ removed_at: now, deleted_at: before.deleted_at ?? now, text: '' })
    .where('id', '=', id)
    .execute();
  await announceMessage(app, { id, conversationId: before.conversation_id });
}

/**
 * Restores a message that a moderator removed, from the copy in its case. It stays deleted if its author had
 * deleted it before.
 */
export async function restoreMessage(app: App, id: string): Promise<void> {
  const before = await find(app, id);
  if (!before?.removed_at) return;
  const copy = await app.db
    .selectFrom('social.case_message')
    .where('message_id', '=', id)
    .orderBy('case_id', 'desc')
    .limit(1)
    .select('text')
    .executeTakeFirst();
  const isRestored = copy && before.deleted_at?.getTime() === before.removed_at.getTime();
  await app.db
    .updateTable('social.message')
    .set({ removed_at: null, ...(isRestored && { deleted_at: null, text: copy.text }) })
    .where('id', '=', id)
    .execute();
  await announceMessage(app, { id, conversationId: before.conversation_id });
}

const find = ({ db }: App, id: string) =>
  db
    .selectFrom('social.message')
    .where('id', '=', id)
    .select(['conversation_id', 'deleted_at', 'removed_at'])
    .forUpdate()
    .executeTakeFirst();

/** Number of messages before and after a reported one that moderators can see. */
const surroundingMessages = 5;

/** Returns the author of a message that the viewer can report. */
export async function findMessageAuthor(app: App, viewer: Viewer, id: string): Promise<string> {
  const { authorId, isEvent } = await requireReadable(app, viewer, id);
  if (isEvent) throw invalid('id', msg('Only messages written by people can be reported'));
  if (authorId === null) throw invalid('id', msg('The author’s account was deleted'));
  return authorId;
}

/**
 * Copies a reported message and those around it to its case, as the reporter can see them. Moderators see
 * only these copies, which stay when messages are edited or deleted.
 */
export async function copyMessages(
  { db }: App,
  reporter: Viewer,
  { caseId, messageId }: { caseId: string; messageId: string },
): Promise<void> {
  const neighbors = (side: '<=' | '>', order: 'asc' | 'desc', limit: number) =>
    memberships(db, reporter.id)
      .innerJoin('social.message as message', 'message.conversation_id', 'conversation.id')
      .whereRef('message.id', '>', 'mine.cleared_to')
      .where(isShownTo(reporter.id))
      .where('message.conversation_id', '=', (eb) =>
        eb
          .selectFrom('social.message as reported')
          .where('reported.id', '=', messageId)
          .select('conversation_id'),
      )
      .where('message.id', side, messageId)
      .where('message.deleted_at', 'is', null)
      .where('message.event', 'is', null)
      .orderBy('message.id', order)
      .limit(sql.lit(limit))
      .select('message.id')
      .execute();
  const found = [
    ...(await neighbors('<=', 'desc', surroundingMessages + 1)),
    ...(await neighbors('>', 'asc', surroundingMessages)),
  ];
  await sql`insert into social.case_message (case_id, message_id, author_id, text, files, sent_at)
    select ${caseId}::bigint, message.id, message.author_id, message.text, coalesce((
      select json_agg(json_build_object('path', path, 'small_path', small_path, 'kind', kind, 'name', name, 'type', type)
        order by position)
      from social.message_file as file where file.message_id = message.id)::jsonb, '[]'), message.created_at
    from social.message as message where message.id = any(${found.map(({ id }) => id)}::bigint[])
    on conflict do nothing`.execute(db);
}

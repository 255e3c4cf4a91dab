import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { isShownTo, memberships } from '../conversations/memberships.ts';
import { requireReadable } from './require-readable.ts';

/** Number of messages before and after a reported one that moderators can see. */
const surroundingMessages = 5;

/** Returns the author of a message that the viewer can report. */
export async function findMessageAuthor(app: App, viewer: Viewer, id: string): Promise<string> {
  const { authorId, isEvent } = await requireReadable(app, viewer, id);
  if (isEvent) throw invalid('id', t('Only messages written by people can be reported'));
  if (authorId === null) throw invalid('id', t('The author’s account was deleted'));
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

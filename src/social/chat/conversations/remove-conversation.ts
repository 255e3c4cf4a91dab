import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { addJob } from '../../../platform/jobs.ts';
import { smallPath } from '../../../platform/pictures.ts';
import { removeMessageFiles } from '../messages/remove-files-job.ts';

/** Deletes a conversation without members, its picture, and files that nothing else references. */
export async function removeConversation(app: App, id: string): Promise<void> {
  const { db } = app;
  await sql`update social.upload set used_at = null
    where path in (
        select file.path from social.message_file as file
        join social.message as message on message.id = file.message_id where message.conversation_id = ${id})
      and not exists (
        select from social.message_file as file join social.message as message on message.id = file.message_id
        where file.path = upload.path and message.conversation_id <> ${id})
      and not exists (
        select from social.message_file as file join social.case_message as copy on copy.message_id = file.message_id
        where file.path = upload.path)`.execute(db);
  const removed = await db
    .deleteFrom('social.conversation')
    .where('id', '=', id)
    .returning('picture_path')
    .executeTakeFirst();
  const path = removed?.picture_path;
  if (path) await addJob(app, removeMessageFiles, { paths: [path, smallPath(path)] });
}

import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

/** Retention of message copies after a decision: the appeal period. An open appeal extends it. */
const copyRetention = days(90);

/**
 * Deletes the message copies of cases settled before the retention period, and files that are no longer
 * referenced.
 */
export async function deleteCopies(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - copyRetention);
  await sql`with deleted as (
      delete from social.case_message as copy using social.moderation_case as one
      where one.id = copy.case_id and one.settled_at < ${before}
        and not exists (select from social.appeal where appeal.case_id = one.id and appeal.settled_at is null)
      returning copy.case_id, copy.message_id, copy.files),
    hidden as (
      delete from social.message_file as file using social.message as message
      where message.id = file.message_id and message.deleted_at is not null
        and file.message_id in (select message_id from deleted)
      returning file.message_id, file.path)
    update social.upload set used_at = null
    where path in (select item ->> 'path' from deleted, jsonb_array_elements(files) as item)
      and not exists (select from social.message_file as file where file.path = upload.path
        and not exists (select from hidden where hidden.message_id = file.message_id))
      and not exists (select from social.case_message as copy where copy.files @> jsonb_build_array(
        jsonb_build_object('path', upload.path)) and not exists (
          select from deleted where deleted.case_id = copy.case_id))`.execute(app.db);
}

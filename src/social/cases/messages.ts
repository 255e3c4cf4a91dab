import { sql } from 'kysely';
import { Type } from 'typebox';
import { reinstateDue } from '../../identity/people/suspend-account.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { getPeople } from '../chat/members/recipients.ts';
import { purgeFingerprints } from '../moderation/facts.ts';
import type { Person } from '../people/person.ts';
import type { UploadKind } from '../uploads/decide-type.ts';

/** A message of a case, as it was when reported. */
export interface CaseMessage {
  id: string;
  /** Null if the account was deleted. */
  author: Person | null;
  text: string;
  files: { address: string; smallAddress: string | null; kind: UploadKind; name: string; type: string }[];
  at: Date;
}

type FileRow = Record<'path' | 'kind' | 'name' | 'type', string> & { small_path: string | null };

/**
 * Returns the reported messages of cases with their neighboring messages, by case. Moderators see no other
 * part of a conversation.
 */
export async function getCaseMessages(
  app: App,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, CaseMessage[]>> {
  if (caseIds.length === 0) return new Map();
  const rows = await app.db
    .selectFrom('social.case_message')
    .where('case_id', '=', sql<string>`any(${caseIds}::bigint[])`)
    .orderBy('message_id')
    .select(['case_id', 'message_id', 'author_id', 'text', 'files', 'sent_at'])
    .execute();
  const people = await getPeople(
    app,
    rows.map(({ author_id }) => author_id),
  );
  return Map.groupBy(
    rows.map((row) => ({
      caseId: row.case_id,
      id: row.message_id,
      author: people.get(row.author_id ?? '') ?? null,
      text: row.text,
      files: (row.files as unknown as FileRow[]).map(({ path, small_path, kind, name, type }) => ({
        address: app.files.address(path),
        smallAddress: small_path === null ? null : app.files.address(small_path),
        kind: kind as UploadKind,
        name,
        type,
      })),
      at: row.sent_at,
    })),
    ({ caseId }) => caseId,
  );
}

/** SQL: the text of the reported message of a case `one`. */
export const reportedText = sql<string | null>`(select copy.text from social.case_message as copy
  where one.subject = 'message' and copy.case_id = one.id and copy.message_id = one.subject_id)`;

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

export const moderationJobs = [
  job('social.purge-prints', Type.Object({}), purgeFingerprints, { cron: '23 * * * *' }),
  job('social.delete-case-copies', Type.Object({}), deleteCopies, { cron: '51 4 * * *' }),
  job('social.end-suspensions', Type.Object({}), reinstateDue, { cron: '*/5 * * * *' }),
];

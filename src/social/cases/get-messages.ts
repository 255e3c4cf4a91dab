import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { UploadKind } from '../uploads/decide-type.ts';
import { getPeople } from '../chat/members/get-people.ts';
import type { Person } from '../people/person.ts';

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

import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** SQL: whether the post in `column` has an unsettled report. */
export const isReportedPost = (column: string): RawBuilder<boolean> => sql`exists (
  select from social.report
  where subject = 'post' and subject_id = ${sql.ref(column)} and settled_at is null)`;

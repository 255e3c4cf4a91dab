import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Whether somebody reported the post in `column`, and no moderator has decided yet. */
export const isReportedPost = (column: string): RawBuilder<boolean> => sql`exists (
  select from social.report
  where subject = 'post' and subject_id = ${sql.ref(column)} and settled_at is null)`;

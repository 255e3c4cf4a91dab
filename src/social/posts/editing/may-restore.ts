import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { hours } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

const undoWithin = hours(1);

/** SQL: the person who deleted a post or a comment can restore it for an hour, unless a moderator removed it. */
export const mayRestore = ({ clock }: App, { id }: Viewer): RawBuilder<SqlBool> =>
  sql`(deleted_by = ${id} and removed_at is null and deleted_at > ${new Date(clock.now().getTime() - undoWithin)})`;

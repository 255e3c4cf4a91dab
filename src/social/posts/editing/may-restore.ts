import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { hours } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

const undoWithin = hours(1);

/**
 * SQL: whether the viewer can restore a post or comment: they deleted it within the last hour, and no
 * moderator removed it.
 */
export const mayRestore = ({ clock }: App, { id }: Viewer): RawBuilder<SqlBool> =>
  sql`(deleted_by = ${id} and removed_at is null and deleted_at > ${new Date(clock.now().getTime() - undoWithin)})`;

import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { NumberedPage } from '../../../platform/database/paging.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { memberships } from '../conversations/memberships.ts';
import type { Call } from './call.ts';
import { getCalls } from './get-calls.ts';

const callsOnPage = 20;

/** Returns the viewer's calls, newest first, in conversations that they may read. */
export async function listCalls(app: App, viewer: Viewer, page = 0): Promise<NumberedPage<Call>> {
  const rows = await memberships(app.db, viewer.id)
    .innerJoin('social.call as call', 'call.conversation_id', 'conversation.id')
    .innerJoin('social.call_member as part', (join) =>
      join.onRef('part.call_id', '=', 'call.id').on('part.account_id', '=', viewer.id),
    )
    .where('part.state', '<>', 'invited')
    .orderBy('part.call_id', 'desc')
    .$if(page > 0, (query) => query.offset(page * callsOnPage))
    .limit(sql.lit(callsOnPage + 1))
    .select('call.id')
    .execute();
  const ids = rows.slice(0, callsOnPage).map(({ id }) => id);
  return { items: await getCalls(app, viewer, ids), hasMore: rows.length > callsOnPage };
}

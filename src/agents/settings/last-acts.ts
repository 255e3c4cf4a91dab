import type { App } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import type { CursorPage } from '../../platform/database/paging.ts';

/** What an agent asked for and what came of it, for its person. */
export interface Act {
  id: string;
  skill: string;
  state: string;
  text: string;
  /** What came of it, in a sentence. */
  outcome: string;
  /** Where it is read, if it was published. */
  url: string | undefined;
  at: Date;
}

/** As the task stores it. */
interface Outcome {
  text: string;
  data: { url?: string };
}

const onPage = 20;

/** What an agent did, the newest first, on from a cursor. */
export async function listActs(
  app: App,
  agentId: string,
  before: string | undefined,
): Promise<CursorPage<Act>> {
  const rows = await app.db
    .selectFrom('agents.task')
    .select(['id', 'skill', 'state', 'message', 'outcome', 'created_at', 'place'])
    .where('registration_id', '=', agentId)
    .$call(whenGiven(before, (query, place) => query.where('place', '<', place)))
    .orderBy('place', 'desc')
    .limit(onPage + 1)
    .execute();
  const items = rows.slice(0, onPage).map((row) => ({
    id: row.id,
    skill: row.skill,
    state: row.state,
    text: (row.message as { text: string }).text,
    outcome: (row.outcome as Outcome | null)?.text ?? '',
    url: (row.outcome as Outcome | null)?.data.url,
    at: row.created_at,
  }));
  return { items, next: rows.length > onPage ? rows[onPage - 1]?.place : undefined };
}

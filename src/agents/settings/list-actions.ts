import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { CursorPage } from '../../platform/database/paging.ts';

/** An agent's action and its result, as shown to its member. */
export interface AgentAction {
  /** The skill it used, or `api` for another API operation. */
  skill: string;
  state: string;
  text: string;
  /** The result, in a sentence. */
  outcome: string;
  /** The address of the published item, if any. */
  url: string | undefined;
  at: Date;
}

/** As stored in the task. */
interface Outcome {
  text: string;
  data: { url?: string };
}

interface Row {
  place: string;
  skill: string;
  state: string;
  text: string;
  outcome: Outcome | null;
  created_at: Date;
}

const onPage = 20;

/** Lists an agent's actions, newest first, starting at a cursor. */
export async function listActs(
  app: App,
  agentId: string,
  before: string | undefined,
): Promise<CursorPage<AgentAction>> {
  const newest = sql`where registration_id = ${agentId} and (${before ?? null}::bigint is null or place < ${before ?? null})
    order by place desc limit ${onPage + 1}`;
  const { rows } = await sql<Row>`
    select * from (
      (select place::text, skill, state, message ->> 'text' as text, outcome, created_at from agents.task ${newest})
      union all (select place::text, 'api', 'completed', path, null, created_at from agents.api_call ${newest})
    ) as act order by place::bigint desc limit ${onPage + 1}`.execute(app.db);
  const items = rows.slice(0, onPage).map(({ skill, state, text, outcome, created_at }) => ({
    skill,
    state,
    text,
    outcome: outcome?.text ?? '',
    url: outcome?.data.url,
    at: created_at,
  }));
  return { items, next: rows.length > onPage ? rows[onPage - 1]?.place : undefined };
}

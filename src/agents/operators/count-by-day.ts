import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

export interface AgentDay {
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  registrations: number;
  claims: number;
  published: number;
  refused: number;
}

const shown = 14;

/** Counts actions of agents per day, newest first, including days without any. */
export async function countByDay(app: App): Promise<AgentDay[]> {
  const now = app.clock.now();
  const since = new Date(now.getTime() - days(shown));
  const { rows } = await sql<{ day: string; what: string; n: string }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, what, count(*)::text as n
    from (
      select created_at as at, 'registrations' as what from agents.registration where created_at > ${since}
      union all
      select claimed_at, 'claims' from agents.registration where claimed_at > ${since}
      union all
      select created_at, case when state = 'completed' then 'published' else 'refused' end
      from agents.task
      where created_at > ${since} and (state = 'rejected' or skill in ('post', 'comment', 'ask', 'answer'))
    ) as happened
    group by 1, 2`.execute(app.db);
  return Array.from({ length: shown }, (_, ago) => {
    const day = new Date(now.getTime() - days(ago)).toISOString().slice(0, 10);
    const count = (what: string) => Number(rows.find((row) => row.day === day && row.what === what)?.n ?? 0);
    return {
      day,
      registrations: count('registrations'),
      claims: count('claims'),
      published: count('published'),
      refused: count('refused'),
    };
  });
}

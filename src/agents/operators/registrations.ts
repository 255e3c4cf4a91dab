import { sql } from 'kysely';
import { missing, msg } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { type CursorPage, whenGiven } from '../../platform/database/queries.ts';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import type { Operator } from '../../identity/operators/settings.ts';

export const agentStates = ['all', 'approved', 'waiting', 'disconnected', 'blocked'] as const;
export type AgentState = (typeof agentStates)[number];

export interface WantedAgents {
  /** The prefix of a name, or an exact id, address or username. */
  q: string;
  state: AgentState;
  before?: string | undefined;
}

export interface ListedAgent {
  id: string;
  publicId: string;
  name: string;
  address: string;
  username: string | null;
  state: Exclude<AgentState, 'all'>;
  createdAt: Date;
  usedAt: Date | null;
}

const onPage = 30;

const isInState: Readonly<Record<Exclude<AgentState, 'all'>, string>> = {
  blocked: 'agent.blocked_at is not null',
  disconnected: 'agent.blocked_at is null and agent.revoked_at is not null',
  approved: 'agent.blocked_at is null and agent.revoked_at is null and agent.account_id is not null',
  waiting: 'agent.blocked_at is null and agent.revoked_at is null and agent.account_id is null',
};

/** Lists the agents of all accounts, newest first. */
export async function listRegistrations(app: App, wanted: WantedAgents): Promise<CursorPage<ListedAgent>> {
  const q = wanted.q.trim();
  const rows = await app.db
    .selectFrom('agents.registration as agent')
    .leftJoin('identity.account as account', 'account.id', 'agent.account_id')
    .select(['agent.id', 'agent.public_id', 'agent.name', 'agent.address', 'account.username'])
    .select(['agent.created_at', 'agent.last_used_at', 'agent.account_id'])
    .select(['agent.revoked_at', 'agent.blocked_at'])
    .$call(whenGiven(q || undefined, (query, q) => query.where(matches(q))))
    .$call(
      whenGiven(wanted.state === 'all' ? undefined : wanted.state, (query, state) =>
        query.where(sql.raw<boolean>(isInState[state])),
      ),
    )
    .$call(whenGiven(wanted.before, (query, id) => query.where('agent.id', '<', id)))
    .orderBy('agent.id', 'desc')
    .limit(onPage + 1)
    .execute();
  const items = rows.slice(0, onPage).map((row) => ({
    id: row.id,
    publicId: row.public_id,
    name: row.name,
    address: row.address,
    username: row.username,
    state: stateOf(row),
    createdAt: row.created_at,
    usedAt: row.last_used_at,
  }));
  return { items, next: rows.length > onPage ? items.at(-1)?.id : undefined };
}

const matches = (q: string) =>
  sql<boolean>`agent.id in (
    select id from agents.registration where public_id = ${q}
    union all select id from agents.registration where address = ${q}
    union all select id from agents.registration where lower(name) like ${`${likePrefix(q)}%`}
    union all select one.id from agents.registration as one
      join identity.account as owner on owner.id = one.account_id
      where lower(owner.username) = ${q.replace(/^@/, '').toLowerCase()})`;

const likePrefix = (q: string) => q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);

function stateOf(row: {
  account_id: string | null;
  revoked_at: Date | null;
  blocked_at: Date | null;
}): ListedAgent['state'] {
  if (row.blocked_at) return 'blocked';
  if (row.revoked_at) return 'disconnected';
  return row.account_id === null ? 'waiting' : 'approved';
}

/** Blocks or unblocks an agent. Returns its name. */
export const blockAgent = verb(
  { name: 'agents.block', who: 'operator' },
  (app, operator: Operator, id: string, isBlocked: boolean): Promise<string> =>
    inTransaction(app, async (app) => {
      const row = await app.db
        .updateTable('agents.registration')
        .set({ blocked_at: isBlocked ? app.clock.now() : null })
        .where('id', '=', id)
        .returning('name')
        .executeTakeFirst();
      if (!row) throw missing(msg('Agent'));
      const act = isBlocked ? 'agent.block' : 'agent.unblock';
      await addAuditEntry(app, operator.id, act, `agent ${id}`, row.name);
      return row.name;
    }),
);

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

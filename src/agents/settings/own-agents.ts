import { sql } from 'kysely';
import { missing, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, type Viewer } from '../../platform/app.ts';
import type { ArchiveSection } from '../../platform/archive/section.ts';
import type { CursorPage } from '../../platform/database/queries.ts';
import type { Caller } from '../../platform/http/caller.ts';

/** An agent, as shown to the member it acts for. */
export interface OwnAgent {
  id: string;
  publicId: string;
  name: string;
  claimedAt: Date;
  usedAt: Date | null;
  /** Null allows all. */
  skills: string[] | null;
  friendsOnly: boolean;
  /** Maximum posts per day, or null for the limit of members. */
  dailyPosts: number | null;
  /** Its daily payment limit, in millionths of the currency. */
  dailySpending: bigint | null;
  /** What a connected app may do. Null: a claimed agent, which may do everything. */
  scopes: string[] | null;
}

const columns = [
  'id',
  'public_id',
  'name',
  'claimed_at',
  'last_used_at',
  'skills',
  'audience',
  'daily_posts',
  'daily_spending',
] as const;

/** Lists the agents that currently act for a member, newest first. */
export async function listAgents(app: App, viewer: Viewer): Promise<OwnAgent[]> {
  const rows = await own(app, viewer).orderBy('id', 'desc').execute();
  return rows.map(toOwnAgent);
}

/** Returns one of the member's agents. Throws `missing` for other agents. */
export async function getAgent(app: App, viewer: Viewer, id: string): Promise<OwnAgent> {
  const row = await own(app, viewer).where('id', '=', id).executeTakeFirst();
  if (!row) throw missing(msg('Agent'));
  return toOwnAgent(row);
}

const own = (app: App, viewer: Viewer) =>
  app.db
    .selectFrom('agents.registration')
    .select(columns)
    .select(
      sql<string[] | null>`case when client_id is not null then array(
        select distinct scope from agents.oauth_grant, unnest(scopes) as scope
        where registration_id = registration.id) end`.as('scopes'),
    )
    .where('account_id', '=', viewer.id)
    .where('revoked_at', 'is', null);

type Row = Awaited<ReturnType<ReturnType<typeof own>['execute']>>[number];

const toOwnAgent = (row: Row): OwnAgent => ({
  id: row.id,
  publicId: row.public_id,
  name: row.name,
  claimedAt: row.claimed_at ?? new Date(0),
  usedAt: row.last_used_at,
  skills: row.skills,
  friendsOnly: row.audience === 'friends',
  dailyPosts: row.daily_posts,
  dailySpending: row.daily_spending === null ? null : BigInt(row.daily_spending),
  scopes: row.scopes,
});

export interface AgentLimits {
  skills: string[] | null;
  friendsOnly: boolean;
  dailyPosts: number | null;
  dailySpending: bigint | null;
}

/** Sets an agent's limits. They apply from its next call on. */
export const limitAgent = verb(
  { name: 'agents.limit', who: 'member' },
  async (
    app,
    viewer: Viewer,
    id: string,
    { skills, friendsOnly, dailyPosts, dailySpending }: AgentLimits,
  ) => {
    const { numUpdatedRows } = await app.db
      .updateTable('agents.registration')
      .set({
        skills,
        audience: friendsOnly ? 'friends' : null,
        daily_posts: dailyPosts,
        daily_spending: dailySpending?.toString() ?? null,
      })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw missing(msg('Agent'));
  },
);

/**
 * Disconnects one agent, or all of a member's agents. Their tokens are revoked immediately in every process,
 * and a new claim is needed to reconnect.
 */
export const disconnectAgents = verb(
  { name: 'agents.disconnect', who: 'member' },
  async (app, viewer: Viewer, id?: string) => {
    let query = app.db
      .updateTable('agents.registration')
      .set({ revoked_at: app.clock.now() })
      .where('account_id', '=', viewer.id)
      .where('revoked_at', 'is', null);
    if (id !== undefined) query = query.where('id', '=', id);
    const { numUpdatedRows } = await query.executeTakeFirst();
    if (id !== undefined && numUpdatedRows !== 1n) throw missing(msg('Agent'));
  },
);

/** Deletes all data about the agents of an account. Called in a transaction. */
export async function eraseAgents({ db }: App, accountId: string): Promise<void> {
  await db.deleteFrom('agents.registration').where('account_id', '=', accountId).execute();
}

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

interface ActionRow {
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
  const { rows } = await sql<ActionRow>`
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

/**
 * Records a change that an agent made through an API operation, within the operation's transaction if there
 * is one.
 */
export async function recordApiCall(app: App, { agent }: Caller, path: string): Promise<void> {
  if (!agent) return;
  await app.db
    .insertInto('agents.api_call')
    .values({
      registration_id: agent.id,
      path: path.replace(/\?.*$/s, '').slice(0, 200),
      created_at: app.clock.now(),
    })
    .execute();
}

/** The agents section of an account's data export. */
export const agentSections = (_app: App, accountId: string): ArchiveSection[] => [
  {
    name: 'agents',
    title: t('Agents'),
    about: t('The apps you connected and the agents you approved, with their limits and without tokens.'),
    rows: sql`select public_id as "agentId", name, address, user_agent as "software", created_at as "registeredAt",
      claimed_at as "approvedAt", last_used_at as "lastUsedAt", revoked_at as "disconnectedAt", skills, audience,
      daily_posts as "postsADay", trim_scale(daily_spending / 1000000.0) as "spendingADay",
      (select client_id from agents.client where id = registration.client_id) as app,
      array(select distinct scope from agents.oauth_grant, unnest(scopes) as scope
        where registration_id = registration.id) as scopes
      from agents.registration where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'agent-acts',
    title: t('Agent activity'),
    about: t('What your agents did in the last 90 days.'),
    rows: sql`select agent.name as agent, act.skill, act.state, act.text, act.result, act.created_at as at
      from (
        select registration_id, place, skill, state, message ->> 'text' as text, outcome ->> 'text' as result, created_at
        from agents.task where account_id = ${accountId}
        union all select call.registration_id, call.place, 'api', 'completed', call.path, null, call.created_at
        from agents.api_call as call join agents.registration as agent on agent.id = call.registration_id
        where agent.account_id = ${accountId}
      ) as act join agents.registration as agent on agent.id = act.registration_id
      order by act.place desc`,
  },
];

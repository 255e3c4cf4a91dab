import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

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
  if (!row) throw missing(t('Agent'));
  return toOwnAgent(row);
}

const own = (app: App, viewer: Viewer) =>
  app.db
    .selectFrom('agents.registration')
    .select(columns)
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
});

export interface AgentLimits {
  skills: string[] | null;
  friendsOnly: boolean;
  dailyPosts: number | null;
  dailySpending: bigint | null;
}

/** Sets an agent's limits. They apply from its next call on. */
export async function limitAgent(
  app: App,
  viewer: Viewer,
  id: string,
  { skills, friendsOnly, dailyPosts, dailySpending }: AgentLimits,
): Promise<void> {
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
  if (numUpdatedRows !== 1n) throw missing(t('Agent'));
}

/**
 * Disconnects one agent, or all of a member's agents. Their tokens are revoked immediately in every process,
 * and a new claim is needed to reconnect.
 */
export async function disconnectAgents(app: App, viewer: Viewer, id?: string): Promise<void> {
  let query = app.db
    .updateTable('agents.registration')
    .set({ revoked_at: app.clock.now() })
    .where('account_id', '=', viewer.id)
    .where('revoked_at', 'is', null);
  if (id !== undefined) query = query.where('id', '=', id);
  const { numUpdatedRows } = await query.executeTakeFirst();
  if (id !== undefined && numUpdatedRows !== 1n) throw missing(t('Agent'));
}

/** Deletes all data about the agents of an account. Called in a transaction. */
export async function eraseAgents({ db }: App, accountId: string): Promise<void> {
  await db.deleteFrom('agents.registration').where('account_id', '=', accountId).execute();
}

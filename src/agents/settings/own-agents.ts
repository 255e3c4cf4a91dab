import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** An agent as the person it acts for sees it. */
export interface OwnAgent {
  id: string;
  publicId: string;
  name: string;
  claimedAt: Date;
  usedAt: Date | null;
  /** Null: all. */
  skills: string[] | null;
  friendsOnly: boolean;
  /** Publications a day; null: as many as people may. */
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

/** The agents that act for a member now, the newest first. */
export async function listAgents(app: App, viewer: Viewer): Promise<OwnAgent[]> {
  const rows = await own(app, viewer).orderBy('id', 'desc').execute();
  return rows.map(toOwnAgent);
}

/** One of them. Another's is not there. */
export async function readAgent(app: App, viewer: Viewer, id: string): Promise<OwnAgent> {
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

/** Sets what the member lets an agent do. It holds from its next call on. */
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

/** Disconnects one agent, or all: their tokens end at once, in every process. It needs a new claim to come back. */
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

/** Deletes everything about the agents of an account. Called in a transaction. */
export async function eraseAgents({ db }: App, accountId: string): Promise<void> {
  await db.deleteFrom('agents.registration').where('account_id', '=', accountId).execute();
}

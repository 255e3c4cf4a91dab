import { tokenHash } from '../../kernel/secrets.ts';
import { hours } from '../../kernel/time.ts';
import { accountColumns, toViewer, type ViewerRow } from '../../identity/account/viewer.ts';
import type { App } from '../../platform/app.ts';
import type { ActingAgent, Viewer } from '../../platform/http/caller.ts';
import { tokenLifetime } from './access-token.ts';

/** An access token's agent and the member it acts for, if any. */
interface FoundAgent {
  agent: ActingAgent;
  viewer: Viewer | undefined;
}

/** Returns the agent of a valid token, with its member's permissions but no operator permissions. */
export async function findAgent(app: App, token: string): Promise<FoundAgent | undefined> {
  const now = app.clock.now();
  const hash = tokenHash(token);
  const row = await app.db
    .selectFrom('agents.access_token as token')
    .innerJoin('agents.registration as agent', 'agent.id', 'token.registration_id')
    .leftJoin('identity.account as account', (join) =>
      join
        .onRef('account.id', '=', 'agent.account_id')
        .on('account.deleted_at', 'is', null)
        .on('account.suspended_at', 'is', null),
    )
    .select(['agent.id as agent_id', 'agent.public_id', 'agent.name as agent_name'])
    .select([
      'agent.account_id',
      'agent.skills',
      'agent.audience',
      'agent.daily_posts',
      'agent.daily_spending',
    ])
    .select(['token.scope', 'token.expires_at', 'agent.last_used_at'])
    .select(accountColumns)
    .where('token.token_hash', '=', hash)
    .where('token.expires_at', '>', now)
    .where('agent.revoked_at', 'is', null)
    .where('agent.blocked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  // The agent's member is suspended or deleted.
  if (row.account_id !== null && row.id === null) return undefined;
  if (row.scope === 'api') await recordUse(app, row, hash, now);
  const agent = {
    id: row.agent_id,
    publicId: row.public_id,
    name: row.agent_name,
    skills: row.skills ?? undefined,
    audience: row.audience === 'friends' ? ('friends' as const) : undefined,
    dailyPosts: row.daily_posts ?? undefined,
    dailySpending: row.daily_spending === null ? undefined : BigInt(row.daily_spending),
  };
  if (row.scope !== 'api' || row.id === null) return { agent, viewer: undefined };
  // No operator permissions, even if the member is an operator.
  const viewer = toViewer(app, { ...row, permissions: [] } as ViewerRow);
  return { agent, viewer: { ...viewer, agentName: agent.name } };
}

/** Extends the lifetime of a used token. Written on its first use, then at most once an hour. */
async function recordUse(
  app: App,
  { agent_id, expires_at, last_used_at }: { agent_id: string; expires_at: Date; last_used_at: Date | null },
  hash: Buffer,
  now: Date,
): Promise<void> {
  if (last_used_at !== null && expires_at.getTime() - now.getTime() > tokenLifetime - hours(1)) return;
  await app.db
    .updateTable('agents.registration')
    .set({ last_used_at: now })
    .where('id', '=', agent_id)
    .execute();
  await app.db
    .updateTable('agents.access_token')
    .set({ expires_at: new Date(now.getTime() + tokenLifetime) })
    .where('token_hash', '=', hash)
    .execute();
}

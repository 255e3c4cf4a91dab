import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/** A claim, as shown to a person before they decide. */
export interface PendingClaim {
  id: string;
  userCode: string;
  agent: { id: string; publicId: string; name: string; address: string; userAgent: string };
  startedAt: Date;
}

/** Returns the pending claim with this code. Throws the same `missing` for unknown and for expired codes. */
export async function getPendingClaim(app: App, userCode: string): Promise<PendingClaim> {
  const row = await app.db
    .selectFrom('agents.claim as claim')
    .innerJoin('agents.registration as agent', 'agent.id', 'claim.registration_id')
    .select(['claim.id', 'claim.user_code', 'claim.started_at'])
    .select(['agent.id as agent_id', 'agent.public_id', 'agent.name', 'agent.address', 'agent.user_agent'])
    .where('claim.user_code', '=', userCode)
    .where('claim.approved_at', 'is', null)
    .where('claim.denied_at', 'is', null)
    .where('claim.expires_at', '>', app.clock.now())
    .where('agent.revoked_at', 'is', null)
    .where('agent.blocked_at', 'is', null)
    .executeTakeFirst();
  if (!row?.started_at || row.user_code === null) throw notFound();
  return {
    id: row.id,
    userCode: row.user_code,
    agent: {
      id: row.agent_id,
      publicId: row.public_id,
      name: row.name,
      address: row.address,
      userAgent: row.user_agent,
    },
    startedAt: row.started_at,
  };
}

const notFound = () =>
  new Problem(
    'missing',
    t('No agent is waiting for this code. It may have expired. Ask the agent for a new one.'),
  );

import { sql } from 'kysely';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { ArchiveSection } from '../../platform/archive/section.ts';

/** The agents section of an account's data export. */
export const agentSections = (_app: App, accountId: string): ArchiveSection[] => [
  {
    name: 'agents',
    title: t('Agents'),
    about: t('The agents you approved and their limits, without tokens.'),
    rows: sql`select public_id as "agentId", name, address, user_agent as "software", created_at as "registeredAt",
      claimed_at as "approvedAt", last_used_at as "lastUsedAt", revoked_at as "disconnectedAt", skills, audience,
      daily_posts as "postsADay", trim_scale(daily_spending / 1000000.0) as "spendingADay"
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

import { Type } from 'typebox';
import { days, hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { job } from '../../platform/jobs.ts';
import { rotateSigningKeys } from './signing-keys.ts';

/** Retention of an agent's tasks and message ids. */
const taskRetention = days(90);

/** Deletes unclaimed agents, expired tokens and old tasks. */
async function purgeAgents({ db, clock }: App): Promise<void> {
  const now = clock.now();
  await db
    .deleteFrom('agents.registration')
    .where('account_id', 'is', null)
    .where('blocked_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - hours(24)))
    .execute();
  await db.deleteFrom('agents.access_token').where('expires_at', '<', now).execute();
  for (const table of ['agents.task', 'agents.api_call'] as const)
    await db
      .deleteFrom(table)
      .where('created_at', '<', new Date(now.getTime() - taskRetention))
      .execute();
}

export const agentJobs = [
  job('agents.rotate-signing-keys', Type.Object({}), rotateSigningKeys, { cron: '7 3 * * *' }),
  job('agents.forget', Type.Object({}), purgeAgents, { cron: '23 * * * *' }),
];

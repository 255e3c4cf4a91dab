import type { App } from '../../platform/app.ts';
import type { Caller } from '../../platform/http/caller.ts';

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

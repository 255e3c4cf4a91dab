import type { App } from '../../platform/app.ts';
import type { Caller } from '../../platform/http/caller.ts';

/** Notes what an agent changed by an operation of the API, in the transaction of the operation where there is one. */
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

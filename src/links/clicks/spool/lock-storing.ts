import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';

/** Any number of processes flush; one at a time writes, or two would meet on the counters of the same popular link. */
const lock = 7_267_011;

/** Waits until nobody else stores clicks, and keeps others waiting until the transaction ends. */
export async function lockStoring({ db }: Pick<App, 'db'>): Promise<void> {
  // Whoever stops in the middle (a paused machine) holds up the others for so long and no longer.
  await sql`select pg_advisory_xact_lock(${lock}), set_config('idle_in_transaction_session_timeout', '5s', true)`.execute(
    db,
  );
}

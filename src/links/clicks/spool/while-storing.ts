import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';

/** Any number of processes flush; one at a time writes, or two would meet on the counters of the same popular link. */
const lock = 7_267_011;
/** How long a process that stops in the middle (a paused machine) may block the others. */
const longestPause = sql`set_config('idle_in_transaction_session_timeout', '5s', true)`;

/** Runs `work` in a transaction while nobody else stores clicks. */
export async function whileStoring<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  // A setting outlives a savepoint: the pauses of a transaction around this one are its own affair.
  const pause = app.db.isTransaction ? sql`null` : longestPause;
  return inTransaction(app, async (within) => {
    await sql`select pg_advisory_xact_lock(${lock}), ${pause}`.execute(within.db);
    return work(within);
  });
}

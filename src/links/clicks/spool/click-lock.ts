import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';

/**
 * Advisory lock that serializes writes of all processes, which would otherwise contend for the counters of
 * the same popular links.
 */
const lock = 7_267_011;
/** How long a stalled process, such as on a paused machine, may block the others. */
const maxIdleTime = sql`set_config('idle_in_transaction_session_timeout', '5s', true)`;

/** Runs `work` in a transaction while no other process stores clicks. */
export async function withClickLock<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  // The setting would outlast the savepoint, so a surrounding transaction keeps its own idle timeout.
  const pause = app.db.isTransaction ? sql`null` : maxIdleTime;
  return inTransaction(app, async (within) => {
    await sql`select pg_advisory_xact_lock(${lock}), ${pause}`.execute(within.db);
    return work(within);
  });
}

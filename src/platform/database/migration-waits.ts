import type pg from 'pg';
import { seconds } from '../../kernel/time.ts';
import { createdIndex, statementsOf } from './migration-files.ts';

/** How long a statement waits for a lock. Whatever asks for the same table waits behind it meanwhile. */
const lockTimeout = seconds(1);

/**
 * How long a migration waits before it looks for a deadlock. Much less than others do (a second), so that it is the one
 * that gives up, and not a request.
 */
const deadlockTimeout = seconds(0.1);

/** Limits that a role or database may have, which would interrupt a migration. */
const timeouts = [
  'statement_timeout',
  'lock_timeout',
  'transaction_timeout',
  'idle_in_transaction_session_timeout',
];

/** Lifts the limits of the role. */
export const liftTimeouts = (client: pg.PoolClient, isLocal: boolean) =>
  client.query("select set_config(name, '0', $2) from pg_settings where name = any ($1)", [
    timeouts,
    isLocal,
  ]);

/** Limits how long others wait behind a statement that waits for a lock. Not every role may look for deadlocks earlier. */
export async function limitWaits(client: pg.PoolClient, isLocal: boolean): Promise<void> {
  await client.query("select set_config('lock_timeout', $1, $2)", [String(lockTimeout), isLocal]);
  await client.query(
    `select set_config('deadlock_timeout', $1, $2)
     where has_parameter_privilege('deadlock_timeout', 'set')`,
    [String(deadlockTimeout), isLocal],
  );
}

/** What nobody waits for while it waits for other transactions. */
const isPatient =
  /^(?:create (?:unique )?index concurrently|drop index concurrently|reindex|alter table \S+ validate constraint)\b/i;

/**
 * Runs statements one by one on a connection of their own. Those that nobody waits for may wait without limit. An
 * interrupted run is repeated, so they are harmless the second time.
 */
export async function runOutside(pool: pg.Pool, text: string): Promise<void> {
  const client = await pool.connect();
  try {
    await liftTimeouts(client, false);
    for (const statement of statementsOf(text)) {
      await (isPatient.test(statement) ? liftTimeouts : limitWaits)(client, false);
      await dropInvalid(client, statement);
      await client.query(statement);
    }
  } finally {
    client.release(true); // with its settings
  }
}

/** Drops what an interrupted run left of the index. `if not exists` would leave it as it is. */
async function dropInvalid(client: pg.PoolClient, statement: string): Promise<void> {
  const index = createdIndex(statement);
  if (!index) return;
  const { rows } = await client.query(
    `select from pg_index join pg_class on pg_class.oid = indexrelid join pg_namespace on pg_namespace.oid = relnamespace
     where not indisvalid and nspname = $1 and relname = $2`,
    [index.schema, index.name],
  );
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${index.schema}.${index.name}`);
}

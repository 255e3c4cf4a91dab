import { archiveSlot } from '../backup/record.ts';
import { type RawBuilder, sql } from 'kysely';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../app.ts';
import { knownMigrations } from '../database/migration-files.ts';
import { failing, type CheckFinding, info, warning } from './finding.ts';

type Asked = Pick<App, 'db' | 'clock' | 'config'>;
type Check = (app: Asked) => Promise<CheckFinding[]>;

async function ask<T>({ db }: Asked, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows;
}

const extensions = ['pg_trgm', 'btree_gin', 'unaccent'];
const schemas = ['identity', 'social', 'links', 'system', 'search', 'agents', 'paid'];

/** How far the clocks of a machine and of the database may be apart. */
const clockDrift = seconds(5);

const size = (bytes: string | number) => `${(Number(bytes) / 1e6).toFixed(1)} MB`;

/** Checks of PostgreSQL and of what waits in it. */
export const databaseChecks: Readonly<Record<string, Check>> = {
  clocks: async (app) => {
    const [row] = await ask(app, sql<{ at: Date }>`select clock_timestamp() as at`);
    const drift = Math.abs((row?.at.getTime() ?? 0) - app.clock.now().getTime());
    return drift > clockDrift
      ? [
          failing(
            `The clock of this machine is ${Math.round(drift / 1000)} s from that of the database.`,
            'Synchronize both with NTP: timedatectl set-ntp true',
          ),
        ]
      : [];
  },
  migrations: async (app) => {
    const rows = await ask(
      app,
      sql<{ name: string; is_compatible: boolean }>`select name, is_compatible from public.migration`,
    );
    const names = new Set(rows.map(({ name }) => name));
    const pending = knownMigrations.filter((name) => !names.has(name));
    const unknown = rows.filter(({ name }) => !knownMigrations.includes(name));
    return [
      ...(pending.length > 0
        ? [
            warning(
              `${pending.length} migrations have not run, such as ${pending[0]}.`,
              'Start the services, or run: npm run migrate',
            ),
          ]
        : []),
      ...unknown.map(({ name, is_compatible: isCompatible }) =>
        isCompatible
          ? info(`A newer version has migrated the database: ${name}.`, 'Upgrade this machine too.')
          : failing(
              `A newer version has migrated the database, and this one cannot use it: ${name}.`,
              'Upgrade this machine, or restore a backup.',
            ),
      ),
    ];
  },
  extensions: async (app) => {
    const rows = await ask(app, sql<{ name: string }>`select extname as name from pg_extension`);
    const missing = extensions.filter((name) => !rows.some((row) => row.name === name));
    return missing.map((name) =>
      failing(
        `The extension ${name} is missing: search does not work.`,
        `As a superuser: create extension ${name}`,
      ),
    );
  },
  planning: async (app) => {
    const [row] = await ask(
      app,
      sql<{ jit: string; mode: string }>`
      select current_setting('jit') as jit, current_setting('plan_cache_mode') as mode`,
    );
    const set = (setting: string) => `alter role current_user set ${setting}, for the role of DATABASE_URL.`;
    return [
      ...(row?.jit === 'on'
        ? [warning('PostgreSQL compiles statements, which makes pages take seconds.', set('jit = off'))]
        : []),
      ...(row?.mode === 'force_generic_plan'
        ? []
        : [
            warning(
              'PostgreSQL plans each statement again, which takes longer than running it.',
              set('plan_cache_mode = force_generic_plan'),
            ),
          ]),
    ];
  },
  connections: async (app) => {
    const [row] = await ask(
      app,
      sql<{ used: number; max: number }>`
      select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max`,
    );
    return row && row.used > row.max * 0.8
      ? [
          warning(
            `${row.used} of ${row.max} connections are in use.`,
            'Lower DATABASE_POOL, or raise max_connections of PostgreSQL.',
          ),
        ]
      : [];
  },
  locks: async (app) => {
    const waiting = await ask(
      app,
      sql<{ pid: number; blockers: number[]; seconds: number }>`
      select pid, pg_blocking_pids(pid) as blockers, extract(epoch from clock_timestamp() - state_change)::int as seconds
      from pg_stat_activity
      where wait_event_type = 'Lock' and clock_timestamp() - state_change > interval '1 second' and datname = current_database()`,
    );
    const open = await ask(
      app,
      sql<{ pid: number; name: string; seconds: number; state: string }>`
      select pid, application_name as name, state, extract(epoch from clock_timestamp() - xact_start)::int as seconds
      from pg_stat_activity
      where xact_start < clock_timestamp() - interval '5 minutes' and pid <> pg_backend_pid()
        and datname = current_database() and backend_type = 'client backend'`,
    );
    return [
      ...waiting.map(({ pid, blockers, seconds: age }) =>
        warning(
          `Session ${pid} waits for a lock of session ${blockers.join(', ')} for ${age} s.`,
          `See what it does: select query from pg_stat_activity where pid = ${blockers[0]}; end it: select pg_terminate_backend(${blockers[0]})`,
        ),
      ),
      ...open.map(({ pid, name, state, seconds: age }) =>
        warning(
          `Session ${pid} (${name || 'unnamed'}, ${state}) has had a transaction open for ${Math.round(age / 60)} minutes, so deleted rows keep their space.`,
          `End it: select pg_terminate_backend(${pid})`,
        ),
      ),
    ];
  },
  bloat: async (app) => {
    const rows = await ask(
      app,
      sql<{ name: string; dead: string; live: string }>`
      select schemaname || '.' || relname as name, n_dead_tup as dead, n_live_tup as live from pg_stat_user_tables
      where n_dead_tup > 10000 and n_dead_tup > n_live_tup * 0.4 order by n_dead_tup desc limit 5`,
    );
    return rows.map(({ name, dead, live }) =>
      warning(`${name} has ${dead} dead rows beside ${live} live ones.`, `vacuum (analyze) ${name}`),
    );
  },
  indexes: async (app) => {
    const invalid = await ask(
      app,
      sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid where not indisvalid`,
    );
    const missing = await ask(
      app,
      sql<{ name: string; scans: string; rows: string }>`
      select schemaname || '.' || relname as name, seq_scan as scans, n_live_tup as rows from pg_stat_user_tables
      where n_live_tup > 100000 and seq_scan > 1000 and seq_scan > coalesce(idx_scan, 0) and schemaname = any (${schemas}) limit 5`,
    );
    const unused = await ask(
      app,
      sql<{ name: string; bytes: string }>`
      select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes
      from pg_stat_user_indexes join pg_index using (indexrelid)
      where idx_scan = 0 and not indisunique and pg_relation_size(indexrelid) > 50000000 and schemaname = any (${schemas}) limit 5`,
    );
    return [
      ...invalid.map(({ name }) =>
        failing(`The index ${name} is not valid: nothing uses it.`, `reindex index concurrently ${name}`),
      ),
      ...missing.map(({ name, scans, rows: count }) =>
        warning(
          `${name} was read as a whole ${scans} times, with ${count} rows.`,
          'Report it with the slow statements of the log.',
        ),
      ),
      ...unused.map(({ name, bytes }) =>
        info(`The index ${name} (${size(bytes)}) was never used since statistics began.`),
      ),
    ];
  },
  replication: async (app) => {
    const rows = await ask(
      app,
      sql<{ name: string; bytes: string }>`
      select slot_name as name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) as bytes
      from pg_replication_slots where not active and slot_name <> ${archiveSlot}`,
    );
    return rows.map(({ name, bytes }) =>
      warning(
        `The replication slot ${name} is not in use and holds back ${size(bytes)} of the write-ahead log.`,
        `select pg_drop_replication_slot('${name}')`,
      ),
    );
  },
  queue: async (app) => {
    const [row] = await ask(
      app,
      sql<{ failed: number; overdue: number; minutes: number }>`
      select count(*) filter (where attempts >= max_attempts)::int as failed,
        count(*) filter (where attempts < max_attempts and locked_at is null and run_at < now() - interval '10 minutes')::int as overdue,
        coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null)) / 60, 0)::int as minutes
      from graphile_worker._private_jobs`,
    );
    const { failed = 0, overdue = 0, minutes = 0 } = row ?? {};
    return [
      ...(failed > 0
        ? [
            warning(
              `${failed} jobs have failed for good.`,
              'npm run admin -- jobs list, then jobs retry ID or jobs drop ID',
            ),
          ]
        : []),
      ...(overdue > 0
        ? [
            failing(
              `${overdue} jobs are overdue, the first for ${minutes} minutes.`,
              'Check that the services run, and their log for “job failed”.',
            ),
          ]
        : []),
    ];
  },
  outbox: async (app) => {
    const [row] = await ask(
      app,
      sql<{ count: number }>`select count(*)::int as count from system.outbox_mail`,
    );
    return !app.config.SMTP_URL && row && row.count > 0
      ? [
          warning(
            `${row.count} emails were not sent, because there is no SMTP_URL.`,
            'Set SMTP_URL, then: npm run admin -- mail resend all. Read them at /operator/outbox.',
          ),
        ]
      : [];
  },
  space: async (app) => {
    const rows = await ask(
      app,
      sql<{ name: string; bytes: string }>`
      select coalesce(parent.relnamespace::regnamespace || '.' || parent.relname, pg_class.relnamespace::regnamespace || '.' || pg_class.relname) as name,
        sum(pg_total_relation_size(pg_class.oid)) as bytes
      from pg_class left join pg_inherits on inhrelid = pg_class.oid and relispartition left join pg_class parent on parent.oid = inhparent
      where pg_class.relkind = 'r' and pg_class.relnamespace::regnamespace::text = any (${[...schemas, 'graphile_worker']})
      group by 1 order by 2 desc limit 5`,
    );
    return [
      info(
        `The largest tables: ${rows.map(({ name, bytes }) => `${name} ${size(bytes)}`).join(', ')}.`,
        'HOP_CLICK_DAYS, HOP_STATISTICS_DAYS, WEBHOOK_LOG_DAYS, NOTIFICATION_DAYS, AUDIT_DAYS, OUTBOX_DAYS and FAILED_JOB_DAYS limit what is kept.',
      ),
    ];
  },
};

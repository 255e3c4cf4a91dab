import { startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { createLog } from '../../src/platform/logging/log.ts';

/** Starts an embedded PostgreSQL that collects statement statistics and does not sync to disk. */
export const startMeasuredPostgres = (folder: string) =>
  startEmbeddedPostgres({
    folder: `${folder}/postgres`,
    database: 'bench',
    log: createLog({ LOG_LEVEL: 'warn' }),
    settings: {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_planning': 'on',
      'pg_stat_statements.track_utility': 'off',
      fsync: 'off',
      max_wal_size: '4GB',
    },
  });

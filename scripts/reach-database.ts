import type { Config } from '../src/platform/settings/config.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import type { Connection } from '../src/platform/database/open.ts';
import type { Log } from '../src/platform/logging/log.ts';

/**
 * Connects a script to the database: the one at DATABASE_URL, the embedded one of a running Plaza, or a
 * temporarily started one.
 */
export async function connectToDatabase(
  config: Config,
  log: Log,
): Promise<{ connection: Connection; leave(): Promise<void> }> {
  const nothing = () => Promise.resolve();
  if (!config.embeddedDatabase)
    return { connection: { connectionString: config.DATABASE_URL }, leave: nothing };
  const folder = `${config.dataFolder}/postgres`;
  const running = findEmbeddedPostgres(folder, 'plaza');
  if (running) return { connection: running, leave: nothing };
  const started = await startEmbeddedPostgres({ folder, database: 'plaza', log });
  return { connection: started.connection, leave: () => started.stop() };
}

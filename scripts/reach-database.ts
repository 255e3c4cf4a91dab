import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { App } from '../src/platform/app.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { type DatabaseAddress, directConnection, reachesPostgres } from '../src/platform/database/open.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog, type Log } from '../src/platform/logging/log.ts';
import { openApp } from '../src/platform/open-app.ts';
import type { Config } from '../src/platform/settings/config.ts';
import { requireOwnInstallation } from '../src/servers/startup.ts';

interface Reached {
  connection: DatabaseAddress;
  leave(): Promise<void>;
}

/**
 * Connects a script to the database: the one at DATABASE_URL, the embedded one of a running Plaza, or a
 * temporarily started one.
 */
export async function connectToDatabase(config: Config, log: Log): Promise<Reached> {
  const nothing = () => Promise.resolve();
  if (!config.embeddedDatabase)
    return { connection: { connectionString: config.DATABASE_URL }, leave: nothing };
  const folder = `${config.dataFolder}/postgres`;
  const running = findEmbeddedPostgres(folder, 'plaza');
  if (running) return { connection: running, leave: nothing };
  const started = await startEmbeddedPostgres({ folder, database: 'plaza', log });
  return { connection: started.connection, leave: () => started.stop() };
}

/** Migrates the database of a script, and refuses one of another installation. */
export async function prepareForScript(config: Config, { connection }: Reached, log: Log): Promise<void> {
  const direct = directConnection(connection, config);
  await prepareDatabase(direct, log, { wait: config.DATABASE_WAIT, isDirect: reachesPostgres(config) });
  await requireOwnInstallation(config, connection, log);
}

/** Runs a script with an App on a migrated database. */
export async function withApp(config: Config, work: (app: App) => Promise<void>): Promise<void> {
  const log = createLog(config);
  const reached = await connectToDatabase(config, log);
  try {
    await prepareForScript(config, reached, log);
    const open = await openApp(config, reached.connection, log);
    try {
      await work(open.app);
    } finally {
      await open.close();
    }
  } finally {
    await reached.leave();
  }
}

/** Reads the command line. A mistake in it ends the script with 2. */
export function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    refuseArguments((error as Error).message);
  }
}

export function refuseArguments(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}

/** Runs a script and prints its failure as a sentence, with the stack if LOG_LEVEL is debug. */
export async function runScript(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`${process.env.LOG_LEVEL === 'debug' ? stack : message}\n`);
    process.exitCode = 1;
  }
}

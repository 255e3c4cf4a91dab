// Starts everything: the embedded database if configured, migrations, both services and the job queue. Stops
// everything in reverse order.
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import closeWithGrace from 'close-with-grace';
import { shareMetrics } from './platform/logging/metrics.ts';
import { type Config, ConfigError, formerNameWarnings, loadConfig } from './platform/settings/config.ts';
import { startEmbeddedPostgres } from './platform/database/embedded.ts';
import { type DatabaseAddress, directConnection, reachesPostgres } from './platform/database/open.ts';
import { prepareDatabase } from './platform/database/prepare.ts';
import { createLog, type Log, watchStrayErrors } from './platform/logging/log.ts';
import { sourceStack } from './platform/logging/source-stack.ts';
import { superviseWorkers, signalsForTheParent, stopOnParentMessage } from './servers/cluster.ts';
import { requireFreePorts, requireOwnInstallation, startArchiving, welcome } from './servers/startup.ts';
import { serve } from './servers/serve.ts';

/** Environment variable that passes the primary's database connection to cluster workers. */
const connectionVariable = 'PLAZA_CONNECTION';

if (existsSync('.env')) process.loadEnvFile('.env');
await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug')
    process.stderr.write(`${sourceStack((error as Error).stack ?? '')}\n`);
  process.exit(1);
});

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  // Password hashing and file access share this thread pool. With two threads, sign-ins would queue.
  process.env.UV_THREADPOOL_SIZE ??= String(Math.max(4, availableParallelism()));
  if (config.WORKERS > 1) shareMetrics();
  const log = createLog(config);
  if (cluster.isPrimary) for (const warning of formerNameWarnings(process.env)) log.warn(warning);
  let failed = false;
  watchStrayErrors(log, (error) => {
    process.stderr.write(
      `${error instanceof Error ? sourceStack(error.stack ?? error.message) : String(error)}\n`,
    );
    if (failed) process.exit(1);
    failed = true;
    close();
  });
  const starting = cluster.isPrimary ? startPrimary(config, log) : startChild(config, log);
  const errors = ['unhandledRejection', 'uncaughtException'] as const;
  const skip = [...errors, ...(cluster.isWorker ? signalsForTheParent : [])];
  // Installed first: an interrupted start would leave the database running and clicks in a file.
  let delay = 0;
  const { close } = closeWithGrace({ delay: 20_000, skip }, async ({ signal }) => {
    const { stop } = await starting;
    await stop(signal === 'SIGTERM' ? config.SHUTDOWN_DELAY : delay);
    if (failed) process.exit(1);
  });
  if (cluster.isWorker)
    stopOnParentMessage((seconds) => {
      delay = seconds;
      close();
    });
  const { words: message } = await starting;
  process.stdout.write(message);
}

interface Started {
  /** @param delay as in `serve` */
  stop: (delay: number) => Promise<void>;
  /** Message for the person who started the program. */
  words: string;
}

async function startPrimary(config: Config, log: Log): Promise<Started> {
  if (config.ROLE === 'redirect') throw new ConfigError('Start ROLE=redirect by `npm run start:redirect`.');
  const [listens, runsJobs] = [config.ROLE !== 'jobs', config.ROLE !== 'web'];
  await requireFreePorts(listens ? config : { ...config, HOP_PORT: 0 });
  const embedded = config.embeddedDatabase
    ? await startEmbeddedPostgres({ folder: `${config.dataFolder}/postgres`, database: 'plaza', log })
    : undefined;
  const connection: DatabaseAddress = embedded?.connection ?? { connectionString: config.DATABASE_URL };
  try {
    await prepareDatabase(directConnection(connection, config), log, {
      wait: config.DATABASE_WAIT,
      isDirect: reachesPostgres(config),
    });
    await requireOwnInstallation(config, connection, log);
    const isCluster = listens && config.WORKERS > 1;
    const own = await serve(config, connection, log, { listen: listens && !isCluster, runJobs: runsJobs });
    const services = isCluster
      ? await superviseWorkers(config.WORKERS, { [connectionVariable]: JSON.stringify(connection) }, log)
      : undefined;
    const stopArchiving = embedded && (await startArchiving(config, connection, log));
    const stop = async (delay: number) => {
      stopArchiving?.();
      await services?.stop(delay);
      await own.stop(isCluster ? 0 : delay);
      await embedded?.stop();
    };
    return { stop, words: listens ? await welcome(own.app) : '' };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function startChild(config: Config, log: Log): Promise<Started> {
  const connection = JSON.parse(process.env[connectionVariable] ?? 'null') as DatabaseAddress;
  const own = await serve(config, connection, log, { listen: true, runJobs: false });
  return { stop: (delay) => own.stop(delay), words: '' };
}

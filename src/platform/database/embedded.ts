import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from './embedded/binaries.ts';
import type { Binaries } from './embedded/binaries.ts';
import { claim, initialise } from './embedded/initialise.ts';
import { type Connection, connectionTo, diskIsFull } from './embedded/ready.ts';
import { createSocketFolder, removeSocketFolder, serverSettings } from './embedded/server.ts';
import type { SupervisorLog, Server } from './embedded/server.ts';
import { openPlace, type DatabaseFolder } from './embedded/place.ts';
import { findPostmaster, isCurrent, type Postmaster, stopPostmaster } from './embedded/postmaster.ts';
import { Supervisor } from './embedded/supervisor.ts';

export interface EmbeddedPostgres {
  /** for `pg`; unchanged until stopped */
  connection: Connection;
  /** Rolls back open transactions and stops the server. Can be called several times. */
  stop: () => Promise<void>;
}

interface EmbeddedOptions {
  /**
   * created if absent; see docs/decisions/0002-embedded-postgresql.md for its location when running as root
   */
  folder: string;
  /** created if absent */
  database: string;
  log: SupervisorLog;
  /** PostgreSQL settings that override the defaults: tests turn fsync off */
  settings?: Record<string, string>;
}

/**
 * Starts the bundled PostgreSQL, or adopts the server that an earlier process left running, and supervises it
 * until stopped. Only one process (in a cluster, the primary) can do so for a folder. All errors of a start
 * are sentences for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw diskIsFull(options.folder, error);
    throw error;
  }
}

/**
 * The connection to the running server of the folder, for a second process such as a script. Undefined if
 * none is running.
 */
export function findEmbeddedPostgres(folder: string, database: string): Connection | undefined {
  const running = existsSync(folder) ? findPostmaster(join(realpathSync(folder), 'data')) : undefined;
  return running?.isServing ? connectionTo({ ...running, database }) : undefined;
}

async function start(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = openPlace(options.folder, options.log);
  const release = claim(place);
  try {
    const server = await startClaimed(place, options);
    let stopped: Promise<void> | undefined;
    return { ...server, stop: () => (stopped ??= server.stop().finally(release)) };
  } catch (error) {
    release();
    throw error;
  }
}

async function startClaimed(
  place: DatabaseFolder,
  { database, log, settings }: EmbeddedOptions,
): Promise<EmbeddedPostgres> {
  const binaries = findBinaries(place, log);
  const running = await leftRunning(place, binaries);
  const socketFolder = running?.socketFolder ?? createSocketFolder(place);
  const name = `plaza-${createHash('sha256').update(place.data).digest('hex').slice(0, 8)}`;
  const server: Server = {
    ...place,
    binaries,
    database,
    name,
    socketFolder,
    settings: serverSettings(settings),
  };

  const supervisor = new Supervisor(server, log);
  const stop = async (): Promise<void> => {
    await supervisor.stop();
    removeSocketFolder(server);
  };
  try {
    if (!existsSync(place.data)) log.info({ folder: place.folder }, 'creating the database: a few seconds');
    await initialise(server);
    await supervisor.start(running?.pid);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection: connectionTo(server), stop };
}

/**
 * The main process that an earlier owner left running, unless it is stopping or its binaries were replaced by
 * an update.
 */
async function leftRunning({ data }: DatabaseFolder, binaries: Binaries): Promise<Postmaster | undefined> {
  const found = findPostmaster(data);
  if (!found || (found.isServing && isCurrent(found, binaries))) return found;
  await stopPostmaster(found.pid);
  return undefined;
}

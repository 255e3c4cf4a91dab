import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from './embedded/binaries.ts';
import type { Binaries } from './embedded/binaries.ts';
import { claim } from './embedded/claim.ts';
import { diskIsFull } from './embedded/failure.ts';
import { initialise } from './embedded/initialise.ts';
import type { Log } from './embedded/log.ts';
import { openPlace } from './embedded/place.ts';
import type { Place } from './embedded/place.ts';
import { findPostmaster, isCurrent, stopPostmaster } from './embedded/postmaster.ts';
import type { Postmaster } from './embedded/postmaster.ts';
import { connectionTo } from './embedded/ready.ts';
import type { Connection } from './embedded/ready.ts';
import type { Server } from './embedded/server.ts';
import { serverSettings } from './embedded/settings.ts';
import { createSocketFolder, removeSocketFolder } from './embedded/socket.ts';
import { Supervisor } from './embedded/supervisor.ts';

export interface EmbeddedPostgres {
  /** for `pg`; stays the same for as long as this is not stopped */
  connection: Connection;
  /** Rolls open transactions back and ends the server. Any number of calls. */
  stop: () => Promise<void>;
}

interface EmbeddedOptions {
  /** made when absent; see docs/decisions/0002-embedded-postgresql.md for where root puts it */
  folder: string;
  /** made when absent */
  database: string;
  log: Log;
  /** of PostgreSQL, over ours: tests set fsync off */
  settings?: Record<string, string>;
}

/**
 * Starts the PostgreSQL that comes with us, or takes over the one that an earlier process left running, and keeps it running
 * until stopped. One process may do so for a folder (of a cluster, the primary); the error of another one, as any error of a
 * start, is a sentence for the operator.
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

/** Where the running server of the folder can be reached by a second process, a script for one; nothing when none runs. */
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
  place: Place,
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
    await initialise(server);
    await supervisor.start(running?.pid);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection: connectionTo(server), stop };
}

/** The main process that an earlier owner left behind, unless it is of no use: ending, or its programs replaced by an update. */
async function leftRunning({ data }: Place, binaries: Binaries): Promise<Postmaster | undefined> {
  const found = findPostmaster(data);
  if (!found || (found.isServing && isCurrent(found, binaries))) return found;
  await stopPostmaster(found.pid);
  return undefined;
}

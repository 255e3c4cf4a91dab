import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { commandOf, isAlive, processesNamed, signal } from './processes.ts';
import { runProgram } from './server.ts';
import type { Server } from './server.ts';
import { socketFile } from './socket.ts';

/** The server's main process, as it describes itself in postmaster.pid. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  /** seconds since 1970 */
  started: number;
  /** it has its socket, and is not about to end */
  isServing: boolean;
}

/** The main process that uses the data folder, no matter which process started it; nothing when the file is what a crash left. */
export function findPostmaster(data: string): Postmaster | undefined {
  if (!existsSync(pidFile(data))) return undefined;
  const lines = readFileSync(pidFile(data), 'utf8').split('\n');
  const pid = Number(lines[0]);
  // The id may be another process's by now, so ask what it runs.
  if (!pid || !`${commandOf(pid)} `.includes(` -D ${data} `)) return undefined;
  const socketFolder = lines[4] ?? '';
  const isServing = socketFolder !== '' && lines[7]?.trim() !== 'stopping';
  return { pid, started: Number(lines[2]), socketFolder, isServing };
}

/** Whether the programs it was started from are those that we would start: an update replaces them under its feet. */
export function isCurrent({ pid, started }: Postmaster, { postgres }: Binaries): boolean {
  return commandOf(pid).startsWith(`${postgres} `) && statSync(postgres).ctimeMs < started * 1000;
}

/** Starts the main process; the promise resolves with its id, before it answers queries. */
export async function startPostmaster(server: Server): Promise<number> {
  await clearRemains(server);
  const settings = {
    ...server.settings,
    unix_socket_directories: server.socketFolder,
    cluster_name: server.name,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = await runProgram(server.binaries.postgres, ['-D', server.data, ...args], server);
  child.unref();
  return child.pid ?? 0;
}

/** Fast shutdown: rolls open transactions back, keeps what was committed. */
export async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const maxWait = Date.now() + 60_000;
  while (isAlive(pid)) {
    if (Date.now() > maxWait) signal(pid, 'SIGQUIT'); // nothing is lost: the next start recovers
    await sleep(10);
  }
}

/**
 * After a crash of the main process. A backend in the middle of a long query continues without it, and as long as it does, no
 * new one may start. So would lock files stop it whose process id another process has by now.
 */
async function clearRemains({ data, name, socketFolder }: Server): Promise<void> {
  if (!existsSync(pidFile(data))) return;
  for (let rest = processesNamed(`postgres: ${name}:`); rest.length > 0; rest = rest.filter(isAlive)) {
    for (const pid of rest) signal(pid, 'SIGKILL');
    await sleep(10);
  }
  rmSync(pidFile(data), { force: true });
  rmSync(`${socketFile(socketFolder)}.lock`, { force: true });
}

function pidFile(data: string): string {
  return join(data, 'postmaster.pid');
}

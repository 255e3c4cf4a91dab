import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { runProgram, type Server, socketFile } from './server.ts';

/** The server's main process, as it describes itself in postmaster.pid. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  /** seconds since 1970 */
  started: number;
  /** whether its socket exists and it is not stopping */
  isServing: boolean;
}

/**
 * The main process that uses the data folder, whichever process started it. Undefined if the file is left
 * over from a crash.
 */
export function findPostmaster(data: string): Postmaster | undefined {
  if (!existsSync(pidFile(data))) return undefined;
  const lines = readFileSync(pidFile(data), 'utf8').split('\n');
  const pid = Number(lines[0]);
  // Another process may have reused the id, so check its command line.
  if (!pid || !`${commandOf(pid)} `.includes(` -D ${data} `)) return undefined;
  const socketFolder = lines[4] ?? '';
  const isServing = socketFolder !== '' && lines[7]?.trim() !== 'stopping';
  return { pid, started: Number(lines[2]), socketFolder, isServing };
}

/** Whether it runs the current binaries. An update can replace them while it runs. */
export function isCurrent({ pid, started }: Postmaster, { postgres }: Binaries): boolean {
  return commandOf(pid).startsWith(`${postgres} `) && statSync(postgres).ctimeMs < started * 1000;
}

/** Starts the main process. Resolves with its id before it accepts queries. */
export async function startPostmaster(server: Server): Promise<number> {
  await cleanUpAfterCrash(server);
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

/** Fast shutdown: rolls back open transactions and preserves committed data. */
export async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const maxWait = Date.now() + 60_000;
  while (isAlive(pid)) {
    if (Date.now() > maxWait) signal(pid, 'SIGQUIT'); // no data is lost: the next start recovers
    await sleep(10);
  }
}

/**
 * Cleans up after a crash of the main process. A backend running a long query survives it and blocks a new
 * start. So do lock files whose process id another process reuses.
 */
async function cleanUpAfterCrash({ data, name, socketFolder }: Server): Promise<void> {
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

/** A process's command line, with arguments joined by spaces. Empty if it does not exist or is a zombie. */
function commandOf(pid: number): string {
  if (process.platform === 'linux') return parseCommand(pid);
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim();
}

/** The ids of all processes whose command line starts with `beginning`. */
function processesNamed(beginning: string): number[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').map(Number).filter(Boolean);
    return pids.filter((pid) => parseCommand(pid).startsWith(beginning));
  }
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' });
  const lines = stdout.split('\n').map((line) => /^ *(\d+) (.*)/.exec(line));
  return lines.filter((line) => line?.[2]?.startsWith(beginning)).map((line) => Number(line?.[1]));
}

/** Cheap enough to call ten times a second. */
export function isAlive(pid: number): boolean {
  return process.platform === 'linux' ? parseCommand(pid) !== '' : signal(pid, 0);
}

/** Returns false if the process does not exist. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** World-readable, unlike other ways to identify a process, which root in a container may not use. */
function parseCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

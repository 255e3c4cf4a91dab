import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import process from 'node:process';

/** A process's command line, with arguments joined by spaces. Empty if it does not exist or is a zombie. */
export function commandOf(pid: number): string {
  if (process.platform === 'linux') return parseCommand(pid);
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim();
}

/** The ids of all processes whose command line starts with `beginning`. */
export function processesNamed(beginning: string): number[] {
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

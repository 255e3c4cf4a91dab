import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * Returns a file name prefix that identifies the process that owns a spool file: `<process id>-<process start
 * time>-<random>`. The process id alone is not unique: the first process of every container has id 1.
 */
export const newOwnerName = (): string =>
  `${process.pid}-${birthOf(process.pid) ?? 0}-${randomBytes(4).toString('hex')}`;

/** Whether the process that owns this file is still running. If so, the file must not be touched. */
export function isOwnerAlive(fileName: string): boolean {
  const [, pid, birth] = /^(\d+)-(\d+)-/.exec(fileName) ?? [];
  if (pid === undefined) return true; // not a spool file
  return exists(Number(pid)) && (birthOf(Number(pid)) ?? birth) === birth;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // the process belongs to another user
  }
}

/** Returns the start time of a process in clock ticks since boot, or undefined without /proc. */
function birthOf(pid: number): string | undefined {
  try {
    // The second field is the program name in parentheses, which may contain spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * Whose a file of the spool is, as the beginning of its name: `<process id>-<when that process began>-<random>`. An id
 * alone does not do: a container's first process is always number 1.
 */
export const newOwnerName = (): string =>
  `${process.pid}-${birthOf(process.pid) ?? 0}-${randomBytes(4).toString('hex')}`;

/** Whether the process that made this file is still at work, in which case the file is none of our business. */
export function isOwnerAlive(fileName: string): boolean {
  const [, pid, birth] = /^(\d+)-(\d+)-/.exec(fileName) ?? [];
  if (pid === undefined) return true; // not a name of ours
  return exists(Number(pid)) && (birthOf(Number(pid)) ?? birth) === birth;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // somebody else's
  }
}

/** Ticks from the start of the machine to that of the process; undefined where there is no /proc. */
function birthOf(pid: number): string | undefined {
  try {
    // The second field is the program's name in parentheses, which may itself have spaces and parentheses in it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostmaster, stopPostmaster } from '../database/embedded/postmaster.ts';

const form = /^verify-(?:(\d+)-)?\w+$/;

/** Creates a folder for a copy that is started to prove it. Removes those of processes that were killed. */
export async function openCopyFolder(parent: string): Promise<string> {
  for (const name of await readdir(parent)) if (isLeftOver(name)) await removeCopy(join(parent, name));
  return mkdtemp(join(parent, `verify-${process.pid}-`));
}

function isLeftOver(name: string): boolean {
  const [, owner] = form.exec(name) ?? [];
  return form.test(name) && (owner === undefined || !isAlive(Number(owner)));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Its server may still run. */
async function removeCopy(folder: string): Promise<void> {
  const postgres = join(folder, 'postgres');
  const running = existsSync(postgres) && findPostmaster(join(realpathSync(postgres), 'data'));
  if (running) await stopPostmaster(running.pid);
  await rm(folder, { recursive: true, force: true });
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The data folder of a program that has started once, shared by all processes of a run. A start with an empty
 * folder takes seconds longer, for creating the database and for all migrations.
 */
const prepared = process.env.TEST_PROGRAM_DATA;

/** Copies prepared data into a new folder. `prepare` fills an empty folder: the first caller of a run waits for it. */
export async function copyPrepared(folder: string, prepare: (draft: string) => Promise<void>): Promise<void> {
  if (prepared === undefined) return;
  while (!existsSync(prepared)) {
    if (!claim(`${prepared}.lock`)) {
      await sleep(100);
      continue;
    }
    try {
      const draft = `${prepared}.draft`;
      mkdirSync(draft);
      await prepare(draft);
      renameSync(draft, prepared);
    } finally {
      rmdirSync(`${prepared}.lock`);
    }
  }
  // PostgreSQL's files belong to its own account, which `cp -a` preserves.
  execFileSync('cp', ['-a', `${prepared}/.`, folder]);
}

function claim(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

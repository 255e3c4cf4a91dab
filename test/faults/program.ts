import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../free-ports.ts';
import { memoryFolder } from '../memory-folder.ts';
import { copyPrepared } from './prepared-data.ts';
import { spawnServer } from './spawn-server.ts';

/** The program as `npm start` runs it, in a separate process. */
export interface Program {
  plaza: string;
  hop: string;
  /** DATA_DIR. */
  folder: string;
  child: ChildProcess;
  /** Kills it if it is still running, and removes its data. */
  remove(): Promise<void>;
}

/** Creates a data folder. PostgreSQL, which never runs as root, must have access even if root created it. */
export function createFolder(): string {
  const folder = mkdtempSync(join(memoryFolder(), 'plaza-program-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts the program once and stops it, so that its data folder is ready for the next start. */
async function prepare(folder: string): Promise<void> {
  const { child } = await startProgram({}, folder);
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function createPreparedFolder(): Promise<string> {
  const folder = createFolder();
  await copyPrepared(folder, prepare);
  return folder;
}

/**
 * Starts the program, by default on free ports and with prepared data, and waits until it is ready if
 * requested.
 */
export async function startProgram(
  environment: Record<string, string> = {},
  given?: string,
  { ready = true } = {},
): Promise<Program> {
  const folder = given ?? (await createPreparedFolder());
  const [freePlaza = 0, freeHop = 0] = await freePorts(2);
  const { PLAZA_PORT: plazaPort = freePlaza, HOP_PORT: hopPort = freeHop } = environment;
  const plaza = `http://localhost:${plazaPort}`;
  const hop = `http://localhost:${hopPort}`;
  const child = await spawnServer(
    {
      DATA_DIR: folder,
      PLAZA_PORT: String(plazaPort),
      HOP_PORT: String(hopPort),
      LOG_LEVEL: 'silent',
      HOP_RATE_LIMIT: '100000',
      ...environment,
    },
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const remove = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (ready) for (const base of [plaza, hop]) await untilReady(base, child);
  } catch (error) {
    await remove();
    throw error;
  }
  return { plaza, hop, folder, child, remove };
}

async function untilReady(base: string, child: ChildProcess): Promise<void> {
  for (;;) {
    assert.equal(child.exitCode, null, 'the program did not start; see its output above');
    const answer = await fetch(`${base}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await sleep(50);
  }
}

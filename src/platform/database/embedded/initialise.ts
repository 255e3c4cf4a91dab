import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { DatabaseFolder } from './place.ts';
import { failure } from './ready.ts';
import { runProgram, type Server, sizeOfLog, superuser } from './server.ts';

/** The flag of open(2) on macOS that locks the file. Node.js has no constant for it. */
const O_EXLOCK = 0x20;

/**
 * Makes this process the only owner of the folder's database, or throws. Returns a function that releases the
 * claim.
 *
 * The kernel holds the lock while the file is open and releases it however the process ends, so locks are
 * never stale. The process id inside is only for the error message.
 */
export function claim({ folder, account }: DatabaseFolder): () => void {
  const path = join(folder, 'owner');
  const file = lockedFile(path);
  if (file === undefined) {
    const owner = readFileSync(path, 'utf8').trim();
    throw new Error(
      `Another Plaza ${owner && `(process ${owner}) `}is using the database in ${folder}: ` +
        'stop it first, or set DATA_DIR to another folder.',
    );
  }
  if (account) fchownSync(file, account.uid, account.gid);
  ftruncateSync(file);
  writeSync(file, `${process.pid}\n`);
  return () => {
    ftruncateSync(file);
    closeSync(file);
  };
}

function lockedFile(path: string): number | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT;
  if (process.platform === 'darwin') return lockWhileOpening(path, flags);
  const file = openSync(path, flags, 0o600);
  // flock(1) locks the open file it shares with this process, and the lock outlives flock.
  const { status } = spawnSync('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  });
  if (status === 0) return file;
  closeSync(file);
  if (status === 1) return undefined;
  throw new Error('The embedded PostgreSQL needs the command flock (of util-linux), which could not be run.');
}

function lockWhileOpening(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags | O_EXLOCK | constants.O_NONBLOCK, 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** Creates the data folder if absent. Throws if it belongs to another major version. */
export async function initialise(server: Server): Promise<void> {
  if (!existsSync(server.data)) await createData(server);
  const { data, binaries } = server;
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version === String(binaries.major)) return;
  throw new Error(
    `The database in ${data} was created by PostgreSQL ${version}, but this version of Plaza includes PostgreSQL ${binaries.major}: ` +
      `migrate it with pg_dump, or start the version of Plaza that created it.`,
  );
}

/**
 * Creates the data under a temporary name, so an interrupted initdb never leaves a folder that looks
 * complete. The name is new each time, because an initdb whose owner was killed may still be writing.
 */
async function createData(server: Server): Promise<void> {
  for (const name of readdirSync(server.folder)) {
    if (name.startsWith('data.unfinished-')) removeFolder(join(server.folder, name));
  }
  const unfinished = `${server.data}.unfinished-${randomBytes(4).toString('hex')}`;
  const start = sizeOfLog(server);
  // Not every system has C.UTF-8, for which words and trigrams have letters of all scripts.
  if ((await initdb(server, unfinished, 'C.UTF-8')) || (await initdb(server, unfinished, 'C'))) {
    renameSync(unfinished, server.data);
    return;
  }
  throw failure(server, start);
}

/** Returns whether it succeeded. Leaves no folder otherwise. */
async function initdb(server: Server, unfinished: string, ctype: string): Promise<boolean> {
  const args = [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth-local=trust', // only PostgreSQL's user and root can reach the socket
    '--auth-host=reject',
    '--no-instructions',
  ];
  if (server.settings.fsync === 'off') args.push('--no-sync');
  const child = await runProgram(server.binaries.initdb, args, server);
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) removeFolder(unfinished);
  return status === 0;
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

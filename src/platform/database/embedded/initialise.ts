import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from './failure.ts';
import { sizeOfLog } from './log-file.ts';
import { runProgram, superuser } from './server.ts';
import type { Server } from './server.ts';

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

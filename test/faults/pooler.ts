import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRoot, unprivilegedAccount } from '../../src/platform/database/embedded/place.ts';
import { freePorts } from '../free-ports.ts';
import { isListening } from './is-listening.ts';

interface PgBouncer {
  program: string;
  /** Whether it keeps prepared statements in transaction mode, as since 1.21. */
  prepares: boolean;
}

/** Returns PgBouncer, if it is installed. `PGBOUNCER` names another one, such as a newer one. */
export function findPgBouncer(): PgBouncer | undefined {
  const places = [
    ...(process.env.PGBOUNCER ? [process.env.PGBOUNCER] : []),
    '/usr/sbin/pgbouncer',
    '/usr/local/bin/pgbouncer',
    '/opt/homebrew/bin/pgbouncer',
  ];
  for (const program of places) {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
    if (status === 0) return { program, prepares: Number(major) > 1 || Number(minor) >= 21 };
  }
  return undefined;
}

/**
 * Starts a PgBouncer in transaction mode in front of PostgreSQL. Returns its port and a function that stops
 * it.
 */
export async function startPgBouncer(
  { program, prepares }: PgBouncer,
  to: { host: string; port: number; user: string },
): Promise<{ port: number; stop: () => Promise<void> }> {
  const [port = 0] = await freePorts(1);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${to.host} port=${to.port} user=${to.user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
server_idle_timeout = 2
query_wait_timeout = 3
server_login_retry = 1
${prepares ? 'max_prepared_statements = 200' : ''}
`,
  );
  // Like PostgreSQL, it refuses to run as root.
  const account = isRoot() ? unprivilegedAccount() : undefined;
  chmodSync(folder, 0o700);
  if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
  const child = spawn(program, ['--quiet', file], { stdio: ['ignore', 'ignore', 'inherit'], ...account });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start; see its output above');
    await sleep(20);
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

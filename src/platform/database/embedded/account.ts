import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

/** The user that runs PostgreSQL, if it differs from the user that runs Node.js. */
export interface Account {
  uid: number;
  gid: number;
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the user `postgres`, created if absent. If no user
 * can be created, it runs as `nobody`, because initdb needs a user with a name.
 */
export function unprivilegedAccount(): Account {
  const account = findAccount('postgres') ?? createAccount('postgres') ?? findAccount('nobody');
  if (account) return account;
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "postgres": add one, or start Plaza as another user.',
  );
}

function findAccount(name: string): Account | undefined {
  const { status, stdout } = spawnSync('id', [name], { encoding: 'utf8' });
  const [, uid, gid] = /^uid=(\d+)(?:\(\S*)? gid=(\d+)/.exec(status === 0 ? stdout : '') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function createAccount(name: string): Account | undefined {
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    name,
  ]);
  return findAccount(name);
}

/** Whether the account may enter the folder and all its parents, by the permission bits only. */
export function mayEnter(folder: string, account: Account): boolean {
  const isOpen = (statSync(folder).mode & bitsFor(folder, account) & 0o111) !== 0;
  return isOpen && (folder === dirname(folder) || mayEnter(dirname(folder), account));
}

function bitsFor(path: string, account: Account): number {
  const { uid, gid } = statSync(path);
  if (uid === account.uid) return 0o700;
  return gid === account.gid ? 0o070 : 0o007;
}

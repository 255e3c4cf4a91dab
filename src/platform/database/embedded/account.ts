import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

/** The user that PostgreSQL runs as, when that is not the user that we run as. */
export interface Account {
  uid: number;
  gid: number;
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * PostgreSQL refuses to run as root. Root runs it as the user `postgres`, made when absent; where no user can be made,
 * as `nobody`: initdb insists on a user that has a name.
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

/** Whether the account may enter the folder and all folders above it. Goes by the permission bits alone. */
export function mayEnter(folder: string, account: Account): boolean {
  const isOpen = (statSync(folder).mode & bitsFor(folder, account) & 0o111) !== 0;
  return isOpen && (folder === dirname(folder) || mayEnter(dirname(folder), account));
}

function bitsFor(path: string, account: Account): number {
  const { uid, gid } = statSync(path);
  if (uid === account.uid) return 0o700;
  return gid === account.gid ? 0o070 : 0o007;
}

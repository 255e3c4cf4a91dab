import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import type { SupervisorLog } from './server.ts';

/** The folder of an embedded database and the account that runs it. */
export interface DatabaseFolder {
  /** without symbolic links */
  folder: string;
  /** PostgreSQL's own folder */
  data: string;
  /** undefined: runs as the current user */
  account: Account | undefined;
}

/** Where root stores databases if PostgreSQL's user cannot enter the configured folder. */
const systemFolder = '/var/lib/plaza';

/** In bytes. PostgreSQL truncates paths at 1024, and initdb would then use another folder. */
const longestPath = 900;

/**
 * Creates the folder if absent. The returned place may be elsewhere; the configured folder is then a link to
 * it.
 */
export function openPlace(wanted: string, log: SupervisorLog): DatabaseFolder {
  if (Buffer.byteLength(resolve(wanted)) > longestPath)
    throw new Error('The path of DATA_DIR is too long for PostgreSQL.');
  mkdirSync(dirname(wanted), { recursive: true });
  return isRoot() ? placeForRoot(wanted, log) : placeOfOurs(wanted);
}

function placeForRoot(wanted: string, log: SupervisorLog): DatabaseFolder {
  const account = ownerOfData(wanted) ?? unprivilegedAccount();
  if (!exists(wanted)) createFolder(wanted, account, log);
  const folder = realFolder(wanted);
  if (mayEnter(folder, account)) return { folder, data: join(folder, 'data'), account };
  throw new Error(
    `PostgreSQL does not run as root but as user ${account.uid}, who has no access to ${folder}: ` +
      'move DATA_DIR to a folder that other users can access, or open its parent folders (chmod o+x).',
  );
}

function placeOfOurs(wanted: string): DatabaseFolder {
  if (!exists(wanted)) mkdirSync(wanted, { recursive: true, mode: 0o700 });
  const folder = realFolder(wanted);
  const owner = ownerOfData(folder)?.uid ?? statSync(folder).uid;
  if (owner === process.geteuid?.()) return { folder, data: join(folder, 'data'), account: undefined };
  throw new Error(
    `The database in ${folder} belongs to another user (${owner}): start Plaza as that user or as root, ` +
      'or set DATA_DIR to another folder.',
  );
}

function createFolder(wanted: string, account: Account, log: SupervisorLog): void {
  const parent = realpathSync(dirname(wanted));
  if (mayEnter(parent, account)) {
    mkdirSync(wanted, { recursive: true, mode: 0o700 }); // recursive: a concurrent start may have created it
    chownSync(wanted, account.uid, account.gid);
    return;
  }
  // A new random name, so data of an earlier installation is never reused.
  const elsewhere = join(systemFolder, `postgres-${randomBytes(4).toString('hex')}`);
  mkdirSync(systemFolder, { recursive: true });
  chmodSync(systemFolder, 0o755); // whatever the umask
  mkdirSync(elsewhere, { mode: 0o700 });
  chownSync(elsewhere, account.uid, account.gid);
  try {
    symlinkSync(elsewhere, wanted);
  } catch {
    rmdirSync(elsewhere); // a concurrent start was faster, so its link is used
    return;
  }
  log.info(
    { folder: elsewhere },
    `PostgreSQL does not run as root, and its user has no access to ${parent}: the database is in ${elsewhere}`,
  );
}

function ownerOfData(folder: string): Account | undefined {
  const data = join(folder, 'data');
  if (!existsSync(data)) return undefined;
  const { uid, gid } = statSync(data);
  if (uid !== 0) return { uid, gid };
  throw new Error(
    `PostgreSQL does not run as root, but root owns ${data}: ` +
      `give it to another user, for example: chown -R postgres ${realFolder(folder)}`,
  );
}

function realFolder(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  throw new Error(
    `${folder} is a link to a folder that does not exist: restore that folder, or remove the link to start with an empty database.`,
  );
}

/** Also true for a dangling link. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

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

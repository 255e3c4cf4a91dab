/**
 * Runs before `npm start`, `npm test` and similar scripts, on any version of Node and before any
 * installation. Installs the packages of package-lock.json if needed, and provides a version of Node that
 * runs TypeScript.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { platform, arch, env, execPath, exit, versions } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const wantedNode = 24;

if (!isInstalled()) oneAtATime((lock) => isInstalled() || install(lock));
if (!hasNode()) {
  stop(
    `Plaza needs Node ${wantedNode} or newer; this is Node ${versions.node}, and none comes in a package for ` +
      `${platform}-${arch}: install it from https://nodejs.org and run this again.`,
  );
}

/** npm writes node_modules/.package-lock.json last, so it matches only after a complete installation. */
function isInstalled() {
  const wanted = packagesIn('package-lock.json');
  const installed = packagesIn('node_modules/.package-lock.json');
  if (wanted === undefined || installed === undefined) return false;
  if (!hasNode() && wanted[`node_modules/node-${platform}-${arch}`]) return false; // Copied from another machine.
  const isSame = ([path, found]) =>
    wanted[path]?.version === found.version && wanted[path].integrity === found.integrity;
  const isThere = ([path, entry]) => path === '' || mayBeAbsent(entry) || installed[path] !== undefined;
  return Object.entries(installed).every(isSame) && Object.entries(wanted).every(isThere);
}

/**
 * Optional packages are for other platforms. A production server has no development dependencies: `npm ci
 * --omit=dev`.
 */
function mayBeAbsent(entry) {
  return entry.optional === true || entry.devOptional === true || (entry.dev === true && !needsTools());
}

function needsTools() {
  return env.npm_lifecycle_event !== 'prestart';
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(`${root}/${file}`, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Node 24 comes as a package. `npm run` prefers node_modules/.bin over the system's version. */
function hasNode() {
  return Number.parseInt(versions.node, 10) >= wantedNode || existsSync(`${root}/node_modules/.bin/node`);
}

function install(lock) {
  console.log('Installing the packages that package-lock.json names (once; about a minute) …');
  const options = ['ci', '--no-fund', '--no-audit', '--no-progress', '--loglevel=error'];
  if (needsTools()) options.push('--include=dev');
  // The Node that runs npm itself. The packaged Node may be in node_modules, which `npm ci` deletes first.
  const npm = env.npm_execpath ? [env.npm_node_execpath ?? execPath, env.npm_execpath] : ['npm'];
  // npm inherits the lock, because it may outlive this process.
  const stdio = ['inherit', 'inherit', 'inherit', lock];
  const { status, error } = spawnSync(npm[0], [...npm.slice(1), ...options], { cwd: root, stdio });
  if (error) stop(`npm could not be run: ${error.message}`);
  if (status !== 0) stop('The packages could not be installed; npm says above why.');
}

/**
 * A file lock on package-lock.json needs no additional file and is released when the processes that hold it
 * end. macOS locks on open (O_EXLOCK). Elsewhere flock(1) locks the open file descriptor.
 */
function oneAtATime(work) {
  const O_EXLOCK = 0x20;
  const lock = openSync(`${root}/package-lock.json`, platform === 'darwin' ? O_EXLOCK : 'r');
  const flock = (...how) =>
    spawnSync('flock', [...how, '3'], { stdio: ['ignore', 'ignore', 'ignore', lock] }).status;
  if (platform !== 'darwin' && flock('--nonblock') === 1) {
    console.log('Another process is installing the packages; waiting for it …');
    flock();
  }
  work(lock);
  closeSync(lock);
}

function stop(sentence) {
  console.error(sentence);
  exit(1);
}

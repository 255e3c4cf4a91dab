/**
 * Runs before `npm start`, `npm test` and their like, on whatever Node the machine has, with nothing installed yet:
 * installs what package-lock.json says, unless it is there already, and makes sure of a Node that runs TypeScript.
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

/** npm writes node_modules/.package-lock.json last, so it is there, and equal, only after a complete installation. */
function isInstalled() {
  const wanted = packagesIn('package-lock.json');
  const installed = packagesIn('node_modules/.package-lock.json');
  if (wanted === undefined || installed === undefined) return false;
  if (!hasNode() && wanted[`node_modules/node-${platform}-${arch}`]) return false; // copied from another machine
  const isSame = ([path, found]) =>
    wanted[path]?.version === found.version && wanted[path].integrity === found.integrity;
  const isThere = ([path, entry]) => path === '' || mayBeAbsent(entry) || installed[path] !== undefined;
  return Object.entries(installed).every(isSame) && Object.entries(wanted).every(isThere);
}

/** Optional packages are for other platforms. A server runs without the tools of development: `npm ci --omit=dev`. */
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

/** Node 24 comes as a package; `npm run` finds it in node_modules/.bin before the machine's own. */
function hasNode() {
  return Number.parseInt(versions.node, 10) >= wantedNode || existsSync(`${root}/node_modules/.bin/node`);
}

function install(lock) {
  console.log('Installing the packages that package-lock.json names (once; about a minute) …');
  const options = ['ci', '--no-fund', '--no-audit', '--no-progress', '--loglevel=error'];
  if (needsTools()) options.push('--include=dev');
  // The Node that runs npm itself: our own may live in node_modules, which `npm ci` empties first.
  const npm = env.npm_execpath ? [env.npm_node_execpath ?? execPath, env.npm_execpath] : ['npm'];
  // npm holds the lock too: it may outlive us.
  const stdio = ['inherit', 'inherit', 'inherit', lock];
  const { status, error } = spawnSync(npm[0], [...npm.slice(1), ...options], { cwd: root, stdio });
  if (error) stop(`npm could not be run: ${error.message}`);
  if (status !== 0) stop('The packages could not be installed; npm says above why.');
}

/**
 * The kernel's lock on package-lock.json needs no file of its own and ends with the processes that hold it. macOS takes it
 * while opening (O_EXLOCK); elsewhere flock(1) takes it on the file that we hold open.
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

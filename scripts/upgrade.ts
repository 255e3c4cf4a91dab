// Upgrades an installation from git while it serves: checks, backs up, installs, migrates, restarts, checks again, and
// goes back to the version before if something fails.
// Usage: npm run upgrade [-- --to COMMIT] [--restart "systemctl restart plaza"] [--skip-backup]
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { minutes } from '../src/kernel/time.ts';
import { checkDisk } from '../src/platform/operations/machine-checks.ts';
import { type Config, ConfigError } from '../src/platform/settings/config.ts';
import { getExistingSettings } from './get-settings.ts';
import { readArguments, runScript } from './reach-database.ts';

const { values } = readArguments({
  options: {
    to: { type: 'string' },
    restart: { type: 'string' },
    'skip-backup': { type: 'boolean', default: false },
  },
});

/** A start may have to index a large table. */
const longestStart = minutes(15);

await runScript(async () => {
  const config = getExistingSettings();
  const former = git('rev-parse', 'HEAD');
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
  const next = await check(config);
  if (next === former) {
    console.log(`This is the newest version already (${versionOf()}, ${former.slice(0, 8)}).`);
    return;
  }
  if (!values['skip-backup']) step('backup', () => run('node', ['scripts/backup.ts', '--verify']));
  let isRestarted = false;
  try {
    step(`version ${next.slice(0, 8)}`, () => checkOut(next));
    install();
    step('migrations', () => run('node', ['scripts/migrate.ts']));
    if (values.restart === undefined) {
      console.log(`Restart the services: they then run ${versionOf()}.`);
      return;
    }
    isRestarted = true;
    await restart(config, values.restart);
    console.log(`The services run ${versionOf()}.`);
  } catch (error) {
    console.error(`FAILED  ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    await goBack(config, { former, branch, isRestarted });
  }
});

/** Fetches the new version. Returns its commit. Throws what keeps an upgrade from being safe. */
async function check(config: Config): Promise<string> {
  if (git('status', '--porcelain', '--untracked-files=no') !== '')
    throw new ConfigError('Files of this version were changed (git status): commit or undo that first.');
  const [full] = await checkDisk({ config });
  if (full) throw new ConfigError(`${full.message} ${full.advice}`);
  step('fetch', () => run('git', ['fetch', '--quiet', '--tags']));
  return git('rev-parse', '--verify', `${values.to ?? '@{upstream}'}^{commit}`);
}

/** A branch follows its remote one. Another commit is checked out without a branch. */
function checkOut(commit: string): void {
  if (values.to === undefined) run('git', ['merge', '--quiet', '--ff-only', commit]);
  else run('git', ['checkout', '--quiet', '--detach', commit]);
}

function install(): void {
  // As before `npm start`: nothing is done where the packages are those of the lockfile.
  step('packages', () => run('node', ['scripts/prepare.mjs'], { npm_lifecycle_event: 'prestart' }));
  step('build', () => run('node', ['scripts/build.ts']));
}

async function restart(config: Config, command: string): Promise<void> {
  step('restart', () => run('sh', ['-c', command]));
  const bases = [config.PLAZA_PORT, config.HOP_PORT].map((port) => `http://127.0.0.1:${port}/readyz`);
  const deadline = Date.now() + longestStart;
  while (!(await Promise.all(bases.map(isReady))).every(Boolean)) {
    if (Date.now() > deadline) throw new Error('The services were not ready within 15 minutes.');
    await sleep(500);
  }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

interface Former {
  former: string;
  branch: string;
  isRestarted: boolean;
}

async function goBack(config: Config, { former, branch, isRestarted }: Former): Promise<void> {
  console.error(`Going back to ${former.slice(0, 8)} …`);
  // Nothing was changed here: that was checked.
  run('git', ['checkout', '--quiet', branch === 'HEAD' ? former : branch]);
  run('git', ['reset', '--quiet', '--keep', former]);
  install();
  if (!isRestarted || values.restart === undefined) {
    console.error('The services were not touched: they still run the version before.');
    return;
  }
  try {
    await restart(config, values.restart);
    console.error('The services run the version before.');
  } catch (error) {
    console.error(
      `The version before does not start either: ${String(error)} If it refuses the database, restore the backup: npm run restore -- FILE --overwrite`,
    );
  }
}

function step(name: string, work: () => void): void {
  console.log(`  ${name} …`);
  work();
}

/** Runs a program. Throws if it fails. `node` is that of the packages, which the upgrade may replace. */
function run(program: string, args: string[], environment: NodeJS.ProcessEnv = {}): void {
  const [file, flags] =
    program === 'node' ? [process.execPath, ['--disable-warning=ExperimentalWarning']] : [program, []];
  const { status, error } = spawnSync(file, [...flags, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}.`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

function versionOf(): string {
  return (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
}

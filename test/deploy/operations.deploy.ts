// Follows docs/operations.md from an empty home: runs its commands in their order, as a person who has never seen the
// software would, with paths of this machine in the place of those of the page.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { enterPlainly } from '../journeys/plain-person.ts';
import { signUp } from '../journeys/plaza-journey.ts';
import { eventually } from '../peers/eventually.ts';
import { freePorts } from '../free-ports.ts';

const home = mkdtempSync(join(tmpdir(), 'plaza-home-'));
chmodSync(home, 0o755); // PostgreSQL does not run as root
const origin = join(home, 'origin.git');
const plaza = join(home, 'plaza');
const [plazaPort, hopPort, otherPlaza, otherHop] = (await freePorts(4)) as [number, number, number, number];
const environment = {
  HOME: home,
  PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}`,
  PLAZA_PORT: String(plazaPort),
  HOP_PORT: String(hopPort),
  SHUTDOWN_DELAY: '0',
  BACKUP_TO: join(home, 'backups'),
  BACKUP_ARCHIVE_DAYS: '7',
  LOG_LEVEL: 'warn',
};

/** Starts what stands for a unit of systemd, and stops it first if it runs. */
const restart = join(home, 'restart.sh');
writeFileSync(
  restart,
  `cd ${plaza}
  if [ -f ${home}/"$1".pid ]; then
    pid=$(cat ${home}/"$1".pid)
    kill -TERM -"$pid" && while kill -0 -"$pid" 2>/dev/null; do sleep 0.1; done
  fi
  export NAME="$1"
  setsid sh -c 'echo $$ > ${home}/"$NAME".pid; exec npm start' >>${home}/"$1".log 2>&1 &
`,
);
after(() => {
  for (const file of readdirSync(home).filter((name) => name.endsWith('.pid'))) {
    const pid = Number(readFileSync(join(home, file), 'utf8'));
    try {
      process.kill(-pid, 'SIGTERM');
    } catch {
      // it has ended
    }
  }
  spawnSync('sleep', ['3']);
  rmSync(home, { recursive: true, force: true });
});

/** Blocks that are not commands for this place, by their first line, with the reason. */
const skipped = new Map([
  ['HOST=127.0.0.1', 'settings, tried by the tests of proxies'],
  ['useradd --system --home-dir /var/lib/plaza plaza', 'the unit is verified by systemd-analyze'],
  [
    `cd /opt/plaza && sudo -u plaza sh -c 'set -a; . /etc/plaza.env; export DATA_DIR=/var/lib/plaza; npm run admin -- doctor'`,
    'the account of the unit is not here',
  ],
]);

const page = readFileSync('docs/operations.md', 'utf8');
const blocks = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = '']) => text.trim());

const git = (...args: string[]) => execFileSync('git', args, { cwd: home, encoding: 'utf8' }).trim();

function run(line: string, more: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('sh', ['-euc', line], {
    cwd: readdirSync(home).includes('plaza') ? plaza : home,
    env: { ...environment, ...more },
    encoding: 'utf8',
  });
  return { status, said: `$ ${line}\n${stdout}${stderr}` };
}

/** The line with what this place has. */
const here = (line: string) =>
  line
    .replace('git clone …', `git clone --quiet ${origin}`)
    .replace(/\/etc\/plaza-dkim/g, `${home}/plaza-dkim`)
    .replace(/\/backups\/plaza-\S+/, () => join(home, 'backups', backupsOf()[0] ?? ''))
    .replace(/(?<=\s)\/backups(?=\s|$)/, join(home, 'backups'))
    .replace(/\/srv\/plaza/g, `${home}/other`)
    .replace('systemctl restart plaza', `sh ${restart} first`);

const backupsOf = () => readdirSync(join(home, 'backups')).filter((name) => name.startsWith('plaza-'));

let hasOperator = false;

/** Starts the services in the background: `npm start` never ends. The first person signs up. */
async function start(line: string): Promise<void> {
  const [, data] = /^DATA_DIR=(\S+)/.exec(line) ?? [];
  const isOther = data !== undefined;
  const more = isOther
    ? { DATA_DIR: data, PLAZA_PORT: String(otherPlaza), HOP_PORT: String(otherHop) }
    : undefined;
  const { status, said } = run(`sh ${restart} ${isOther ? 'other' : 'first'}`, more);
  assert.equal(status, 0, said);
  await untilReady(isOther ? otherHop : hopPort);
  if (!isOther && !hasOperator)
    await signUp(await enterPlainly(`http://localhost:${plazaPort}`), 'Grace', 'first');
  hasOperator = true;
}

const untilReady = (port: number) =>
  eventually(
    async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.status,
    (status) => status === 200,
    200,
  );

async function runBlock(block: string): Promise<void> {
  for (const line of block.split('\n').map(here)) {
    if (/(?:^| )npm start$/.test(line)) {
      await start(line);
      continue;
    }
    const { status, said } = run(line.includes('--until') ? await withArchivedTime(line) : line);
    assert.equal(status, 0, said);
    if (line.startsWith('git clone')) shareProgram();
  }
}

/** The line with a moment after the backup that is archived, within a minute. */
async function withArchivedTime(line: string): Promise<string> {
  const { mtime } = statSync(join(home, 'backups', backupsOf()[0] ?? ''));
  const after = mtime.toISOString().slice(0, 19).replaceAll(':', '');
  const folder = join(home, 'backups/archive');
  const last = await eventually(
    async () =>
      (existsSync(folder) ? readdirSync(folder) : [])
        .map((name) => name.slice(6, 23))
        .sort()
        .at(-1) ?? '',
    (time) => time > after,
    200,
  );
  return line.replace(/(?<=--until )\S+/, last.replace(/(\d\d)(\d\d)(\d\d)$/, '$1:$2:$3Z'));
}

/** The packages of this folder, instead of a minute of npm. */
function shareProgram(): void {
  const [from, to] = [join(process.cwd(), 'node_modules'), join(plaza, 'node_modules')];
  // Links, unless they are on another disk.
  if (spawnSync('cp', ['-al', from, to]).status !== 0) execFileSync('cp', ['-a', from, to]);
}

function publish(change: (folder: string) => void): string {
  const folder = join(home, 'work');
  rmSync(folder, { recursive: true, force: true });
  git('clone', '--quiet', origin, folder);
  change(folder);
  git('-C', folder, 'add', '--all');
  git(
    '-C',
    folder,
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
    'commit',
    '--quiet',
    '-m',
    'next',
  );
  git('-C', folder, 'push', '--quiet');
  return git('-C', folder, 'rev-parse', 'HEAD');
}

test('the commands of the page work in their order, up to a restored and an upgraded installation', async () => {
  git('clone', '--quiet', '--bare', process.cwd(), origin);
  const branch = 'main';
  git('-C', origin, 'update-ref', `refs/heads/${branch}`, 'HEAD');
  git('-C', origin, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`);
  mkdirSync(join(home, 'other'));
  let upgrades = 0;
  for (const block of blocks) {
    if (skipped.delete(block.split('\n')[0] ?? '')) continue;
    if (block.includes('npm run upgrade') || block.includes('git pull')) {
      upgrades += 1;
      const version = `9.0.${upgrades}`;
      const next = publish((folder) => {
        const file = join(folder, 'package.json');
        writeFileSync(
          file,
          readFileSync(file, 'utf8').replace(/"version": "[^"]+"/, `"version": "${version}"`),
        );
        writeFileSync(
          join(folder, `migrations/99991231235${upgrades}-next.sql`),
          `-- migration: compatible\ncreate table links.next_${upgrades} (id bigint primary key);\n`,
        );
      });
      await runBlock(block);
      assert.equal(git('-C', plaza, 'rev-parse', 'HEAD'), next);
      await untilReady(hopPort);
      continue;
    }
    await runBlock(block);
  }
  assert.deepEqual([...skipped.keys()], [], 'no longer in the page');
  assert.equal(upgrades, 2);
  // The restored copy has what the demo had.
  const profile = await fetch(`http://localhost:${otherPlaza}/@ada`);
  assert.equal(profile.status, 200);
});

test('an upgrade that does not start goes back to the version before', async () => {
  const former = git('-C', plaza, 'rev-parse', 'HEAD');
  publish((folder) => {
    const file = join(folder, 'src/main.ts');
    writeFileSync(file, `process.exit(1);\n${readFileSync(file, 'utf8')}`);
  });
  const { status, said } = run(
    `npm run upgrade -- --skip-backup --restart "sh ${restart} first && sleep 5 && curl -sf localhost:${hopPort}/readyz"`,
  );
  assert.equal(status, 1, said);
  assert.match(said, /Going back to/);
  assert.match(said, /The services run the version before/);
  assert.equal(git('-C', plaza, 'rev-parse', 'HEAD'), former);
  await untilReady(hopPort);
});

test('an upgrade refuses changed files', () => {
  writeFileSync(join(plaza, 'README.md'), 'changed');
  const { status, said } = run('npm run upgrade');
  assert.equal(status, 1, said);
  assert.match(said, /Files of this version were changed/);
});

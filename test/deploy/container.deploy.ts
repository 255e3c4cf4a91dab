// Executes the steps of the Dockerfile without an engine for containers: copies what the image would have, runs its
// commands, and starts it as its user on a root that is read-only. Needs root, for the mounts.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { freePorts } from '../free-ports.ts';
import { eventually } from '../peers/eventually.ts';

const root = mkdtempSync(join(tmpdir(), 'plaza-image-'));
chmodSync(root, 0o755);
const [app, data] = [join(root, 'app'), join(root, 'data')];
after(() => rmSync(root, { recursive: true, force: true }));

/** The user `node` of the image. */
const user = 1000;

type Instruction = [name: string, text: string];
const instructions = readFileSync('Dockerfile', 'utf8')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .flatMap((line): Instruction[] => {
    const [, name, text] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return name === undefined || text === undefined ? [] : [[name, text]];
  });

const [plaza = 0, hop = 0] = await freePorts(2);
const environment: Record<string, string | undefined> = {
  ...process.env,
  // The image empties it.
  npm_config_cache: join(root, 'cache'),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  PLAZA_PORT: String(plaza),
  HOP_PORT: String(hop),
  HOST: '127.0.0.1',
};

/** Paths of the image are folders of this place. */
const here = (text: string) => text.replaceAll(/(?<![\w.:])\/data\b/g, data);

/** What `COPY` takes, without what `.dockerignore` leaves out. */
function copy(sources: readonly string[]): void {
  const ignored = readFileSync('.dockerignore', 'utf8').trim().split('\n');
  const files = execFileSync('git', ['ls-files', '-z', '--', ...sources], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && !ignored.some((each) => file === each || file.startsWith(`${each}/`)));
  execFileSync('tar', ['-xf', '-', '-C', app], {
    input: execFileSync('tar', ['-cf', '-', ...files], { maxBuffer: 1024 ** 3 }),
  });
}

const steps: Record<string, (text: string) => void> = {
  WORKDIR: () => mkdirSync(app),
  ENV: (text) => {
    for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) environment[name] = here(value);
  },
  COPY: (text) => copy(text.split(' ').slice(0, -1)),
  RUN: (text) => {
    // This place has no user `node`, and its Node comes as a package.
    const command = here(text).replace('node:node', `${user}:${user}`);
    execFileSync('sh', ['-ec', command], {
      cwd: app,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  },
};

test('the image is built, and serves as its user from a root that is read-only', async (context) => {
  for (const [name, text] of instructions) steps[name]?.(text);
  const [, user_] = instructions.find(([name]) => name === 'USER') ?? [];
  assert.equal(user_, 'node');
  chownSync(data, user, user);
  const command = JSON.parse(instructions.find(([name]) => name === 'CMD')?.[1] ?? '') as string[];
  const script = [
    `mount --bind ${app} ${app}`,
    `mount -o remount,ro,bind ${app}`,
    `cd ${app}`,
    `! touch ${app}/written 2>/dev/null`,
    `exec setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs "$@"`,
  ].join('\n');
  const child = spawn('unshare', ['--mount', 'sh', '-ec', script, 'sh', ...command], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  context.after(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const status = await eventually(
    async () =>
      (await fetch(`http://127.0.0.1:${hop}/readyz`).catch(() => undefined))?.status ?? child.exitCode,
    (status) => status !== null,
    100,
  );
  assert.equal(status, 200);
  const [, check = ''] = instructions.find(([name]) => name === 'HEALTHCHECK') ?? [];
  const [program = '', ...args] = JSON.parse(check.slice(check.indexOf('CMD ') + 4)) as string[];
  const health = () => spawnSync(program, args, { env: environment }).status;
  assert.equal(health(), 0);
  assert.match(readFileSync(`/proc/${child.pid}/status`, 'utf8'), /^Uid:\s+1000\s+1000/m);
  child.kill('SIGTERM');
  await once(child, 'exit');
  assert.equal(child.exitCode, 0);
  assert.equal(health(), 1);
});

// Tests broadcasts and limits over Redis with three sentinels, of which the primary is killed.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { minutes } from '../../src/kernel/time.ts';
import { openBroadcast } from '../../src/platform/broadcast.ts';
import { openLimits } from '../../src/platform/limits.ts';
import { openRedis, sentinelOptions } from '../../src/platform/redis.ts';
import { silentLog, test, testConfig } from '../app.ts';
import { freePorts } from '../free-ports.ts';
import { eventually } from '../peers/eventually.ts';
import { isListening } from './is-listening.ts';
import { findRedis } from './redis.ts';

const program = findRedis();
if (!program)
  process.stdout.write('No Redis (install redis-server or valkey-server): sentinels are not tested.\n');

/** Starts a primary, a replica and three sentinels. Returns the address, and the primary. */
async function startSentinels(context: TestContext, server: string) {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-sentinel-'));
  const [primary = 0, replica = 0, ...sentinels] = await freePorts(5);
  const started: ChildProcess[] = [];
  context.after(async () => {
    for (const child of started) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });
  const start = async (port: number, lines: string[], flags: string[] = []) => {
    const file = join(folder, `${port}.conf`);
    await writeFile(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...lines, ''].join('\n'));
    const child = spawn(server, [file, ...flags], { stdio: 'ignore' });
    started.push(child);
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error('Redis did not start');
      await sleep(20);
    }
    return child;
  };
  const inMemory = ['save ""', 'appendonly no', 'repl-diskless-sync-delay 0'];
  const killed = await start(primary, inMemory);
  await start(replica, [...inMemory, `replicaof 127.0.0.1 ${primary}`]);
  // One that never had the data is not promoted.
  const copy = await openRedis(`redis://127.0.0.1:${replica}`, silentLog);
  context.after(() => copy.disconnect());
  await eventually(
    () => copy.info('replication'),
    (text) => text.includes('master_link_status:up'),
  );
  for (const [index, port] of sentinels.entries())
    await start(
      port,
      [
        `sentinel monitor main 127.0.0.1 ${primary} 1`,
        // On one machine they notice at the same time, and would all vote for themselves.
        `sentinel down-after-milliseconds main ${index === 0 ? 500 : 60_000}`,
        'sentinel failover-timeout main 3000',
      ],
      ['--sentinel'],
    );
  // Any of them may decide, and must have found the others and the replica before.
  for (const port of sentinels) {
    const sentinel = await openRedis(`redis://127.0.0.1:${port}`, silentLog);
    context.after(() => sentinel.disconnect());
    await eventually(
      () => sentinel.info('sentinel'),
      (text) => text.includes('slaves=1,sentinels=3'),
    );
  }
  return { url: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/main`, killed };
}

if (program)
  test('broadcasts and limits go on after the primary behind sentinels is killed', async (app, context) => {
    const { url, killed } = await startSentinels(context, program);
    const config = testConfig({ REDIS_URL: url, RATE_LIMITS: 'true' });
    const [here, there] = [
      await openBroadcast(config, undefined, silentLog),
      await openBroadcast(config, undefined, silentLog),
    ];
    const limits = await openLimits(config, undefined, silentLog);
    context.after(async () => {
      await Promise.all([here.close(), there.close(), limits.close()]);
    });
    const heard: unknown[] = [];
    there.subscribe('news', (payload) => heard.push(payload));
    let gaps = 0;
    there.onGap(() => (gaps += 1));
    const publish = (payload: string) =>
      here.publish({ db: app.db, afterCommit: (work) => work() }, 'news', payload);
    await publish('before');
    await eventually(
      () => heard,
      () => heard.includes('before'),
    );

    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await eventually(
      async () => {
        await publish('after');
        await sleep(50);
      },
      () => heard.includes('after'),
    );
    assert.ok(heard.includes('after'));
    assert.ok(gaps > 0, 'caches are told that messages may be missing');
    assert.ok(here.isUp());
    const rule = { name: 'tries', calls: 2, within: minutes(5) };
    const states = [];
    for (let n = 0; n < 3; n += 1) states.push((await limits.consume(rule, 'somebody')).exceeded);
    assert.deepEqual(states, [false, false, true]);
  });

test('reads addresses with sentinels', () => {
  const options = sentinelOptions('rediss+sentinel://plaza:p%40ss@one,two:26380,[::1]:26381/main/2');
  assert.deepEqual(options?.sentinels, [
    { host: 'one', port: 26_379 },
    { host: 'two', port: 26_380 },
    { host: '::1', port: 26_381 },
  ]);
  const { name, db, username, password, tls } = options;
  assert.deepEqual([name, db, username, password, tls], ['main', 2, 'plaza', 'p@ss', {}]);
  for (const address of [
    'redis://one/main',
    'redis+sentinel://one',
    'redis+sentinel:///main',
    'redis+sentinel://one:x/main',
  ])
    assert.equal(sentinelOptions(address), undefined, address);
});

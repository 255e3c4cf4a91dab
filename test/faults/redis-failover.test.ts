// Tests broadcasts and limits over Redis with sentinels and as a cluster, of which a primary is killed.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { minutes } from '../../src/kernel/time.ts';
import { openBroadcast } from '../../src/platform/broadcast.ts';
import { openLimits } from '../../src/platform/limits.ts';
import { openSubscriber, parseSeveral } from '../../src/platform/redis.ts';
import { silentLog, test, testConfig } from '../app.ts';
import { freePorts } from '../free-ports.ts';
import { eventually } from '../peers/eventually.ts';
import { isListening } from './is-listening.ts';
import { findRedis } from './redis.ts';

const program = findRedis();
if (!program)
  process.stdout.write('No Redis (install redis-server or valkey-server): its failover is not tested.\n');

type Start = (port: number, lines: string[], flags?: string[]) => Promise<ChildProcess>;

/** Returns what starts servers with lines of configuration. They end with the test. */
async function startServers(context: TestContext, server: string): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-redis-'));
  const started: ChildProcess[] = [];
  context.after(async () => {
    for (const child of started) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });
  return async (port, lines, flags = []) => {
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
}

const inMemory = ['save ""', 'appendonly no', 'repl-diskless-sync-delay 0'];

async function clientOf(context: TestContext, port: number) {
  const client = await openSubscriber(`redis://127.0.0.1:${port}`, silentLog);
  context.after(() => client.disconnect());
  return client;
}

const addressOf = (scheme: string, ports: readonly number[]) =>
  `redis+${scheme}://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`;

/** Starts a primary, a replica and three sentinels. Returns the address, and the primary. */
async function startSentinels(context: TestContext, start: Start) {
  const [primary = 0, replica = 0, ...sentinels] = await freePorts(5);
  const killed = await start(primary, inMemory);
  await start(replica, [...inMemory, `replicaof 127.0.0.1 ${primary}`]);
  // One that never had the data is not promoted.
  const copy = await clientOf(context, replica);
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
    const sentinel = await clientOf(context, port);
    await eventually(
      () => sentinel.info('sentinel'),
      (text) => text.includes('slaves=1,sentinels=3'),
    );
  }
  return { url: `${addressOf('sentinel', sentinels)}/main`, killed };
}

const slots = [0, 5461, 10_923, 16_384];

/** Starts a cluster of three primaries with a replica each. Returns the address, and the first primary. */
async function startCluster(context: TestContext, start: Start) {
  const ports = await freePorts(6);
  // By default 10,000 more, which another test may use.
  const buses = await freePorts(6);
  const lines = ['cluster-enabled yes', 'cluster-node-timeout 1000', 'cluster-replica-validity-factor 0'];
  const nodes = [];
  for (const [index, port] of ports.entries()) {
    const own = [`cluster-port ${buses[index]}`, `cluster-config-file nodes-${port}.conf`];
    const child = await start(port, [...inMemory, ...lines, ...own]);
    nodes.push({ child, client: await clientOf(context, port) });
  }
  const [first, ...others] = nodes;
  if (!first) throw new Error('There are no nodes');
  for (const [index, { client }] of nodes.slice(0, 3).entries())
    await client.call('cluster', 'addslotsrange', slots[index] ?? 0, (slots[index + 1] ?? 0) - 1);
  for (const [index] of others.entries())
    await first.client.call('cluster', 'meet', '127.0.0.1', ports[index + 1] ?? 0, buses[index + 1] ?? 0);
  for (const { client } of nodes)
    await eventually(
      () => client.cluster('INFO'),
      (text) => text.includes('cluster_known_nodes:6') && text.includes('cluster_state:ok'),
    );
  for (const [index, { client }] of nodes.slice(3).entries()) {
    const primary = await nodes[index]?.client.call('cluster', 'myid');
    await client.call('cluster', 'replicate', String(primary));
    await eventually(
      () => client.info('replication'),
      (text) => text.includes('master_link_status:up'),
    );
  }
  return { url: addressOf('cluster', ports), killed: first.child };
}

for (const [kind, startSeveral] of Object.entries({ sentinels: startSentinels, cluster: startCluster }))
  if (program)
    test(`broadcasts and limits go on after a primary is killed (${kind})`, async (app, context) => {
      const { url, killed } = await startSeveral(context, await startServers(context, program));
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

      const since = performance.now();
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
      context.diagnostic(`${((performance.now() - since) / 1000).toFixed(1)} s until the next broadcast`);
      const other = await openLimits(config, undefined, silentLog);
      context.after(() => other.close());
      const rule = { name: 'tries', calls: 2, within: minutes(5) };
      /** Whether a call of another process is counted with those here, at any node. */
      const isShared = async () => {
        const key = randomUUID();
        for (let n = 0; n < 2; n += 1) await limits.consume(rule, key);
        return (await other.consume(rule, key)).exceeded;
      };
      for (let n = 0; n < 20; n += 1) assert.ok(await eventually(isShared, Boolean, 100));
    });

test('reads addresses with sentinels and of clusters', () => {
  const found = parseSeveral('rediss+sentinel://plaza:p%40ss@one,two:26380,[::1]:26381/main/2');
  assert.deepEqual(found, {
    kind: 'sentinel',
    nodes: [
      { host: 'one', port: 26_379 },
      { host: 'two', port: 26_380 },
      { host: '::1', port: 26_381 },
    ],
    name: 'main',
    options: { db: 2, username: 'plaza', password: 'p@ss', tls: {} },
  });
  const cluster = parseSeveral('redis+cluster://:secret@one,two:7001');
  assert.deepEqual(cluster?.nodes, [
    { host: 'one', port: 6379 },
    { host: 'two', port: 7001 },
  ]);
  assert.deepEqual([cluster.kind, cluster.options], ['cluster', { password: 'secret' }]);
  for (const address of [
    'redis://one/main',
    'redis+sentinel://one',
    'redis+sentinel:///main',
    'redis+sentinel://one:x/main',
    'redis+cluster://one/main',
    'redis+cluster://',
  ])
    assert.equal(parseSeveral(address), undefined, address);
});

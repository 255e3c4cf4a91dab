import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { testWithDatabase } from '../../../../test/app.ts';
import { connectionTo } from '../../../../test/database.ts';
import { addLink } from '../../../../test/links.ts';
import { freePorts } from '../../../../test/free-ports.ts';
import { spawnServer } from '../../../../test/faults/spawn-server.ts';
import { clickTotals } from '../statistics/totals.ts';

const connections = 24;
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

async function start(environment: Record<string, string>, port: number): Promise<ChildProcess> {
  const child = await spawnServer(environment, { stdio: ['ignore', 'ignore', 'inherit'] });
  while ((await statusOf(port, '/healthz')) !== 200) {
    assert.equal(child.exitCode, null, 'the server did not start');
    await sleep(50);
  }
  return child;
}

/** Returns the status after the whole response has arrived, or undefined if the connection failed. */
async function statusOf(port: number, path: string, agent?: Agent): Promise<number | undefined> {
  try {
    const request = send({ port, path, agent, headers: { 'user-agent': chrome } }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode;
  } catch {
    return undefined;
  }
}

/** Follows the link on many connections until they break. Returns the number of redirects received. */
async function followUntilCut(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let answered = 0;
  const follow = async () => {
    for (let status: number | undefined = 302; status === 302;) {
      status = await statusOf(port, '/abc', agent);
      if (status === 302) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, follow));
  agent.destroy();
  return answered;
}

testWithDatabase(
  'counts every delivered redirect exactly once despite kill -9 under load',
  async ({ app }, context) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
    const { user, host, port, database } = await connectionTo(rows[0]!.name);
    const folder = mkdtempSync(join(tmpdir(), 'kill-'));
    const [plazaPort = 0, hopPort = 0] = await freePorts(2);
    const environment = {
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PLAZA_PORT: String(plazaPort),
      HOP_PORT: String(hopPort),
      LOG_LEVEL: 'error',
    };
    let server: ChildProcess | undefined;
    context.after(() => {
      server?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });
    const { id } = await addLink(app, 'abc');

    let answered = 0;
    const rounds = 2;
    for (let round = 0; round < rounds; round += 1) {
      server = await start(environment, hopPort);
      const following = followUntilCut(hopPort);
      await sleep(700);
      server.kill('SIGKILL');
      await once(server, 'exit');
      answered += await following;
    }
    assert.ok(answered > 100);
    assert.ok(readdirSync(join(folder, 'clicks')).length > 0, 'nothing was left for the next process');

    server = await start(environment, hopPort);
    const count = async () => (await clickTotals(app, [id])).get(id)!.clicks;
    // The killed processes' clicks are all stored when their files have been deleted.
    const own = `${server.pid}-`;
    const isLeft = () => readdirSync(join(folder, 'clicks')).some((name) => !name.startsWith(own));
    while ((await count()) < answered || isLeft()) await sleep(50);
    server.kill('SIGTERM');
    assert.deepEqual(await once(server, 'exit'), [0, null]);
    assert.deepEqual(readdirSync(join(folder, 'clicks')), []);
    const clicks = await count();
    // Each kill may lose one response per connection whose click is already on disk.
    assert.ok(
      clicks >= answered && clicks <= answered + rounds * connections,
      `${clicks} clicks of ${answered} redirects`,
    );
    const stored = await app.db
      .selectFrom('links.click')
      .select((row) => row.fn.countAll<string>().as('n'))
      .executeTakeFirst();
    assert.equal(Number(stored?.n), clicks);
  },
);

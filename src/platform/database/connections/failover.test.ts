import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { silentLog, testConfig } from '../../../../test/app.ts';
import { startReplicated } from '../../../../test/faults/replica.ts';
import { addPerson } from '../../../../test/world.ts';
import { createAccessKey } from '../../../identity/access-keys.ts';
import { linksServer } from '../../../servers/links.ts';
import { systemClock } from '../../app.ts';
import { loadAssets } from '../../http/assets/assets.ts';
import { openApp } from '../../open-app.ts';

/** Writers that repeat a call with its key until it is answered, as clients do. */
const writers = 4;

test('a failover loses and doubles no link that was acknowledged', async (context) => {
  const database = await startReplicated();
  await database.synchronize();
  const hosts = [database.primary, database.replica]
    .map((url) => /@([^/]+)\//.exec(url)?.[1] ?? '')
    .join(',');
  const connectionString = database.primary.replace(/@[^/]+\//, `@${hosts}/`);
  const config = testConfig({ DATABASE_URL: connectionString });
  const open = await openApp(config, { connectionString }, silentLog);
  const app = { ...open.app, clock: systemClock };
  const ada = await addPerson(app, 'ada');
  const key = await createAccessKey(app, ada.id);
  const server = await linksServer(app, await loadAssets());
  context.after(async () => {
    await server.close();
    await open.close();
    await database.stop();
  });

  let isOver = false;
  const acknowledged: string[] = [];
  const refusals = new Map<string, number>();
  const times: number[] = [];
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n += 1) {
      const name = `w${writer}-${n}`;
      for (;;) {
        const { statusCode, body, headers } = await server.inject({
          method: 'POST',
          url: '/api/url/add',
          headers: { authorization: `Bearer ${key}`, 'idempotency-key': name },
          payload: { url: `https://example.com/${name}`, custom: name },
        });
        if (statusCode === 200) break;
        assert.deepEqual([statusCode, Number(headers['retry-after']) > 0], [503, true], body);
        const { message } = JSON.parse(body) as { message: string };
        refusals.set(message, (refusals.get(message) ?? 0) + 1);
        await sleep(100);
      }
      acknowledged.push(name);
      times.push(performance.now());
    }
  };
  const running = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const until = async (count: number) => {
    while (acknowledged.length < count) await sleep(20);
  };
  await until(50);
  await database.failOver();
  const before = acknowledged.length;
  await until(before + 50);
  isOver = true;
  await running;

  const rows = await app.db
    .selectFrom('links.link')
    .select(['alias', 'url'])
    .where('account_id', '=', ada.id)
    .execute();
  assert.deepEqual(rows.map(({ alias }) => alias).toSorted(), acknowledged.toSorted());
  const pauses = times.slice(1).map((at, i) => at - (times[i] ?? at));
  const said = [...refusals].map(([message, count]) => `${count} × ${message}`).join(' ');
  context.diagnostic(
    `${acknowledged.length} links acknowledged, none lost or doubled, and none for ${(Math.max(...pauses) / 1000).toFixed(1)} s. ${said}`,
  );
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testConfig, testWithDatabase } from '../../../../test/app.ts';
import { findRedis, startRedis } from '../../../../test/faults/redis.ts';
import { addLink, observe } from '../../../../test/links.ts';
import { eventually } from '../../../../test/peers/eventually.ts';
import { minutes } from '../../../kernel/time.ts';
import { systemClock } from '../../../platform/app.ts';
import { openRedis } from '../../../platform/redis.ts';
import { sampleClick } from './insert-clicks.ts';
import { type Clicks, openClicks } from './open-clicks.ts';

const redisProgram = findRedis();

if (redisProgram)
  testWithDatabase('clicks of a lost disk are counted once from their copy', async ({ app }, context) => {
    const redis = await startRedis(redisProgram);
    const client = await openRedis(redis.url, app.log);
    const folders = ['lost', 'other'].map((name) => mkdtempSync(join(tmpdir(), `${name}-`)));
    context.after(async () => {
      client.disconnect();
      await redis.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    const { id } = await addLink(app, 'abc');
    const { observed, state } = observe(app);
    const config = testConfig({ REDIS_URL: redis.url });
    Object.assign(observed, { config, clock: systemClock });
    const count = async () =>
      (await app.db.selectFrom('links.click').select('id').where('link_id', '=', id).execute()).length;
    const record = (clicks: Clicks) =>
      new Promise<void>((done) => {
        clicks.record(sampleClick({ linkId: id, at: Date.now() }), done);
      });

    const clicks = await openClicks(observed, folders[0]);
    state.isAway = true;
    for (let n = 0; n < 20; n += 1) await record(clicks);
    await eventually(
      async () => {
        const copies = await client.xrange('plaza:clicks', '-', '+');
        return (
          copies
            .map(([, [, lines = '']]) => lines)
            .join('')
            .split('\n').length - 1
        );
      },
      (copied) => copied === 20,
    );
    assert.equal(await count(), 0);

    // Another machine, a minute later.
    const later = { now: () => new Date(Date.now() + minutes(2)) };
    const other = await openClicks({ ...app, config, clock: later }, folders[1]);
    assert.equal(await eventually(count, (counted) => counted === 20), 20);
    // The first one was only cut off.
    state.isAway = false;
    await clicks.flush();
    assert.equal(await count(), 20);
    await eventually(
      () => client.xlen('plaza:clicks'),
      (left) => left === 0,
    );
    await Promise.all([clicks.close(), other.close()]);
  });

import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addLink } from '../../../test/links.ts';
import { days } from '../../kernel/time.ts';
import { purgeOldClicks } from './retention.ts';
import { ofAccount, ofLink } from './roll-ups.ts';
import { insertClicks, clickLines, sampleClick } from './spool/insert-clicks.ts';
import { getStatistics } from './statistics/statistics.ts';

test('clicks and counts are deleted by whole months as configured, and totals stay', async (app) => {
  const link = await addLink(app, 'link');
  const ada = await app.db.selectFrom('identity.account').select('id').executeTakeFirstOrThrow();
  const now = app.clock.now().getTime();
  const clicks = [0, 9, 28, 29, 40].map((ago) => sampleClick({ linkId: link.id, at: now - days(ago) }));
  await insertClicks(app, clickLines(...clicks));
  const range = { from: new Date(now - days(50)), to: new Date(now + days(1)), step: 'day' } as const;
  const counts = async () => {
    const found = [];
    for (const rollUps of [ofLink(link.id), ofAccount(ada.id)]) {
      const { clicks, countries } = await getStatistics(app, rollUps, range);
      found.push(clicks, countries[0]?.clicks ?? 0);
    }
    return found;
  };
  const purge = (HOP_CLICK_DAYS: number, HOP_STATISTICS_DAYS: number) =>
    purgeOldClicks({ ...app, config: { ...app.config, HOP_CLICK_DAYS, HOP_STATISTICS_DAYS } });
  const countRows = async (table: 'links.click' | 'links.latest_click' | 'links.link_total') =>
    (await app.db.selectFrom(table).select('link_id').execute()).length;

  await purge(0, 0);
  assert.deepEqual(await counts(), [5, 5, 5, 5]);
  await purge(0, 3);
  // It is March 1, so three days ago was in February.
  assert.deepEqual(await counts(), [3, 3, 3, 3]);
  assert.equal(await countRows('links.click'), 5);
  await purge(28, 3);
  assert.deepEqual([await countRows('links.click'), await countRows('links.latest_click')], [3, 3]);
  const total = await app.db.selectFrom('links.link_total').select('clicks').executeTakeFirstOrThrow();
  assert.equal(total.clicks, '5');
});

import assert from 'node:assert/strict';
import { addLink } from '../../../../test/links.ts';
import { test, type TestApp } from '../../../../test/app.ts';
import { addPerson } from '../../../../test/world.ts';
import { days, minutes } from '../../../kernel/time.ts';
import { insertClicks, clickLines, sampleClick } from '../spool/insert-clicks.ts';
import { getClicksIn, listLatestClicks } from './totals.ts';
import { listTallies } from './tallies.ts';
import { getRhythm, getStatistics } from './statistics.ts';
import { ofAccount, ofLink } from '../roll-ups.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const range = { from: new Date(noon - days(1)), to: new Date(noon + days(2)), step: 'day' } as const;

/** Creates a link, bio page and QR code of ada's, and a link of bob's. */
async function createLinks(app: TestApp) {
  const ada = await addPerson(app, 'ada');
  const bob = await addPerson(app, 'bob');
  const link = await addLink(app, 'link');
  const bio = await addLink(app, 'bio', { purpose: 'bio' });
  const code = await addLink(app, 'qr/code', { purpose: 'qr' });
  const bobs = await addLink(app, 'bobs', { account_id: bob.id });
  return { ada, bob, link, bio, code, bobs };
}

test("an account's clicks include all its links, codes and pages", async (app) => {
  const { ada, bob, link, bio, code, bobs } = await createLinks(app);
  const clicksOn = ({ id: linkId }: { id: string }, count: number) =>
    Array.from({ length: count }, (_, n) => sampleClick({ linkId, visitor: { hash: String(n) } }));
  const lines = clickLines(
    ...clicksOn(link, 3),
    ...clicksOn(bio, 2),
    ...clicksOn(code, 4),
    ...clicksOn(bobs, 1),
    ...clicksOn({ id: '999999' }, 1),
    sampleClick({ linkId: link.id, isBot: true }),
  );
  assert.equal(await insertClicks(app, lines), 12);
  assert.equal(await insertClicks(app, lines), 0);

  const { clicks, uniques, bots, purposes, links, countries } = await getStatistics(
    app,
    ofAccount(ada.id),
    range,
  );
  assert.deepEqual([clicks, uniques, bots], [9, 9, 1]);
  assert.deepEqual(purposes, [
    { value: 'qr', clicks: 4, uniques: 4 },
    { value: 'link', clicks: 3, uniques: 3 },
    { value: 'bio', clicks: 2, uniques: 2 },
  ]);
  assert.deepEqual(
    links.map(({ value }) => value),
    [code.id, link.id, bio.id],
  );
  assert.deepEqual(countries, [{ value: 'DE', clicks: 9, uniques: 9 }]);
  assert.equal((await getStatistics(app, ofAccount(bob.id), range)).clicks, 1);
  const total = await app.db
    .selectFrom('links.account_total')
    .select(['clicks', 'uniques'])
    .where('account_id', '=', ada.id)
    .executeTakeFirst();
  assert.deepEqual(total, { clicks: '9', uniques: '9' });
});

test('known regions, cities and variants are counted, in any script', async (app) => {
  const { ada, link } = await createLinks(app);
  const zurich = { country: 'CH', region: 'Zurich', city: 'Zürich' };
  await insertClicks(
    app,
    clickLines(
      sampleClick({ linkId: link.id, visitor: zurich, variant: 'Grün 🌿' }),
      sampleClick({ linkId: link.id, visitor: { ...zurich, hash: '2' }, variant: 'A\t\\B\n' }),
      sampleClick({
        linkId: link.id,
        visitor: { hash: '3', country: 'FR', region: 'a/b', city: 'x'.repeat(300) },
      }),
      sampleClick({ linkId: link.id, visitor: { hash: '4' } }),
    ),
  );
  for (const rollUps of [ofLink(link.id), ofAccount(ada.id)]) {
    const { clicks, regions, cities } = await getStatistics(app, rollUps, range);
    assert.equal(clicks, 4);
    assert.deepEqual(regions, [
      { value: 'CH/Zurich', clicks: 2, uniques: 2 },
      { value: 'FR/a b', clicks: 1, uniques: 1 },
    ]);
    assert.deepEqual(
      cities.map(({ value }) => value),
      ['CH/Zurich/Zürich', `FR/a b/${'x'.repeat(40)}`],
    );
  }
  const { variants } = await getStatistics(app, link.id, range);
  assert.deepEqual(variants.map(({ value }) => value).sort(), ['A  B ', 'Grün 🌿']);
});

test('an invalid escape in a location loses only its own line', async (app) => {
  const { link } = await createLinks(app);
  const [good, bad] = [{ region: 'Zürich' }, { region: 'Genève' }].map((visitor) =>
    clickLines(sampleClick({ linkId: link.id, visitor })),
  );
  const damaged = Buffer.from(bad!.toString().replace(/\\00e8/, '\\00'));
  assert.notDeepEqual(damaged, bad);
  assert.equal(await insertClicks(app, Buffer.concat([damaged, good!])), 1);
});

test('lists the latest clicks up to the limit, without bots', async (app) => {
  const { ada, link, bio } = await createLinks(app);
  const clicks = Array.from({ length: 120 }, (_, n) =>
    sampleClick({ linkId: n % 2 ? bio.id : link.id, at: noon + minutes(n), referrer: `r${n}.example` }),
  );
  for (const [first, end] of [
    [0, 1],
    [1, 30],
    [30, 115],
    [115, 120],
  ] as const)
    await insertClicks(
      app,
      clickLines(...clicks.slice(first, end), sampleClick({ linkId: link.id, isBot: true })),
    );
  const latest = await listLatestClicks(app, ada.id);
  assert.deepEqual(
    latest.map(({ number, referrer }) => [number, referrer]),
    Array.from({ length: 50 }, (_, n) => [String(120 - n), `r${119 - n}.example`]),
  );
  assert.deepEqual(latest[0], {
    number: '120',
    at: new Date(noon + minutes(119)),
    linkId: bio.id,
    country: 'DE',
    browser: 'Chrome',
    device: 'desktop',
    referrer: 'r119.example',
  });
  assert.deepEqual(
    (await listLatestClicks(app, ada.id, '118')).map(({ number }) => number),
    ['120', '119'],
  );
});

test('lists all values of a dimension by page, clicks by weekday and hour, and clicks of another range', async (app) => {
  const { link } = await createLinks(app);
  const clicks = Array.from({ length: 30 }, (_, i) =>
    Array.from({ length: 1 + (i % 3) }, (_, n) =>
      sampleClick({
        linkId: link.id,
        at: noon - days(n),
        referrer: `r${i}.example`,
        visitor: { hash: `${i}${n}` },
      }),
    ),
  ).flat();
  await insertClicks(app, clickLines(...clicks));
  const page = { dimension: 'referrer', range, limit: 12, offset: 8 } as const;
  const { tallies, total } = await listTallies(app, ofLink(link.id), page);
  assert.equal(total, 30);
  assert.deepEqual([tallies.length, tallies[0]?.clicks, tallies[2]?.clicks], [12, 2, 2]);
  // March 1, 2026 is a Sunday.
  const rhythm = await getRhythm(app, ofLink(link.id), range);
  assert.deepEqual([rhythm[6]?.[12], rhythm[5]?.[12]], [30, 20]);
  assert.equal(
    rhythm.flat().reduce((sum, count) => sum + count),
    50,
  );
  const saturday = { from: new Date(noon - days(1)), to: new Date(noon), step: 'day' } as const;
  assert.deepEqual(await getClicksIn(app, ofLink(link.id), saturday), { clicks: 20, uniques: 20 });
});

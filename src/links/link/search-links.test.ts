import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { listAndCountLinks } from './list-links.ts';
import { maxFound } from './search-links.ts';

/** Adds links with these ids to an account. The title is an SQL expression of `i`. */
async function addMany(app: TestApp, accountId: string, [first, last]: [number, number], title: string) {
  await sql`
    insert into links.link (id, account_id, alias, url, title, created_at, updated_at) overriding system value
    select i, ${accountId}, 'a' || i, 'https://example.com/', ${sql.raw(title)}, now(), now()
    from generate_series(${first}::integer, ${last}::integer) as i`.execute(app.db);
}

const first = { order: 'date', page: 1, perPage: 25 } as const;

test('a search among many links finds the newest matches, wherever they are', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  await addMany(app, ada.id, [1001, 1003], `'Old cheese ' || i`);
  await addMany(app, ada.id, [70_000, 71_300], `'Summer sale ' || i`);
  await addMany(app, ada.id, [140_000, 140_010], `'Großer Käse ' || i`);
  await addMany(app, bob.id, [140_011, 140_020], `'Bob’s cheese, summer sale'`);
  await addMany(app, ada.id, [200_001, 201_100], `'New link ' || i`);
  const find = async (search: string, options: object = {}) => {
    const { links, count } = await listAndCountLinks(app, ada, { ...first, filter: { search }, ...options });
    return [links.map(({ id }) => Number(id)), count.total, count.isMore] as const;
  };
  const [sale, total, isMore] = await find('summer SALE');
  assert.deepEqual([sale[0], sale[24], total, isMore], [71_300, 71_276, maxFound, true]);
  const [older] = await find('summer sale', { page: 20 });
  assert.deepEqual([older[0], older.length], [71_300 - 475, 25]);
  const [byAlias] = await find('summer sale', { order: 'alias', ascending: true, perPage: 1 });
  assert.deepEqual(byAlias, [71_300 - maxFound + 1]);
  assert.deepEqual(await find('cheese'), [[1003, 1002, 1001], 3, false]);
  assert.deepEqual(await find('old cheese 1002'), [[1002], 1, false]);
  assert.deepEqual(await find('eese 1002'), [[1002], 1, false]);
  assert.deepEqual(await find('a140007'), [[140_007], 1, false]);
  assert.deepEqual(await find('Käse 140007'), [[140_007], 1, false]);
  assert.deepEqual(await find('kase 140007'), [[140_007], 1, false]);
  assert.deepEqual(await find('New link 201100'), [[201_100], 1, false]);
  assert.deepEqual(await find('sale summer'), [[], 0, false]);
  // Filters apply before the search. If few links remain, all are read.
  await sql`update links.link set disabled_at = now() where id in (1002, 70001)`.execute(app.db);
  const { links: disabled } = await listAndCountLinks(app, ada, {
    ...first,
    filter: { search: 's', status: 'disabled' },
  });
  assert.deepEqual(
    disabled.map(({ id }) => Number(id)),
    [70_001, 1002],
  );
});

test('a search finds a match that is older than many links with one of its words', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addMany(app, ada.id, [200_000, 200_000], `'Fine cheese'`);
  for (const first of [400_000, 470_000, 540_000, 600_000])
    await addMany(app, ada.id, [first, first + 300], `'Some cheese'`);
  await addMany(app, ada.id, [700_001, 701_100], `'Fine link'`);
  const { links } = await listAndCountLinks(app, ada, { ...first, filter: { search: 'fine cheese' } });
  assert.deepEqual(
    links.map(({ id }) => id),
    ['200000'],
  );
});

test('deep pages are contiguous', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addMany(app, ada.id, [1, 10_250], `''`);
  const page = async (page: number, ascending = false) =>
    (await listAndCountLinks(app, ada, { order: 'date', page, perPage: 100, ascending })).links.map(
      ({ id }) => Number(id),
    );
  for (const [number, newest] of [
    [101, 250],
    [102, 150],
    [103, 50],
    [102, 150],
    [104, undefined],
  ] as const)
    assert.equal((await page(number))[0], newest, `page ${number}`);
  assert.deepEqual(
    await page(103),
    Array.from({ length: 50 }, (_, i) => 50 - i),
  );
  assert.deepEqual([(await page(102, true))[0], (await page(103, true))[0]], [10_101, 10_201]);
});

test('the list of most clicked links excludes deleted links', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addMany(app, ada.id, [1, 3], `''`);
  const follow = (id: string) =>
    app.db
      .insertInto('links.link_total')
      .values({ link_id: id, clicks: id, uniques: 1, last_click_at: app.clock.now() })
      .execute();
  const set = (id: string, deletedAt: Date | null) =>
    app.db.updateTable('links.link').set({ deleted_at: deletedAt }).where('id', '=', id).execute();
  const listed = async (perPage: number) =>
    (await listAndCountLinks(app, ada, { order: 'click', page: 1, perPage })).links
      .map(({ id }) => id)
      .join(' ');
  await follow('2');
  await set('3', app.clock.now());
  await follow('3');
  assert.equal(await listed(1), '2');
  await set('3', null);
  assert.equal(await listed(1), '3');
  await set('2', app.clock.now());
  assert.equal(await listed(3), '3 1');
});

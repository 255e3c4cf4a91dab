import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { testWithDatabase } from '../../../test/app.ts';
import { addLink, observe } from '../../../test/links.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { publishLinkChange } from '../link/link.ts';
import { aliasIn, type Links, openLinks } from './find-link.ts';

const abc = { host: '', alias: 'abc' };

/** Changes a link and announces it in one transaction, as the application does. */
const changeLink = (app: App, id: string, change: { url?: string; deleted_at?: Date }) =>
  inTransaction(app, async (app) => {
    await app.db.updateTable('links.link').set(change).where('id', '=', id).execute();
    await publishLinkChange(app, { id, domain: null, alias: 'abc' });
  });

const until = async (isSo: () => unknown) => {
  while (!isSo()) await sleep(5);
};

/** Returns the destination of a link from the cache or the database. */
const follow = async (links: Links, place = abc) => (links.recall(place) ?? (await links.find(place)))?.to;

testWithDatabase('concurrent visits of a link share one lookup', async ({ app }) => {
  await addLink(app, 'abc');
  const { observed, state } = observe(app);
  const links = openLinks(observed);
  assert.equal(links.recall(abc), undefined);
  const found = await Promise.all(Array.from({ length: 100 }, () => follow(links)));
  assert.deepEqual(new Set(found), new Set(['https://example.com/abc']));
  assert.equal(await follow(links), 'https://example.com/abc');
  assert.equal(state.queries, 1);
  links.close();
});

testWithDatabase('concurrent requests for different links share a query', async ({ app }) => {
  const aliases = Array.from({ length: 50 }, (_, i) => `link${i}`);
  for (const alias of aliases) await addLink(app, alias);
  const { observed, state } = observe(app);
  const links = openLinks(observed);
  const found = await Promise.all([...aliases, 'nothing'].map((alias) => follow(links, { host: '', alias })));
  assert.deepEqual(found, [...aliases.map((alias) => `https://example.com/${alias}`), undefined]);
  assert.equal(state.queries, 1);
  links.close();
});

testWithDatabase('missing links are cached briefly and in limited number', async ({ app }) => {
  const { observed, state } = observe(app);
  const links = openLinks(observed, { links: 10, linkBytes: 10_000, missing: 3 });
  assert.equal(await links.find(abc), null);
  assert.equal(links.recall(abc), undefined, 'an alias that is requested only once is not cached');
  assert.equal(await links.find(abc), null);
  assert.equal(links.recall(abc), null);
  app.clock.turn(seconds(10));
  assert.equal(links.recall(abc), undefined);

  const four = ['a1', 'a2', 'a3', 'a4'].map((alias) => ({ host: '', alias }));
  for (const place of [...four, ...four]) await links.find(place);
  assert.deepEqual(
    four.map((place) => links.recall(place)),
    [undefined, null, null, null],
  );
  assert.equal(state.queries, 10);
  links.close();
});

testWithDatabase('a missing link does not keep its request in memory', async ({ app }) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const links = openLinks(app);
  const requests = 2000;
  const find = (i: number) => {
    const target = Buffer.from(`/alias-that-is-missing-${i}?${'x'.repeat(10_000)}`).toString();
    return links.find({ host: '', alias: aliasIn(target) ?? '' });
  };
  const all = () => Promise.all(Array.from({ length: requests }, (_, i) => find(i)));
  await all();
  collect();
  const before = process.memoryUsage().heapUsed;
  await all();
  collect();
  assert.ok(process.memoryUsage().heapUsed - before < (requests * 10_000) / 4);
  assert.equal(links.recall({ host: '', alias: 'alias-that-is-missing-7' }), null);
  links.close();
});

testWithDatabase('the link cache is limited by count and by size', async ({ app }) => {
  for (const alias of ['a1', 'a2', 'a3'])
    await addLink(app, alias, { url: `https://example.com/${'x'.repeat(1000)}` });
  const recalled = async (bounds: { links: number; linkBytes: number }) => {
    const links = openLinks(app, { ...bounds, missing: 10 });
    for (const alias of ['a1', 'a2', 'a3']) await links.find({ host: '', alias });
    const known = ['a1', 'a2', 'a3'].filter((alias) => links.recall({ host: '', alias }));
    links.close();
    return known;
  };
  assert.deepEqual(await recalled({ links: 2, linkBytes: 100_000 }), ['a2', 'a3']);
  assert.deepEqual(await recalled({ links: 10, linkBytes: 1500 }), ['a3']);
});

testWithDatabase('a change by another process is visible within a second', async ({ app }) => {
  const links = openLinks(app);
  assert.equal(await follow(links), undefined);
  const { id } = await inTransaction(app, async (app) => {
    const link = await addLink(app, 'abc');
    await publishLinkChange(app, { ...link, domain: null });
    return link;
  });
  await until(() => links.recall(abc) === undefined);
  assert.equal(await follow(links), 'https://example.com/abc');

  await changeLink(app, id, { url: 'https://example.com/new' });
  await until(() => links.recall(abc) === undefined);
  assert.equal(await follow(links), 'https://example.com/new');

  await changeLink(app, id, { deleted_at: app.clock.now() });
  await until(() => links.recall(abc) === undefined);
  assert.equal(await follow(links), undefined);
  links.close();
});

testWithDatabase('a result from before a change is not cached', async ({ app }) => {
  const { id } = await addLink(app, 'abc');
  const { observed, state } = observe(app);
  const links = openLinks(observed);
  const barrier = Promise.withResolvers<undefined>();
  state.held = barrier.promise;
  const early = links.find(abc);
  await until(() => state.queries > 0);
  await sleep(50); // the result is available but delayed
  const heard = new Promise<void>((resolve) => app.broadcast.subscribe('links.changed', () => resolve()));
  await changeLink(app, id, { url: 'https://example.com/new' });
  await heard;
  barrier.resolve(undefined);
  assert.equal((await early)?.to, 'https://example.com/abc');
  assert.equal(links.recall(abc), undefined);
  assert.equal(await follow(links), 'https://example.com/new');
  links.close();
});

testWithDatabase(
  'without a database, cached links redirect and unknown ones are unavailable',
  async ({ app }) => {
    const { id } = await addLink(app, 'abc');
    const { observed, state } = observe(app);
    const links = openLinks(observed);
    await links.find(abc);

    state.isAway = true;
    app.clock.turn(minutes(90));
    for (let i = 0; i < 3; i += 1) {
      assert.equal(links.recall(abc)?.to, 'https://example.com/abc');
      app.clock.turn(seconds(5));
      await sleep(10);
    }
    await assert.rejects(links.find({ host: '', alias: 'other' }), { code: 'ENOENT' });

    // The database is back, and the link changed while broadcasts were lost.
    await app.db
      .updateTable('links.link')
      .set({ url: 'https://example.com/new' })
      .where('id', '=', id)
      .execute();
    state.isAway = false;
    app.clock.turn(seconds(1));
    assert.equal(links.recall(abc)?.to, 'https://example.com/abc');
    await until(() => links.recall(abc)?.to === 'https://example.com/new');
    links.close();
  },
);

testWithDatabase(
  'after missed broadcasts all links are looked up again, with the cache as fallback',
  async ({ app }) => {
    await addLink(app, 'abc');
    const { observed, state } = observe(app);
    const links = openLinks(observed);
    await links.find(abc);
    const nothing = { host: '', alias: 'nothing' };
    for (let i = 0; i < 2; i += 1) await links.find(nothing);
    assert.equal(links.recall(nothing), null);

    app.clock.turn(1);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen plaza'`.execute(
      app.db,
    );
    await until(() => links.recall(abc) === undefined);
    assert.equal(links.recall(nothing), undefined);
    state.isAway = true;
    assert.equal((await links.find(abc))?.to, 'https://example.com/abc');
    assert.equal(links.recall(abc)?.to, 'https://example.com/abc');
    state.isAway = false;
    app.clock.turn(seconds(1));
    assert.equal((await links.find(abc))?.to, 'https://example.com/abc');
    assert.equal(links.recall(abc)?.to, 'https://example.com/abc');
    links.close();
  },
);

testWithDatabase('a branded domain has its own links', async ({ app }) => {
  const links = openLinks(app);
  const branded = { host: 'go.example.net', alias: 'abc' };
  await addLink(app, 'abc');
  assert.equal(await follow(links, branded), undefined);

  const ada = await app.db.selectFrom('identity.account').select('id').executeTakeFirstOrThrow();
  const domain = await app.db
    .insertInto('links.domain')
    .values({ account_id: ada.id, host: branded.host, created_at: app.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = await addLink(app, 'abc', { url: 'https://example.net/', domain_id: domain.id });
  await publishLinkChange(app, { ...link, domain: `https://${branded.host}` });
  await until(() => links.recall(branded) === undefined);
  assert.equal(await follow(links, branded), 'https://example.net/');
  assert.equal(await follow(links), 'https://example.com/abc');
  links.close();

  const others = openLinks(app);
  await others.warmUp();
  assert.equal(others.recall(branded)?.to, 'https://example.net/');
  assert.equal(others.recall(abc)?.to, 'https://example.com/abc');
  others.close();
});

testWithDatabase('the newest links are cached before they are requested', async ({ app }) => {
  const aliases = Array.from({ length: 1100 }, (_, i) => `link${i}`);
  const { id } = await addLink(app, 'abc');
  await sql`
    insert into links.link (account_id, alias, url, created_at, updated_at)
    select account_id, wanted, 'https://example.com/' || wanted, created_at, updated_at
    from links.link, unnest(${aliases}::text[]) as wanted where id = ${id}`.execute(app.db);
  const { observed, state } = observe(app);
  const links = openLinks(observed);
  await links.warmUp();
  const { queries } = state;
  for (const alias of aliases)
    assert.equal(links.recall({ host: '', alias })?.to, `https://example.com/${alias}`);
  assert.equal(links.recall(abc)?.to, 'https://example.com/abc');
  assert.equal(state.queries, queries);

  state.isAway = true;
  await openLinks(observed).warmUp();
  links.close();
});

testWithDatabase('a destination is sent unchanged in the header if possible', async ({ app }) => {
  const rows = [
    ['https://example.com', 'https://example.com'],
    ['HTTPS://Example.com/%7eada?q=1|2', 'HTTPS://Example.com/%7eada?q=1|2'],
    ['https://bücher.example/ü?ü', 'https://xn--bcher-kva.example/%C3%BC?%C3%BC'],
    ['https://example.com/a b\r\nSet-Cookie: x', 'https://example.com/a%20bSet-Cookie:%20x'],
    ['no address\n', 'no%20address%0A'],
  ] as const;
  const links = openLinks(app);
  for (const [i, [url, to]] of rows.entries()) {
    await addLink(app, `row${i}`, { url });
    assert.equal(await follow(links, { host: '', alias: `row${i}` }), to);
  }
  links.close();
});

testWithDatabase('while broadcasts do not arrive, links are looked up after a second', async ({ app }) => {
  const { id } = await addLink(app, 'abc');
  let isUp = true;
  const links = openLinks({ ...app, broadcast: { ...app.broadcast, isUp: () => isUp } });
  assert.equal(await follow(links), 'https://example.com/abc');
  const change = (url: string) =>
    app.db.updateTable('links.link').set({ url }).where('id', '=', id).execute();
  await change('https://example.com/changed');
  app.clock.turn(seconds(2));
  assert.equal(await follow(links), 'https://example.com/abc');
  isUp = false;
  assert.equal(await follow(links), 'https://example.com/changed');
  await app.db.updateTable('links.link').set({ deleted_at: app.clock.now() }).where('id', '=', id).execute();
  assert.equal(await follow(links), 'https://example.com/changed', 'it has just been looked up');
  app.clock.turn(seconds(2));
  assert.equal(await follow(links), undefined);
  links.close();
});

testWithDatabase('while the database does not answer either, cached links keep working', async ({ app }) => {
  await addLink(app, 'abc');
  const { observed, state } = observe(app);
  observed.broadcast = { ...app.broadcast, isUp: () => false };
  const links = openLinks(observed);
  assert.equal(await follow(links), 'https://example.com/abc');
  state.isAway = true;
  app.clock.turn(seconds(5));
  assert.equal(await follow(links), 'https://example.com/abc');
  assert.equal(links.recall(abc)?.to, 'https://example.com/abc', 'the next visitor does not wait');
  links.close();
});

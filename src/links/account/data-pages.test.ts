import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from '../../../test/app.ts';
import { testHop } from '../../../test/ask-hop.ts';
import { openHopBrowser } from '../../../test/chromium/hop-browser.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { checkArchive, unpackArchive } from '../../../test/unpack-archive.ts';
import { addPerson, password } from '../../../test/world.ts';
import { deleteDueAccounts } from '../../identity/account-deletion/erasing.ts';
import { buildExport, purgeExports } from '../../identity/exports/exports.ts';
import { getOwnedTables } from '../../identity/exports/owned-tables.ts';
import { signIn } from '../../identity/sign-in/sign-in.ts';
import { days } from '../../kernel/time.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { addLink } from '../shorten/add-links.ts';
import { hopExport } from './hop-export.ts';
import { eraseLinks, hopTables } from './erase.ts';

const erasers = { links: eraseLinks };
const path = '/dashboard/data';

testHop(
  'an archive contains all data, is available only to its owner, and expires after a week',
  async (world) => {
    const { app, ada, bob, ask, asAda, asBob } = world;
    await ownedCampaigns.add(app, ada, { name: 'Spring' });
    await addLink(app, ada, {
      url: 'https://example.com/',
      alias: 'adas',
      title: '=1+1, “quoted"',
      password: 'open sesame',
    });
    const now = app.clock.now();
    const bio = await addLink(app, ada, { url: 'https://example.com/', alias: 'adas-page' });
    await app.db.updateTable('links.link').set({ purpose: 'bio' }).where('id', '=', bio.id).execute();
    const avatar = 'avatars/2026/03/ada.webp';
    await app.files.put(avatar, Buffer.from('a face'), 'image/webp');
    await app.db.insertInto('links.bio_page').values({ link_id: bio.id, avatar }).execute();
    const hook = { name: 'Hook', url: 'https://example.com/', events: ['link.clicked'], created_at: now };
    await app.db
      .insertInto('links.webhook')
      .values({ ...hook, account_id: ada.id, secret: Buffer.from('hook secret'), updated_at: now })
      .execute();
    await addLink(app, bob, { url: 'https://example.com/', alias: 'bobs' });
    assert.equal((await asAda.form(`${path}/exports`)).status, 303);
    assert.equal((await asAda.form(`${path}/exports`)).status, 409);
    assert.match((await asAda.page(path)).text, /Preparing/);
    const job = (await queuedJobs(app)).find(({ name }) => name === 'links.build-export');
    await buildExport(app, hopExport, job?.payload as { id: string });
    const address = /\/dashboard\/data\/exports\/\d+/.exec((await asAda.page(path)).text)?.[0] ?? '';
    assert.equal((await asBob.page(address)).status, 404);

    const browser = await openHopBrowser(world, ada);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask({ url: address, headers: { cookie } });
    assert.equal(answer.headers['content-type'], 'application/zip');
    assert.match(String(answer.headers['content-disposition']), /^attachment; filename="hop-ada-.*\.zip"$/);
    const archive = unpackArchive(answer.rawPayload);
    await checkArchive(app, archive);
    assert.match(
      archive.text('links.csv'),
      /^\u{feff}short,url[^]*http:\/\/hop\.test\/adas,https:\/\/example\.com\/,"'=1\+1, “quoted""",0,/u,
    );
    const [link, ...others] = archive.json('data/links.json');
    assert.equal(link?.shortAddress, 'http://hop.test/adas');
    assert.equal(link.hasPassword, true);
    assert.deepEqual(others, []);
    assert.match(archive.text('links.html'), /<a href="http:\/\/hop\.test\/adas"/);
    assert.match(archive.text('campaigns-channels-and-tags.html'), /Spring/);
    assert.equal(archive.json('data/profile.json')[0]?.username, 'ada');
    assert.equal(archive.bytes(`files/${avatar}`).toString(), 'a face');
    assert.equal(archive.json('data/webhooks.json')[0]?.name, 'Hook');
    const texts = archive.names
      .filter((name) => /\.(html|json)$/.test(name))
      .map((name) => archive.text(name));
    assert.ok(texts.every((text) => !/argon2|hook secret|bobs/.test(text)));

    app.clock.turn(days(8));
    assert.equal((await asAda.page(address)).status, 404);
    const { path: stored } = await app.db
      .selectFrom('links.data_export')
      .select('path')
      .executeTakeFirstOrThrow();
    await purgeExports(app, hopExport);
    assert.equal(await app.files.find(stored ?? ''), undefined);
    assert.deepEqual(await app.db.selectFrom('links.data_export').select('id').execute(), []);
  },
);

testHop('short links are deleted when the grace period ends, not earlier', async (world) => {
  const { app, ada, bob, asAda } = world;
  await addLink(app, ada, { url: 'https://example.com/', alias: 'adas' });
  await addLink(app, bob, { url: 'https://example.com/', alias: 'bobs' });
  const left = async () =>
    (await app.db.selectFrom('links.link').select('alias').orderBy('alias').execute()).map(
      ({ alias }) => alias,
    );
  const wrong = await asAda.form(`${path}/delete-links`, { current: 'not it' });
  assert.equal(wrong.status, 403);
  assert.match(wrong.text, /Incorrect password/);
  await asAda.form(`${path}/delete-links`, { current: password });
  assert.match((await asAda.page(path)).text, /Your short links will be deleted[^]*15 March 2026/);
  app.clock.turn(days(13));
  await deleteDueAccounts(app, erasers);
  assert.deepEqual(await left(), ['adas', 'bobs']);
  app.clock.turn(days(1));
  await deleteDueAccounts(app, erasers);
  assert.deepEqual(await left(), ['bobs']);
});

testHop('a canceled deletion keeps the short links', async ({ app, ada, asAda }) => {
  await addLink(app, ada, { url: 'https://example.com/' });
  await asAda.form(`${path}/delete-links`, { current: password });
  await asAda.form(`${path}/keep-links`);
  app.clock.turn(days(30));
  await deleteDueAccounts(app, erasers);
  assert.equal((await app.db.selectFrom('links.link').select('id').execute()).length, 1);
});

testHop(
  'an account scheduled for deletion is signed out everywhere and can be restored after signing in',
  async (world) => {
    const { app, ada, bob, asAda } = world;
    const browser = await openHopBrowser(world, bob);
    assert.equal((await asAda.form(`${path}/delete-account`, { current: password })).status, 409);
    await addLink(app, bob, { url: 'https://example.com/' });
    const closed = await browser.form(`${path}/delete-account`, { current: password });
    assert.equal(closed.location, '/');
    assert.match(String((await world.asBob.page('/dashboard')).location), /^\/signin/);
    const device = { createdVia: 'page', userAgent: 'Test', address: '127.0.0.1' } as const;
    const back = await openHopBrowser(world, bob);
    assert.match((await back.page('/settings/account-deletion')).text, /Keep account/);
    await back.form('/settings/account-deletion/cancel');
    app.clock.turn(days(30));
    await deleteDueAccounts(app, erasers);
    await signIn(app, { usernameOrEmail: 'bob', password }, device);
    const again = await openHopBrowser(world, bob);
    await again.form(`${path}/delete-account`, { current: password });
    app.clock.turn(days(14));
    await deleteDueAccounts(app, erasers);
    await assert.rejects(signIn(app, { usernameOrEmail: 'bob', password }, device), {
      kind: 'unauthenticated',
    });
    const row = await app.db
      .selectFrom('identity.account')
      .select(['username', 'email', 'deleted_at'])
      .where('id', '=', bob.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(row, {
      username: `deleted-${bob.id}`,
      email: `deleted-${bob.id}@invalid`,
      deleted_at: app.clock.now(),
    });
    assert.equal((await app.db.selectFrom('links.link').select('id').execute()).length, 0);
    assert.ok(ada.id);
  },
);

test('every table of Hop with personal data is mapped to its owner', async (app) => {
  const ada = await addPerson(app, 'ada');
  const tables = await getOwnedTables(app, hopTables);
  // Operator decisions are not deleted with an account.
  const owned = new Set(tables.filter(({ falls }) => falls !== 'false').map(({ name }) => name));
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'links'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
    app.db,
  );
  const ofTheService = [
    ...['reserved_alias', 'safety_entry', 'safety_rule', 'visitor_salt'],
    ...['click_history', 'click_shipment'],
  ];
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !owned.has(name) && !ofTheService.includes(name)),
    [],
    'add these tables to hopTables, or to the tables of the service in this test',
  );
  const omitted = new Set([
    // Data about visitors rather than the account, confidential reports, and the archives themselves.
    ...['click', 'click_arrival', 'visitor', 'latest_click', 'report', 'data_export'],
    // Caches and roll-ups of data that is already in the archive.
    ...['account_day', 'account_hour', 'account_total', 'click_allowance', 'click_day'],
    // Contents of imported files.
    ...['import_file', 'import_page', 'import_refusal', 'import_rename'],
  ]);
  const sources = [`${import.meta.dirname}/hop-export.ts`];
  const text = (await Promise.all(sources.map((file) => readFile(file, 'utf8')))).join('\n');
  assert.deepEqual(
    [...owned].filter((name) => !omitted.has(name) && !new RegExp(`links\\.${name}\\b`).test(text)),
    [],
    'add these tables to the sections of the archive, or omit them in this test with a reason',
  );
  await eraseLinks(app, ada.id);
});

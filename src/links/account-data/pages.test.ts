import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { testHop } from '../../../test/ask-hop.ts';
import { test } from '../../../test/app.ts';
import { openHopBrowser } from '../../../test/hop-browser.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { addPerson, password } from '../../../test/world.ts';
import { closeDue } from '../../identity/closing/close-due.ts';
import { signIn } from '../../identity/sign-in.ts';
import { days } from '../../kernel/time.ts';
import { addCampaign } from '../campaigns/add-campaign.ts';
import { addLink } from '../links/add-link.ts';
import { buildExport } from './build-export.ts';
import { eraseLinks } from './erase-links.ts';
import { forgetExports } from './forget-exports.ts';
import { readOwnedTables } from './owned-tables.ts';

const erasers = { links: eraseLinks };
const path = '/dashboard/data';

testHop('everything is put together in an archive, for its owner alone, and for a week', async (world) => {
  const { app, ada, bob, ask, asAda, asBob } = world;
  await addCampaign(app, ada, { name: 'Spring' });
  await addLink(app, ada, { url: 'https://example.com/', alias: 'adas', title: '=1+1, “quoted"' });
  await addLink(app, bob, { url: 'https://example.com/', alias: 'bobs' });
  assert.equal((await asAda.form(`${path}/exports`)).status, 303);
  assert.equal((await asAda.form(`${path}/exports`)).status, 409);
  assert.match((await asAda.page(path)).text, /Being put together/);
  const job = (await queuedJobs(app)).find(({ name }) => name === 'links.build-export');
  await buildExport(app, job?.payload as { id: string });
  const address = /\/dashboard\/data\/exports\/\d+/.exec((await asAda.page(path)).text)?.[0] ?? '';
  assert.equal((await asBob.page(address)).status, 404);

  const browser = await openHopBrowser(world, ada);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await ask({ url: address, headers: { cookie } });
  assert.equal(answer.headers['content-type'], 'application/zip');
  assert.match(String(answer.headers['content-disposition']), /^attachment; filename="hop-ada-.*\.zip"$/);
  const read = unpack(answer.rawPayload);
  assert.match(
    read('links.csv'),
    /^short,url[^]*http:\/\/hop\.test\/adas,https:\/\/example\.com\/,"'=1\+1, “quoted""",0,/,
  );
  const links = JSON.parse(read('link.json')) as Record<string, unknown>[];
  assert.deepEqual(
    links.map(({ alias }) => alias),
    ['adas'],
  );
  assert.ok(links.every((link) => !('password_hash' in link)));
  assert.match(read('campaign.json'), /Spring/);

  app.clock.turn(days(8));
  assert.equal((await asAda.page(address)).status, 404);
  const { path: stored } = await app.db
    .selectFrom('links.data_export')
    .select('path')
    .executeTakeFirstOrThrow();
  await forgetExports(app);
  assert.equal(await app.files.find(stored ?? ''), undefined);
  assert.deepEqual(await app.db.selectFrom('links.data_export').select('id').execute(), []);
});

/** Reads the archive as the format says, from the list at its end, and checks the sums. */
function unpack(archive: Buffer): (name: string) => string {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = archive.readUInt32LE(at + 42) + 30 + nameLength;
    const content = inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(at + 20)));
    assert.equal(crc32(content), archive.readUInt32LE(at + 16), name);
    assert.equal(content.length, archive.readUInt32LE(at + 24), name);
    files.set(name, content.toString());
    at += 46 + nameLength;
  }
  assert.equal(at, end);
  return (name) => files.get(name) ?? '';
}

testHop('short links are deleted once the time to think again is over, and not before', async (world) => {
  const { app, ada, bob, asAda } = world;
  await addLink(app, ada, { url: 'https://example.com/', alias: 'adas' });
  await addLink(app, bob, { url: 'https://example.com/', alias: 'bobs' });
  const left = async () =>
    (await app.db.selectFrom('links.link').select('alias').orderBy('alias').execute()).map(
      ({ alias }) => alias,
    );
  const wrong = await asAda.form(`${path}/delete-links`, { current: 'not it' });
  assert.equal(wrong.status, 403);
  assert.match(wrong.text, /That is not your password/);
  await asAda.form(`${path}/delete-links`, { current: password });
  assert.match((await asAda.page(path)).text, /Your short links will be deleted[^]*15 March 2026/);
  app.clock.turn(days(13));
  await closeDue(app, erasers);
  assert.deepEqual(await left(), ['adas', 'bobs']);
  app.clock.turn(days(1));
  await closeDue(app, erasers);
  assert.deepEqual(await left(), ['bobs']);
});

testHop('whoever thinks again keeps their short links', async ({ app, ada, asAda }) => {
  await addLink(app, ada, { url: 'https://example.com/' });
  await asAda.form(`${path}/delete-links`, { current: password });
  await asAda.form(`${path}/keep-links`);
  app.clock.turn(days(30));
  await closeDue(app, erasers);
  assert.equal((await app.db.selectFrom('links.link').select('id').execute()).length, 1);
});

testHop(
  'an account that is to be deleted is signed out everywhere, and kept by a button after signing in',
  async (world) => {
    const { app, ada, bob, asAda } = world;
    const browser = await openHopBrowser(world, bob);
    assert.equal((await asAda.form(`${path}/delete-account`, { current: password })).status, 409);
    await addLink(app, bob, { url: 'https://example.com/' });
    const closed = await browser.form(`${path}/delete-account`, { current: password });
    assert.equal(closed.location, '/');
    assert.match(String((await world.asBob.page('/dashboard')).location), /^\/signin/);
    const device = { madeBy: 'page', userAgent: 'Test', address: '127.0.0.1' } as const;
    const back = await openHopBrowser(world, bob);
    assert.match((await back.page('/settings/closing')).text, /Keep account/);
    await back.form('/settings/closing/cancel');
    app.clock.turn(days(30));
    await closeDue(app, erasers);
    await signIn(app, { usernameOrEmail: 'bob', password }, device);
    const again = await openHopBrowser(world, bob);
    await again.form(`${path}/delete-account`, { current: password });
    app.clock.turn(days(14));
    await closeDue(app, erasers);
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

test('whatever Hop keeps of somebody is known as theirs', async (app) => {
  const ada = await addPerson(app, 'ada');
  const owned = new Set((await readOwnedTables(app)).map(({ name }) => name));
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'links'::regnamespace and relkind = 'r'`.execute(
    app.db,
  );
  const ofTheService = ['reserved_alias', 'safety_entry', 'safety_rule', 'visitor_salt'];
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !owned.has(name) && !ofTheService.includes(name)),
    [],
    'say in owned-tables.ts how rows of these tables are known, or here that they are the service’s',
  );
  await eraseLinks(app, ada.id);
});

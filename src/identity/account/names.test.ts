import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test, type TestApp, testWithDatabase } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { addPage, changePage } from '../../social/pages/editing.ts';
import { writeAsPage } from '../../social/pages/posts.ts';
import { eraseAccount } from '../account-deletion/erasing.ts';
import { changeUsername } from '../credentials/credentials.ts';
import { changeProfile } from '../profile/profile.ts';
import { addAccount, register } from '../sign-up/sign-up.ts';
import { purgeExpired } from './purge-expired.ts';

const pageOf = (username: string, title = 'Bakery') => ({
  title,
  username,
  category: '',
  about: '',
  website: '',
});
const isTaken = { kind: 'conflict', field: 'username' };

testPlaza('people and pages take user names from one namespace', async ({ app, ada, bob, carol }) => {
  await assert.rejects(addPage(app, ada, pageOf('Bob')), isTaken);
  const page = await addPage(app, ada, pageOf('bakery'));
  await assert.rejects(changeUsername(app, bob.id, 'Bakery'), isTaken);
  await changePage(app, ada, page, { username: 'bakers' });
  await assert.rejects(changeUsername(app, bob.id, 'bakery'), isTaken);
  await assert.rejects(changePage(app, ada, page, { username: 'carol' }), isTaken);
  await changePage(app, ada, page, { username: 'bakery' });
  await changeUsername(app, carol.id, 'caroline');
  await assert.rejects(addPage(app, ada, pageOf('carol')), isTaken);
  await addPage(app, carol, pageOf('carol', 'Carols'));
});

testWithDatabase(
  'gives a username to only one of a person and a page that request it concurrently',
  async ({ app }) => {
    const { ada } = await createWorld(app);
    const outcomes = await Promise.allSettled([
      addPage(app, ada, pageOf('bakery')),
      addPerson(app, 'bakery'),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  },
);

testPlaza('rejects names that imitate others', async ({ app, ada, bob }) => {
  const title = 'Jane Austen @austen';
  await assert.rejects(addPage(app, ada, pageOf('janeausten', title)), { kind: 'invalid', field: 'title' });
  await assert.rejects(addPage(app, ada, pageOf('janeausten', 'Jane ✔')), { field: 'title' });
  await assert.rejects(addPage(app, ada, pageOf('janeausten', '\u200b\u3164')), { field: 'title' });
  const profile = { firstName: 'Ja\u202ene', lastName: 'Aus\u200bten', biography: '' };
  await changeProfile(app, ada.id, profile);
  const { first_name, last_name } = await app.db
    .selectFrom('identity.account')
    .select(['first_name', 'last_name'])
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([first_name, last_name], ['Jane', 'Austen']);
  for (const firstName of ['\u200d\u2060', 'Jane @bob', 'Jane ✅'])
    await assert.rejects(changeProfile(app, ada.id, { ...profile, firstName }), { field: 'first_name' });
  await app.db
    .updateTable('identity.account')
    .set({ verified_at: app.clock.now(), username: 'billbloom' })
    .where('id', '=', bob.id)
    .execute();
  await assert.rejects(changeUsername(app, ada.id, 'bi11.b1oom'), isTaken);
  await assert.rejects(addPage(app, ada, pageOf('billbl00m')), isTaken);
  await assert.rejects(
    register(app, {
      username: 'Bill_Bloom',
      email: 'bill@example.org',
      password: 'a long and quiet sentence',
      firstName: 'Bill',
      lastName: 'Bloom',
    }),
    isTaken,
  );
});

testPlaza('marks a page as a page in its posts and in lists', async ({ app, ada, plaza }) => {
  const page = await addPage(app, ada, pageOf('bakery', 'Bob Test'));
  await writeAsPage(app, ada, page, { text: 'Fresh bread', photos: [] });
  const pattern = /Bob Test<\/a>\s*<span class="badge"[^>]*>Page</;
  for (const path of ['/discover', '/search?q=bread', '/search?q=bakery', '/pages'])
    assert.match((await plaza.page(undefined, path)).text, pattern, path);
  assert.match((await plaza.page(undefined, '/feeds/posts/rss')).text, /Bob Test \(page\)/);
});

const taken = { kind: 'conflict', field: 'username', message: 'This username is taken' };
const inside = <T>(app: App, work: (app: App) => Promise<T>) => inTransaction(app, work);

test('reserves a changed username for its former owner for 30 days', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  await changeUsername(app, ada.id, 'countess');
  app.clock.turn(days(30) - 1);
  await purgeExpired(app);
  for (const name of ['ada', 'ADA']) {
    await assert.rejects(
      inside(app, (app) => changeUsername(app, bob.id, name)),
      taken,
    );
    const account = {
      username: name,
      email: 'new@example.org',
      firstName: 'New',
      lastName: 'Person',
      passwordHash: '',
    };
    await assert.rejects(
      inside(app, (app) => addAccount(app, account)),
      taken,
    );
  }
  await changeUsername(app, ada.id, 'ada');
  await changeUsername(app, ada.id, 'countess');
  app.clock.turn(days(30));
  await purgeExpired(app);
  await changeUsername(app, bob.id, 'ada');
});

test('reserves the username of an erased account for 30 days without storing it as text', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  await eraseAccount(app, ada.id);
  await assert.rejects(
    inside(app, (app) => changeUsername(app, bob.id, 'ada')),
    taken,
  );
  const [row] = await app.db.selectFrom('identity.reserved_username').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(row), /ada/);
  app.clock.turn(days(30));
  await purgeExpired(app);
  await changeUsername(app, bob.id, 'ada');
});

testWithDatabase('rejects a username while its release is being committed', async ({ app }) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const taking = await inTransaction(app, async (inside) => {
    await changeUsername(inside, ada.id, 'countess');
    return [changeUsername(app, bob.id, 'ada').catch((error: unknown) => error)];
  });
  const [result] = await Promise.all(taking);
  assert.equal((result as { kind?: string }).kind, 'conflict');
});

/** Verified: Jane Austen (@jane_austen) and her page "Daily Planet" (@daily.planet). */
async function verifiedWorld(app: TestApp) {
  const world = await createWorld(app);
  const jane = await addPerson(app, 'jane_austen');
  const verified_at = app.clock.now();
  await app.db
    .updateTable('identity.account')
    .set({ first_name: 'Jane', last_name: 'Austen', verified_at })
    .where('id', '=', jane.id)
    .execute();
  const page = await addPage(app, world.carol, {
    title: 'Daily Planet',
    username: 'daily.planet',
    about: '',
    website: '',
    category: '',
  });
  await app.db.updateTable('social.page').set({ verified_at }).where('id', '=', page).execute();
  return { ...world, jane, page };
}

const newcomer = (username: string, firstName = 'New', lastName = 'Comer') => ({
  username,
  email: 'new@example.org',
  password: 'a long and quiet sentence',
  firstName,
  lastName,
});
const refusal = (field: string) => ({ kind: 'conflict', field });

test('rejects sign-ups with a name that looks like that of a verified person or page', async (app) => {
  await verifiedWorld(app);
  for (const username of ['janeausten', 'jane.au5ten', 'Jan3_Austen', 'da1ly_planet'])
    await assert.rejects(register(app, newcomer(username)), refusal('username'), username);
  for (const [first, last] of [
    ['Jаne', 'Austen'],
    ['Jane', 'Aústen'],
    ['J4ne', 'Austen'],
    ['Jane', 'Аustеn'],
    ['Ｊane', 'Austen'],
    ['Daily', 'Planet'],
    ['DAILY', 'P1anet'],
  ] as const)
    await assert.rejects(
      register(app, newcomer('newcomer', first, last)),
      refusal('first_name'),
      `${first} ${last}`,
    );
  // Others may have the same name if it is spelled identically.
  await register(app, newcomer('newcomer', 'Jane', 'Austen'));
});

test("rejects changing an account's name to one that looks verified", async (app) => {
  const { bob, jane } = await verifiedWorld(app);
  await assert.rejects(changeUsername(app, bob.id, 'jane.austen'), refusal('username'));
  const profile = { firstName: 'Daily', lastName: 'Planet', biography: '' };
  await assert.rejects(changeProfile(app, bob.id, profile), refusal('first_name'));
  await assert.rejects(
    changeProfile(app, bob.id, { ...profile, firstName: 'Jane', lastName: 'Austеn' }),
    refusal('first_name'),
  );
  await changeUsername(app, jane.id, 'jane.austen');
  await changeProfile(app, jane.id, { firstName: 'Jané', lastName: 'Austen', biography: '' });
});

test('rejects a page name that resembles a verified person or page of another owner', async (app) => {
  const { bob, jane, carol, page } = await verifiedWorld(app);
  const content = { title: 'Books', username: 'books', about: '', website: '', category: '' };
  for (const title of ['Jane Austen', 'jane austen', 'Janе Austen', 'Daily Planet', 'Dai1y Planet'])
    await assert.rejects(addPage(app, bob, { ...content, title }), refusal('title'), title);
  await assert.rejects(addPage(app, bob, { ...content, username: 'dailyplanet' }), refusal('username'));
  const books = await addPage(app, bob, content);
  await assert.rejects(changePage(app, bob, books, { title: 'Jane Austen' }), refusal('title'));
  await changePage(app, bob, books, { about: 'Of books' });
  await addPage(app, jane, { ...content, username: 'austen.books', title: 'Jane Austen' });
  await changePage(app, carol, page, { title: 'The Daily Planet' });
});

test('finds verified names with their indexes', async (app) => {
  await verifiedWorld(app);
  await sql`set local enable_seqscan = off`.execute(app.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select kind from identity.verified_name where skeleton = identity.name_skeleton(${'Jane Austen'}) limit 1`.execute(
    app.db,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  for (const index of [
    'account_verified_username',
    'account_verified_name',
    'page_verified_username',
    'page_verified_title',
  ])
    assert.match(plan, new RegExp(`Scan (using|on) ${index}`));
});

import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from '../../../test/app.ts';
import type { TestApp } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { addPage, changePage } from '../../social/pages/editing.ts';
import { changeProfile } from '../profile/change-profile.ts';
import { changeUsername } from '../credentials/change-username.ts';
import { register } from '../sign-up/register.ts';

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

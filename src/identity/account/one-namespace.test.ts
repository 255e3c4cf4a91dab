import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { testWithDatabase } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { addPage, changePage } from '../../social/pages/editing.ts';
import { writeAsPage } from '../../social/pages/posts.ts';
import { changeProfile } from '../profile/change-profile.ts';
import { changeUsername } from '../credentials/change-username.ts';
import { register } from '../sign-up/register.ts';

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

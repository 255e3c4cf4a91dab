import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { addPerson, createWorld } from '../../../../test/world.ts';
import { hours } from '../../../kernel/time.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { publishPost } from '../../posts/publishing.ts';
import { block, mute } from '../../relationships/blocks.ts';
import { follow } from '../../relationships/follows.ts';
import { acceptFriend, sendFriendRequest } from '../../relationships/connect.ts';
import { fanOutRest } from '../fan-out.ts';
import { getFeed } from '../feed.ts';
import { followTag } from '../followed-tags.ts';
import {
  addPeopleList,
  changeMember,
  getListFeed,
  listPeopleLists,
  updatePeopleList,
} from './people-lists.ts';

const say = (app: App, author: Viewer, text: string, privacy: 'public' | 'friends' | 'me' = 'public') =>
  publishPost(app, author, { text, privacy, photos: [] });

test('a list has the posts of its people that its owner can see, and nothing else', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const [dora, eve] = [await addPerson(app, 'dora'), await addPerson(app, 'eve')];
  const list = await addPeopleList(app, ada, { title: 'Bakers', isExclusive: false });
  for (const person of [bob, carol, dora, eve]) await changeMember(app, ada, list, person);
  await sendFriendRequest(app, ada, bob.id);
  await acceptFriend(app, bob, ada.id);
  for (const author of [ada, bob, carol, dora, eve])
    for (const privacy of ['public', 'friends', 'me'] as const)
      await say(app, author, `${author.username} ${privacy}`, privacy);
  await mute(app, ada, dora.id);
  await block(app, eve, ada.id);
  const texts = async () => (await getListFeed(app, ada, list)).items.map(({ text }) => text);
  assert.deepEqual(await texts(), ['carol public', 'bob friends', 'bob public']);
  assert.equal((await listPeopleLists(app, ada))[0]?.count, 3, 'without those who blocked the owner');
  await changeMember(app, ada, list, bob, 'remove');
  assert.deepEqual(await texts(), ['carol public']);
  await changeMember(app, ada, list, ada);
  assert.deepEqual(await texts(), ['carol public', 'ada friends', 'ada public']);
  await assert.rejects(getListFeed(app, bob, list), { kind: 'missing' });
  await assert.rejects(changeMember(app, bob, list, bob), { kind: 'missing' });
  await assert.rejects(changeMember(app, ada, list, eve), { kind: 'missing' });
});

test('posts of people on an exclusive list are not on the home page', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  await follow(app, ada, bob.id);
  await follow(app, ada, carol.id);
  await followTag(app, ada, 'bread');
  await say(app, bob, 'By Bob #bread');
  await say(app, carol, 'By Carol');
  await fanOutRest(app);
  const list = await addPeopleList(app, ada, { title: 'Bakers', isExclusive: true });
  await changeMember(app, ada, list, { username: 'bob' });
  const home = async () => (await getFeed(app, ada)).items.map(({ text }) => text);
  assert.deepEqual(await home(), ['By Carol']);
  await app.db.updateTable('social.feed').set({ built: '-1' }).execute();
  await app.db.deleteFrom('social.feed_entry').execute();
  assert.deepEqual(await home(), ['By Carol'], 'also without a stored list');
  assert.deepEqual(
    (await getListFeed(app, ada, list)).items.map(({ text }) => text),
    ['By Bob #bread'],
  );
  await updatePeopleList(app, ada, list, { isExclusive: false });
  assert.deepEqual(await home(), ['By Carol', 'By Bob #bread']);
});

test('a long list is read page by page without gaps', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const list = await addPeopleList(app, ada, { title: 'Both', isExclusive: false });
  for (const person of [bob, carol]) await changeMember(app, ada, list, person);
  const expected: string[] = [];
  for (let n = 0; n < 50; n++) {
    const author = [ada, bob, carol][n % 3] ?? ada;
    const id = await say(app, author, `${n}`);
    if (author !== ada) expected.unshift(id);
  }
  const found: string[] = [];
  let before: string | undefined;
  do {
    const page = await getListFeed(app, ada, list, { before });
    found.push(...page.items.map(({ id }) => id));
    before = page.next;
  } while (before !== undefined);
  assert.deepEqual(found, expected);
});

testPlaza('lists are managed by pages and by the API', async ({ app, plaza, ada, bob, carol }) => {
  const path = '/apis/php/lists';
  const added = await plaza.form(ada, '/lists/new', { title: ' Bakers ' });
  const [, id = ''] = /^\/lists\/(\d+)\/edit$/.exec(String(added.headers.location)) ?? [];
  assert.match((await plaza.form(ada, '/lists/new', { title: ' ' })).text, /Enter a title/);
  await plaza.form(ada, `/lists/${id}/people`, { username: '@bob' });
  assert.match((await plaza.form(ada, `/lists/${id}/people`, { username: 'nobody' })).text, /not found/i);
  await say(app, bob, 'Rye bread');
  assert.match((await plaza.page(ada, `/lists/${id}`)).text, /Rye bread/);
  assert.match((await plaza.page(ada, '/lists')).text, /Bakers[^]*1 person/);
  for (const url of [`/lists/${id}`, `/lists/${id}/edit`])
    assert.equal((await plaza.page(bob, url)).status, 404, 'nobody else sees it');
  assert.match((await plaza.page(ada, '/@bob/lists')).text, /checked[^>]*|Bakers/);
  await plaza.form(ada, '/@carol/lists', { lists: id });
  await plaza.form(ada, '/@bob/lists', {});
  const members = await plaza.api(ada, 'GET', `${path}/members?id=${id}`);
  assert.deepEqual(
    (members.body.data as { user_name: string }[]).map(({ user_name }) => user_name),
    ['carol'],
  );
  const other = await plaza.api(ada, 'POST', path, { title: 'Millers', exclusive: true });
  const { id: otherId } = other.body.data as { id: string };
  assert.deepEqual(other.body.data, { id: otherId, title: 'Millers', exclusive: true, people: 0 });
  const change = { id: otherId, user_id: bob.id };
  assert.deepEqual((await plaza.api(ada, 'POST', `${path}/members`, change)).body.data, {
    ...{ id: otherId, title: 'Millers', exclusive: true },
    people: 1,
  });
  const posts = await plaza.api(ada, 'GET', `${path}/posts?id=${otherId}`);
  assert.deepEqual(
    (posts.body.data as { text: string }[]).map(({ text }) => text),
    ['Rye bread'],
  );
  assert.equal((await plaza.api(ada, 'GET', `${path}?user_id=${bob.id}`)).body.data instanceof Array, true);
  assert.equal((await plaza.api(carol, 'POST', `${path}/members`, change)).status, 404);
  assert.equal((await plaza.api(carol, 'GET', `${path}/posts?id=${otherId}`)).status, 404);
  assert.equal((await plaza.api(carol, 'POST', `${path}/delete`, { id: otherId })).status, 404);
  assert.equal((await plaza.api(ada, 'POST', path, { title: 'x'.repeat(61) })).status, 400);
  const renamed = await plaza.api(ada, 'POST', `${path}/update`, { id: otherId, title: 'Mills' });
  assert.equal((renamed.body.data as { title: string }).title, 'Mills');
  assert.equal((await plaza.api(ada, 'POST', `${path}/delete`, { id: otherId })).status, 200);
  const { headers } = await plaza.form(ada, `/lists/${id}/delete`, {});
  assert.deepEqual((await plaza.api(ada, 'GET', path)).body.data, []);
  assert.match((await plaza.page(ada, headers.location ?? '')).text, /action="\/lists\/\d+\/restore"/);
  const restore = async (viewer: Viewer, listId: string) =>
    (await plaza.api(viewer, 'POST', `${path}/restore`, { id: listId })).status;
  assert.equal(await restore(carol, id), 404);
  assert.equal(await restore(ada, otherId), 404, 'another one was deleted since');
  assert.equal((await plaza.form(ada, `/lists/${id}/restore`)).headers.location, `/lists/${id}`);
  assert.equal((await plaza.page(ada, `/lists/${id}`)).status, 200);
  await plaza.form(ada, `/lists/${id}/delete`, {});
  app.clock.turn(hours(1));
  assert.equal(await restore(ada, id), 404);
  for (let n = 0; n < 50; n++) await addPeopleList(app, ada, { title: `${n}`, isExclusive: false });
  assert.equal((await plaza.api(ada, 'POST', path, { title: 'more' })).status, 409);
});

import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { hours } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { runJobs } from '../../platform/jobs/jobs.ts';
import { addComment } from '../comments/comments.ts';
import { inWords } from '../notifications/notification.ts';
import { listNotifications } from '../notifications/reading.ts';
import { block } from '../relationships/blocks.ts';
import { follow } from '../relationships/follows.ts';
import { addGroup, getGroup } from './groups.ts';
import { inviteToGroup } from './invitations.ts';
import { acceptGroupInvitation } from './membership.ts';
import { groupNotificationJobs, setGroupNotifications } from './notifications.ts';
import { pinInGroup, writeInGroup } from './posts.ts';

const wordsOf = async (app: App, viewer: Viewer) =>
  (await listNotifications(app, viewer)).items.map((each) => `${each.kind}: ${inWords(each)}`);

async function addBakers(app: App, owner: Viewer, members: readonly Viewer[]): Promise<string> {
  const group = { kind: 'secret', title: 'Bakers', about: '', rules: '', questions: [] };
  const id = await addGroup(app, owner, group);
  const token = await inviteToGroup(app, owner, id, { uses: 20, life: 7 });
  for (const each of members) await acceptGroupInvitation(app, each, token, { accepts: true });
  return id;
}

testWithDatabase('a new post notifies members as their levels say', async ({ app, database }) => {
  const { ada, bob, carol } = await createWorld(app);
  const [dave, erin, finn, greg] = [
    await addPerson(app, 'dave'),
    await addPerson(app, 'erin'),
    await addPerson(app, 'finn'),
    await addPerson(app, 'greg'),
  ];
  const id = await addBakers(app, ada, [bob, carol, dave, erin, finn]);
  await assert.rejects(setGroupNotifications(app, greg, id, { level: 'all' }), { kind: 'missing' });
  await assert.rejects(setGroupNotifications(app, bob, id, { level: 'some' }), { field: 'level' });
  await assert.rejects(setGroupNotifications(app, bob, id, { muteFor: 2 }), { field: 'mute' });
  await setGroupNotifications(app, bob, id, { level: 'all' });
  await follow(app, carol, ada.id); // Carol has highlights, as everyone does at first.
  await setGroupNotifications(app, erin, id, { level: 'mentions' });
  await setGroupNotifications(app, finn, id, { level: 'none' });
  const run = () => runJobs(app, groupNotificationJobs, database.pool);

  const postId = await writeInGroup(app, ada, id, { text: 'Rye for @erin and @finn', photos: [] });
  await run();
  const posted = 'group_post: Ada Test posted in Bakers';
  assert.deepEqual(await wordsOf(app, bob), [posted]);
  assert.deepEqual(await wordsOf(app, carol), [posted]);
  assert.deepEqual(await wordsOf(app, dave), []);
  assert.deepEqual(await wordsOf(app, erin), ['mention: Ada Test mentioned you in a post']);
  assert.deepEqual(await wordsOf(app, finn), []);
  assert.deepEqual(await wordsOf(app, greg), []);

  // An announcement reaches highlights, and nobody twice.
  await pinInGroup(app, ada, id, postId, 'pin');
  await run();
  assert.deepEqual(await wordsOf(app, bob), [posted]);
  assert.deepEqual(await wordsOf(app, dave), [posted]);
  assert.equal((await wordsOf(app, erin)).length, 1);
  assert.deepEqual(await wordsOf(app, finn), []);

  // A muted group is silent until the mute ends, and blocked authors always are.
  await setGroupNotifications(app, bob, id, { muteFor: 8 });
  await block(app, carol, ada.id);
  await writeInGroup(app, ada, id, { text: 'Wheat for @bob', photos: [] });
  await run();
  assert.deepEqual(await wordsOf(app, bob), [posted]);
  assert.deepEqual(await wordsOf(app, carol), []);
  assert.equal((await getGroup(app, bob, id)).notifications.level, 'all');
  app.clock.turn(hours(9));
  assert.equal((await getGroup(app, bob, id)).notifications.mutedUntil, null);
  await writeInGroup(app, ada, id, { text: 'Spelt', photos: [] });
  await run();
  assert.equal((await wordsOf(app, bob)).length, 2);
});

testWithDatabase('members notified of nothing are not notified of comments either', async ({ app }) => {
  const { ada, bob } = await createWorld(app);
  const id = await addBakers(app, ada, [bob]);
  const postId = await writeInGroup(app, bob, id, { text: 'Rye', photos: [] });
  await setGroupNotifications(app, bob, id, { level: 'none' });
  await addComment(app, ada, postId, 'Fine');
  assert.deepEqual(await wordsOf(app, bob), []);
  await setGroupNotifications(app, bob, id, { level: 'mentions' });
  await addComment(app, ada, postId, 'Very fine');
  assert.equal((await wordsOf(app, bob)).length, 1);
});

testPlaza('the level is chosen on a page and by API', async ({ app, plaza, ada, bob, carol }) => {
  const id = await addBakers(app, ada, [bob]);
  const page = `/groups/${id}/notifications`;
  assert.match(
    (await plaza.page(bob, page)).text,
    /checked[^>]*value="highlights"|value="highlights"[^>]*checked/,
  );
  assert.equal((await plaza.page(carol, page)).status, 404);
  assert.equal((await plaza.form(carol, page, { level: 'all' })).status, 404);
  assert.equal((await plaza.form(bob, page, { level: 'many' })).status, 422);
  assert.equal((await plaza.form(bob, page, { level: 'all', mute: '24' })).status, 303);
  assert.match((await plaza.page(bob, page)).text, /Muted until/);
  const changed = await plaza.api(bob, 'POST', '/apis/php/groups/notifications', { id, mute: 0 });
  const { notifications, muted_until } = changed.body.data as Record<string, string>;
  assert.deepEqual([notifications, muted_until], ['all', '']);
  const refused = await plaza.api(bob, 'POST', '/apis/php/groups/notifications', { id, mute: 3 });
  assert.equal(refused.status, 400);
});

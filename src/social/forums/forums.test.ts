import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import { minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { listNotifications } from '../notifications/reading.ts';
import { markRead } from '../notifications/counters.ts';
import { block } from '../relationships/blocks.ts';
import { deletePost, restorePost } from '../posts/deleting.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { addReply, markForumsRead, markPageRead, startThread } from './threads/posting.ts';
import { addForum, addSection, archiveForum, deleteForum, deleteSection, updateForum } from './forums.ts';
import { listForums } from './list-forums.ts';
import { listThreads, threadsOnPage, type ThreadsWanted } from './threads/list-threads.ts';
import { getThread } from './threads/get-thread.ts';

async function createForums(app: App) {
  const world = await createWorld(app);
  const { olga } = world;
  const section = await addSection(app, olga, 'House and garden');
  const at = { sectionId: section, parentId: null, description: '' };
  const garden = await addForum(app, olga, { ...at, title: 'Garden' });
  const kitchen = await addForum(app, olga, { ...at, title: 'House' });
  return { ...world, section, garden, kitchen };
}

const start = (app: App, author: Viewer, forumId: string, title = 'Slugs') =>
  startThread(app, author, { forumId, title, text: `About ${title}`, follows: true });

const reply = (app: App, author: Viewer, threadId: string, text: string, quoteId?: string) =>
  addReply(app, author, { threadId, text, quoteId, follows: true });

/** The counts and last author of a forum. */
async function stateOf(app: App, viewer: Viewer | undefined, id: string) {
  const forums = (await listForums(app, viewer)).flatMap(({ forums }) => forums);
  const found = forums.find((kitchen) => kitchen.id === id);
  return found && [found.threads, found.replies, found.last?.lastBy?.username, found.isUnread];
}

test('a forum’s counts and last author follow every change', async (app) => {
  const { ada, bob, carol, garden } = await createForums(app);
  const thread = await start(app, ada, garden);
  app.clock.turn(minutes(1));
  const first = await reply(app, bob, thread, 'Beer traps');
  app.clock.turn(minutes(1));
  const second = await reply(app, carol, thread, 'Ducks');
  assert.deepEqual(await stateOf(app, undefined, garden), [1, 2, 'carol', false]);
  await deletePost(app, carol, second);
  assert.deepEqual(await stateOf(app, undefined, garden), [1, 1, 'bob', false]);
  await restorePost(app, carol, second);
  assert.deepEqual(await stateOf(app, undefined, garden), [1, 2, 'carol', false]);
  await deletePost(app, ada, thread);
  assert.deepEqual(await stateOf(app, undefined, garden), [0, 0, undefined, false]);
  await assert.rejects(getPost(app, bob, first), { kind: 'missing' });
  await restorePost(app, ada, thread);
  assert.deepEqual(await stateOf(app, undefined, garden), [1, 2, 'carol', false]);
  await block(app, carol, bob.id);
  assert.deepEqual(
    await stateOf(app, bob, garden),
    [1, 1, undefined, false],
    'counts include only what bob can list',
  );
});

test('lists threads by activity or age, paginated, with pinned ones first, and by filter', async (app) => {
  const { ada, bob, garden, kitchen } = await createForums(app);
  const ids: string[] = [];
  for (let i = 0; i <= threadsOnPage; i++) {
    app.clock.turn(minutes(1));
    ids.push(await start(app, i === 3 ? bob : ada, garden, `Thread ${i}`));
  }
  const [oldest = '', , third = '', fourth = ''] = ids;
  await start(app, ada, kitchen);
  app.clock.turn(minutes(1));
  await reply(app, bob, oldest, 'Up it goes');
  await app.db
    .updateTable('social.thread')
    .set({ pinned_at: app.clock.now() })
    .where('post_id', '=', third)
    .execute();
  const list = async (viewer: Viewer | undefined, wanted: Omit<ThreadsWanted, 'forumId'>) =>
    (await listThreads(app, viewer, { forumId: garden, ...wanted })).items.map(({ id }) => id);
  const page = await listThreads(app, undefined, { forumId: garden });
  assert.deepEqual(
    page.pinned.map(({ id }) => id),
    [third],
  );
  assert.equal(page.items[0]?.id, oldest);
  assert.equal(page.items[0].lastBy?.username, 'bob');
  assert.equal(page.next, undefined);
  const newest = await listThreads(app, undefined, { sort: 'newest' });
  assert.equal(newest.items.length, threadsOnPage);
  assert.deepEqual(
    (await listThreads(app, undefined, { sort: 'newest', before: newest.next })).items.map(({ id }) => id),
    ids.slice(0, 2).reverse(),
  );
  const active = await listThreads(app, undefined, {});
  assert.deepEqual(
    (await listThreads(app, undefined, { before: active.next })).items.map(({ id }) => id),
    ids.slice(1, 3).reverse(),
  );
  assert.deepEqual(await list(bob, { filter: 'mine' }), [fourth]);
  assert.deepEqual(await list(bob, { filter: 'subscribed' }), [oldest, fourth]);
  assert.ok(!(await list(undefined, { filter: 'unanswered' })).includes(oldest));
  assert.deepEqual(await list(undefined, { filter: 'mine' }), []);
});

test('counts unread posts until the person visits or marks them read', async (app) => {
  const { ada, bob, carol, garden } = await createForums(app);
  const thread = await start(app, ada, garden);
  const unread = async (viewer: Viewer) =>
    (await listThreads(app, viewer, { forumId: garden, filter: 'unread' })).items.map((each) => each.unread);
  assert.deepEqual(await unread(ada), []);
  assert.deepEqual(await unread(bob), [1]);
  await markPageRead(app, bob, await getThread(app, bob, thread));
  assert.deepEqual(await unread(bob), []);
  await reply(app, carol, thread, 'One');
  await reply(app, carol, thread, 'Two');
  assert.deepEqual(await unread(bob), [2]);
  assert.deepEqual(await unread(carol), []);
  await markForumsRead(app, bob, garden);
  assert.deepEqual(await unread(bob), []);
  assert.equal((await stateOf(app, bob, garden))?.[3], false);
  assert.equal((await stateOf(app, ada, garden))?.[3], true);
});

test('notifies followers of a thread once until they read it, and then again', async (app) => {
  const { ada, bob, carol, garden } = await createForums(app);
  const thread = await start(app, ada, garden);
  await reply(app, bob, thread, 'One');
  await reply(app, bob, thread, 'Two');
  await reply(app, carol, thread, 'Hello @ada');
  const notified = async () =>
    (await listNotifications(app, ada)).items.map(({ kind, count, readAt }) => [
      kind,
      count,
      readAt !== null,
    ]);
  assert.deepEqual(await notified(), [
    ['mention', 1, false],
    ['thread', 1, false],
  ]);
  await markRead(app, ada);
  await reply(app, bob, thread, 'Three');
  assert.deepEqual((await notified())[0], ['thread', 1, false]);
  await app.db
    .insertInto('social.mute')
    .values({ muter_id: carol.id, muted_id: ada.id, created_at: app.clock.now() })
    .execute();
  await markRead(app, carol);
  await reply(app, ada, thread, 'Thanks');
  assert.ok((await listNotifications(app, carol)).items.every(({ readAt }) => readAt !== null));
});

test('a thread has twenty posts per page, and deleted replies leave a placeholder', async (app) => {
  const { ada, bob, garden } = await createForums(app);
  const thread = await start(app, ada, garden);
  const ids: string[] = [];
  for (let i = 1; i <= 21; i++)
    ids.push(await reply(app, bob, thread, `Reply ${i}`, i === 21 ? ids[4] : undefined));
  await deletePost(app, bob, ids[2] ?? '');
  const first = await getThread(app, undefined, thread);
  assert.equal(first.pages, 2);
  assert.equal(first.replies.length, 19);
  const second = await getThread(app, undefined, thread, 2);
  assert.deepEqual(
    second.replies.map(({ post, quoted }) => [post.text, quoted?.text]),
    [['Reply 21', 'Reply 5']],
  );
  await assert.rejects(getThread(app, undefined, thread, 3), { kind: 'missing' });
});

test('closed threads and archived forums accept no posts, and quotes must be from the same thread', async (app) => {
  const { ada, bob, olga, garden } = await createForums(app);
  const thread = await start(app, ada, garden);
  const other = await start(app, ada, garden, 'Snails');
  await assert.rejects(reply(app, bob, thread, 'Look', other), { kind: 'invalid', field: 'quote_id' });
  await assert.rejects(reply(app, bob, '999999', 'Look'), { kind: 'missing' });
  await archiveForum(app, olga, garden, true);
  await assert.rejects(reply(app, bob, thread, 'Late'), { kind: 'conflict' });
  await assert.rejects(start(app, ada, garden, 'Later'), { kind: 'conflict' });
  await block(app, ada, bob.id);
  await assert.rejects(reply(app, bob, thread, 'Blocked'), { kind: 'missing' });
});

test('forums nest one level deep, and can be deleted when nothing is lost', async (app) => {
  const { ada, olga, section, garden, kitchen } = await createForums(app);
  const at = { sectionId: section, description: 'x' };
  const below = await addForum(app, olga, { ...at, parentId: garden, title: 'Roses' });
  await assert.rejects(addForum(app, ada, { ...at, parentId: null, title: 'Mine' }), { kind: 'forbidden' });
  await assert.rejects(addForum(app, olga, { ...at, parentId: below, title: 'Red' }), { field: 'parent' });
  await assert.rejects(updateForum(app, olga, { ...at, id: garden, parentId: kitchen, title: 'Garden' }), {
    field: 'parent',
  });
  await assert.rejects(deleteForum(app, olga, garden), { kind: 'conflict' });
  const thread = await start(app, ada, below);
  await reply(app, ada, thread, 'Red ones');
  await assert.rejects(deleteForum(app, olga, below), { kind: 'conflict', field: 'move_to' });
  await deleteForum(app, olga, below, kitchen);
  assert.deepEqual(await stateOf(app, undefined, kitchen), [1, 1, 'ada', false]);
  await deleteForum(app, olga, garden);
  await assert.rejects(deleteSection(app, olga, section), { kind: 'conflict' });
});

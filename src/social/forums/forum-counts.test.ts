import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { approveContent, hide } from '../cases/effects.ts';
import { deletePost, restorePost } from '../posts/deleting.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { addForum, addSection, deleteForum } from './forums.ts';
import { listForums } from './list-forums.ts';
import { moveThread } from './moderating/acts.ts';
import { mergeThreads, splitThread } from './moderating/split-and-merge.ts';
import { addReply, startThread } from './threads/posting.ts';

async function createForums(app: App) {
  const world = await createWorld(app);
  const sectionId = await addSection(app, world.olga, 'Home');
  const at = { sectionId, parentId: null, description: '' };
  const garden = await addForum(app, world.olga, { ...at, title: 'Garden' });
  const kitchen = await addForum(app, world.olga, { ...at, title: 'Kitchen' });
  return { ...world, garden, kitchen };
}

const start = (app: App, author: Viewer, forumId: string, title: string) =>
  startThread(app, author, { forumId, title, text: `About ${title}`, follows: false });

const reply = (app: App, author: Viewer, threadId: string, n = 1) =>
  addReply(app, author, { threadId, text: `${n}: ${author.username} on ${threadId}`, follows: false });

const blocks = (app: App, blocker: Viewer, blocked: readonly Viewer[]) =>
  app.db
    .insertInto('social.block')
    .values(
      blocked.map(({ id }) => ({ blocker_id: blocker.id, blocked_id: id, created_at: app.clock.now() })),
    )
    .execute();

/** Holds a post and approves it again, with a check after each. */
async function holdAndApprove(app: App, id: string, check: (after: string) => Promise<void>): Promise<void> {
  await hide(app, 'post', id);
  await check('held content');
  await approveContent(app, 'post', id);
  await check('approved content');
}

/** The threads and replies of each forum that are visible to a viewer who hides these people, one by one. */
async function countOneByOne(app: App, hidden: readonly Viewer[]) {
  const ids = hidden.map(({ id }) => id);
  const { rows } = await sql<{ id: string; threads: number; replies: number }>`
    select forum.id::text, count(distinct head.id)::integer as threads, count(reply.id)::integer as replies
    from social.forum as forum
    left join (social.thread as thread join social.post as head on head.id = thread.post_id and head.deleted_at is null
      and head.held_at is null and head.author_id <> all(${ids}::bigint[])) on thread.forum_id = forum.id
    left join social.post as reply on reply.parent_id = head.id and reply.kind = 'reply' and reply.deleted_at is null
      and reply.held_at is null and reply.author_id <> all(${ids}::bigint[])
    group by forum.id order by forum.id`.execute(app.db);
  return rows;
}

async function countsFor(app: App, viewer: Viewer | undefined) {
  const forums = (await listForums(app, viewer)).flatMap(({ forums }) => forums);
  return forums
    .map(({ id, threads, replies }) => ({ id, threads, replies }))
    .sort((a, b) => Number(a.id) - Number(b.id));
}

test('forum counts exclude the posts of blocked people after every change', async (app) => {
  const { olga, ada, bob, carol, garden, kitchen } = await createForums(app);
  const [all, some, one] = [
    await addPerson(app, 'dora'),
    await addPerson(app, 'erik'),
    await addPerson(app, 'fred'),
  ];
  const hidden = new Map([
    [undefined, []],
    [all, [ada, bob, carol]],
    [some, [ada, bob]],
    [one, [bob]],
  ]);
  for (const [viewer, blocked] of hidden)
    if (viewer && blocked.length > 0) await blocks(app, viewer, blocked);
  const check = async (after: string) => {
    for (const [viewer, blocked] of hidden)
      assert.deepEqual(await countsFor(app, viewer), await countOneByOne(app, blocked), after);
  };

  const roses = await start(app, ada, garden, 'Roses');
  const weeds = await start(app, bob, garden, 'Weeds');
  const bread = await start(app, carol, kitchen, 'Bread');
  const replies = [];
  for (const thread of [roses, weeds, bread])
    for (const [n, author] of [ada, bob, carol, ada, bob, olga].entries())
      replies.push(await reply(app, author, thread, n));
  await check('posts');
  const [ofAda = '', ofBob = '', ofCarol = '', secondOfAda = ''] = replies;
  await deletePost(app, bob, ofBob);
  await check('a deleted reply');
  await deletePost(app, ada, roses);
  await check('a deleted thread');
  await restorePost(app, ada, roses);
  await restorePost(app, bob, ofBob);
  await check('restored posts');
  await holdAndApprove(app, ofCarol, check);
  await holdAndApprove(app, weeds, check);
  await moveThread(app, olga, roses, kitchen);
  await check('a moved thread');
  const split = await splitThread(app, olga, roses, {
    title: 'Tulips',
    replyIds: [ofBob, secondOfAda],
    andAfter: false,
  });
  await check('a split thread');
  await mergeThreads(app, olga, split, weeds);
  await check('threads merged into another forum');
  await mergeThreads(app, olga, bread, roses);
  await check('threads merged in a forum');
  await deletePost(app, ada, ofAda);
  await deleteForum(app, olga, garden, kitchen);
  await check('a deleted forum');
});

test('replies that leave a held thread for a new one are counted with it', async (app) => {
  const { olga, ada, bob, garden } = await createForums(app);
  const thread = await start(app, ada, garden, 'Roses');
  const first = await reply(app, bob, thread);
  await reply(app, ada, thread);
  await hide(app, 'post', thread);
  await splitThread(app, olga, thread, { title: 'Tulips', replyIds: [first], andAfter: true });
  assert.deepEqual(await countsFor(app, undefined), await countOneByOne(app, []));
  assert.deepEqual((await countsFor(app, undefined))[0], { id: garden, threads: 1, replies: 1 });
});

test('the replies of a thread are counted without those of blocked people', async (app) => {
  const { ada, bob, carol, garden } = await createForums(app);
  const thread = await start(app, carol, garden, 'Roses');
  const replies = [];
  for (const [n, author] of [ada, ada, ada, bob, carol].entries())
    replies.push(await reply(app, author, thread, n));
  await blocks(app, bob, [ada]);
  const countFor = async (viewer: Viewer) => (await getPost(app, viewer, thread)).replies;
  assert.deepEqual([await countFor(carol), await countFor(bob)], [5, 2]);
  await deletePost(app, ada, replies[0] ?? '');
  await hide(app, 'post', replies[1] ?? '');
  assert.deepEqual([await countFor(carol), await countFor(bob)], [3, 2]);
});

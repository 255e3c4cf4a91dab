import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { test, type TestApp } from '../../../test/app.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { suspendAccount } from '../../identity/people/suspend-account.ts';
import { hours, days } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { addComment, deleteComment, editComment } from '../comments/comments.ts';
import { connect } from '../relationships/connect.ts';
import { deletePost, restorePost } from '../posts/deleting.ts';
import { publishPost } from '../posts/publishing.ts';
import { react } from '../reactions/reactions.ts';
import { getChoices, saveChoices } from '../notifications/choices.ts';
import { getCounters, markRead, markNotificationsSeen } from '../notifications/counters.ts';
import { purgeOldNotifications, sendNotificationMail } from '../notifications/mail.ts';
import { listNotifications } from '../notifications/reading.ts';
import { inWords } from '../notifications/notification.ts';

const say = (
  { app }: Pick<World, 'app'>,
  author: Viewer,
  text: string,
  privacy: 'public' | 'friends' = 'public',
) => publishPost(app, author, { text, privacy, photos: [] });

async function notified({ app }: Pick<World, 'app'>, viewer: Viewer): Promise<string[]> {
  const { items: notifications } = await listNotifications(app, viewer);
  const { notifications: unseen } = await getCounters(app, viewer);
  assert.equal(
    unseen,
    notifications.filter(({ seenAt }) => seenAt === null).length,
    'the counter equals the number of unseen notifications',
  );
  return notifications.map(inWords);
}

type World = { app: TestApp } & Awaited<ReturnType<typeof createWorld>>;

interface Row {
  title: string;
  /** Performs an action and returns the person whose notifications are checked. */
  work: (world: World) => Promise<Viewer>;
  expected: string[];
}

const rows: Row[] = [
  {
    title: 'a friend request notifies its recipient',
    work: async ({ app, ada, bob }) => {
      await connect(app, bob, 'friend-add', ada.id);
      return ada;
    },
    expected: ['Bob Test sent you a friend request'],
  },
  {
    title: 'canceling a friend request removes its notification',
    work: async ({ app, ada, bob }) => {
      await connect(app, bob, 'friend-add', ada.id);
      await connect(app, bob, 'friend-cancel', ada.id);
      return ada;
    },
    expected: [],
  },
  {
    title: 'declining a friend request removes its notification and does not notify the sender',
    work: async ({ app, ada, bob }) => {
      await connect(app, bob, 'friend-add', ada.id);
      await connect(app, ada, 'friend-decline', bob.id);
      assert.deepEqual(await notified({ app }, ada), []);
      return bob;
    },
    expected: [],
  },
  {
    title: 'accepting a friend request removes its notification and notifies the sender',
    work: async ({ app, ada, bob }) => {
      await connect(app, bob, 'friend-add', ada.id);
      await connect(app, ada, 'friend-accept', bob.id);
      assert.deepEqual(await notified({ app }, ada), []);
      return bob;
    },
    expected: ['Ada Test is now friends with you'],
  },
  {
    title: 'followers are grouped, without those who unfollowed',
    work: async ({ app, ada, bob, carol, olga }) => {
      for (const each of [bob, carol, olga]) {
        await connect(app, each, 'follow', ada.id);
        app.clock.turn(1000);
      }
      await connect(app, carol, 'unfollow', ada.id);
      return ada;
    },
    expected: ['Olga Test and Bob Test follow you'],
  },
  {
    title: 'people with the same reaction to a post are grouped',
    work: async (world) => {
      const id = await say(world, world.ada, 'Tea?');
      for (const each of [world.bob, world.carol, world.olga, await addPerson(world.app, 'dora')]) {
        await react(world.app, each, id, 'like');
        world.app.clock.turn(1000);
      }
      return world.ada;
    },
    expected: ['Dora Test and 3 others like your post'],
  },
  {
    title: 'a changed reaction shows its current kind, and a removed one is omitted',
    work: async (world) => {
      const { app, ada, bob, carol } = world;
      const id = await say(world, ada, 'Tea?');
      await react(app, bob, id, 'like');
      await react(app, bob, id, 'love');
      await react(app, carol, id, 'sad');
      await react(app, carol, id, null);
      return ada;
    },
    expected: ['Bob Test loves your post'],
  },
  {
    title: 'people are not notified of their own actions',
    work: async (world) => {
      const id = await say(world, world.ada, 'Talking to @ada');
      await react(world.app, world.ada, id, 'like');
      await addComment(world.app, world.ada, id, 'And again, @ada');
      return world.ada;
    },
    expected: [],
  },
  {
    title: 'a comment that mentions the post’s author notifies them once',
    work: async (world) => {
      const id = await say(world, world.ada, 'Tea?');
      await addComment(world.app, world.bob, id, 'Yes, @ada');
      world.app.clock.turn(1000);
      await addComment(world.app, world.carol, id, 'Me too');
      return world.ada;
    },
    expected: ['Carol Test commented on your post', 'Bob Test mentioned you in a comment'],
  },
  {
    title: 'deleting a comment removes its notification',
    work: async (world) => {
      const id = await say(world, world.ada, 'Tea?');
      await deleteComment(world.app, world.bob, await addComment(world.app, world.bob, id, 'Yes'));
      return world.ada;
    },
    expected: [],
  },
  {
    title: 'an edit notifies people mentioned by it, and withdraws removed mentions',
    work: async (world) => {
      const { app, ada, bob, carol, olga } = world;
      const id = await say(world, ada, 'Tea?');
      const comment = await addComment(app, bob, id, 'With @carol');
      await editComment(app, bob, comment, 'With @olga');
      assert.deepEqual(await notified(world, olga), ['Bob Test mentioned you in a comment']);
      return carol;
    },
    expected: [],
  },
  {
    title: 'a mention does not notify people who cannot see the post',
    work: async (world) => {
      await say(world, world.ada, 'About @bob', 'friends');
      return world.bob;
    },
    expected: [],
  },
  {
    title: 'deleting a post removes its notifications',
    work: async (world) => {
      const id = await say(world, world.ada, 'About @bob');
      await deletePost(world.app, world.ada, id);
      return world.bob;
    },
    expected: [],
  },
  {
    title: 'restoring a post restores its notifications',
    work: async (world) => {
      const id = await say(world, world.ada, 'About @bob');
      await deletePost(world.app, world.ada, id);
      await restorePost(world.app, world.ada, id);
      return world.bob;
    },
    expected: ['Ada Test mentioned you in a post'],
  },
  {
    title: 'blocking a person removes notifications of their actions',
    work: async (world) => {
      const { app, ada, bob } = world;
      await react(app, bob, await say(world, ada, 'Tea?'), 'like');
      await connect(app, ada, 'block', bob.id);
      await connect(app, ada, 'unblock', bob.id);
      return ada;
    },
    expected: [],
  },
  {
    title: 'a block by a third person does not hide the blocked person’s actions',
    work: async (world) => {
      const { app, ada, bob, carol } = world;
      const id = await say(world, ada, 'Tea?');
      await connect(app, carol, 'block', bob.id);
      await react(app, bob, id, 'like');
      await addComment(app, carol, id, 'Not with @bob');
      assert.deepEqual(await notified(world, bob), []);
      return ada;
    },
    expected: ['Carol Test commented on your post', 'Bob Test likes your post'],
  },
  {
    title: 'actions of a suspended account are omitted',
    work: async (world) => {
      const { app, ada, bob, carol, olga } = world;
      const id = await say(world, ada, 'Tea?');
      await react(app, bob, id, 'like');
      await react(app, carol, id, 'like');
      await suspendAccount(app, olga, bob.id);
      return ada;
    },
    expected: ['Carol Test likes your post'],
  },
];

test('notifies people of what concerns them and of nothing private', async (app) => {
  const world = await createWorld(app);
  const wrong = [];
  for (const { title, work, expected } of rows) {
    await sql`savepoint one_row`.execute(app.db);
    const actual = (await notified({ app }, await work({ app, ...world }))).sort();
    await sql`rollback to savepoint one_row`.execute(app.db);
    if (!isDeepStrictEqual(actual, [...expected].sort())) wrong.push({ title, actual, expected });
  }
  assert.deepEqual(wrong, []);
});

test('an event after reading gets a new row, but a toggled reaction does not', async (app) => {
  const world = { app, ...(await createWorld(app)) };
  const { ada, bob, carol } = world;
  const id = await say(world, ada, 'Tea?');
  await react(app, bob, id, 'like');
  await markNotificationsSeen(app, ada);
  assert.equal((await getCounters(app, ada)).notifications, 0);
  app.clock.turn(hours(1));
  await react(app, carol, id, 'like');
  assert.deepEqual(await notified(world, ada), ['Carol Test and Bob Test like your post']);
  assert.equal((await getCounters(app, ada)).notifications, 1);
  await markRead(app, ada);
  await react(app, bob, id, null);
  await react(app, bob, id, 'like');
  assert.equal((await getCounters(app, ada)).notifications, 0);
  app.clock.turn(days(2));
  await react(app, bob, id, null);
  await react(app, bob, id, 'like');
  assert.deepEqual(await notified(world, ada), ['Bob Test likes your post', 'Carol Test likes your post']);
  app.clock.turn(days(89));
  await purgeOldNotifications(app);
  assert.deepEqual(await notified(world, ada), ['Bob Test likes your post']);
});

test('people choose their notifications and channels', async (app) => {
  const world = { app, ...(await createWorld(app)) };
  const { ada, bob } = world;
  const choices = await getChoices(app, ada.id);
  await saveChoices(app, ada.id, {
    ...choices,
    follow: { onPage: false, byMail: false, byPush: false },
    reaction: { onPage: false, byMail: true, byPush: false },
  });
  await connect(app, bob, 'follow', ada.id);
  await react(app, bob, await say(world, ada, 'Tea or coffee?'), 'wow');
  assert.deepEqual(await notified(world, ada), []);
  const [job, ...others] = (await queuedJobs(app)).filter(({ name }) => name === 'social.mail-notification');
  assert.deepEqual(others, []);
  await sendNotificationMail(app, job?.payload as { id: string });
  // Jobs may run twice.
  await sendNotificationMail(app, job?.payload as { id: string });
  const mails = (await queuedJobs(app)).filter(({ name }) => name === 'system.deliver-mail');
  const [mail] = mails.map(({ payload }) => payload as { to: string; subject: string; text: string });
  assert.equal(mails.length, 1);
  assert.equal(mail?.to, 'ada@example.org');
  assert.equal(mail.subject, 'Bob Test reacted to your post');
  assert.match(mail.text, /Tea or coffee\?/);
  assert.match(mail.text, /notifications\/unsubscribe\?token=/);
});

// Paid content x every channel outside pages: assistants, email, Web Push, notifications, live events,
// downloads, and threads that moderators move.
import assert from 'node:assert/strict';
import { buildExport, openExport } from '../../../src/identity/exports/exports.ts';
import type { App, Viewer } from '../../../src/platform/app.ts';
import { plazaExport } from '../../../src/social/accounts/data/plaza-export.ts';
import { addComment } from '../../../src/social/comments/comments.ts';
import { mergeThreads, splitThread } from '../../../src/social/forums/moderating/split-and-merge.ts';
import { moveThread } from '../../../src/social/forums/moderating/acts.ts';
import { addForum, addSection } from '../../../src/social/forums/forums.ts';
import { addReply, startThread } from '../../../src/social/forums/threads/posting.ts';
import { sendNotificationMail } from '../../../src/social/notifications/mail.ts';
import { sendPush } from '../../../src/social/notifications/push/send-push.ts';
import { editPost } from '../../../src/social/posts/editing.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { getPost } from '../../../src/social/posts/reading/get-posts.ts';
import { followThread } from '../../../src/social/notifications/thread-subscriptions.ts';
import { connectAgent } from '../../agent.ts';
import { testPlaza } from '../../ask-plaza.ts';
import { queuedJobs } from '../../jobs.ts';
import { createBrowser, readAs, startPushService } from '../../push-service.ts';
import { unpackArchive } from '../../unpack-archive.ts';
import { addPaywallWorld, mayRead } from './paywall-world.ts';
import { markerOf, sharedWord } from './privacy-world.ts';

/** Returns the markers of paid content in a text. */
const soldIn = (text: string) => new Set(text.toLowerCase().match(/zqsold[a-z]+qz/g));

testPlaza('an assistant can read only what its member paid for', async (world) => {
  const { people, sold } = await addPaywallWorld(world);
  for (const name of ['stranger', 'silvern', 'golden', 'moderator'] as const) {
    const viewer = people[name];
    assert.ok(viewer);
    const agent = await connectAgent(world.plaza, viewer);
    const authorization = `Bearer ${agent.token}`;
    const answers: unknown[] = [];
    const use = async (skillId: string, text: string, metadata: object = {}) => {
      const params = { name: skillId, arguments: { ...(text !== '' && { text }), ...metadata } };
      const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      answers.push((await agent.post('/mcp', request, { authorization })).body);
      const message = { role: 'user', parts: [{ text }] };
      answers.push((await agent.call('message/send', { message, skillId, metadata })).body);
    };
    for (const target of new Set(sold.ids)) await use('read', '', { target });
    for (const query of [sharedWord, 'zqsold', markerOf('soldpost'), markerOf('soldarticle')])
      await use('search', query);
    answers.push((await agent.call('tasks/list')).body);
    for (const id of new Set(sold.ids))
      answers.push(
        (await agent.api('GET', `/apis/php/posts/post/${id}`)).body,
        (await agent.api('GET', `/apis/php/posts/comments?post_id=${id}`)).body,
      );
    const said = JSON.stringify(answers);
    // A search task contains its own query.
    const read = soldIn(said.replaceAll(/"text":"zqsold[a-z]+qz"/g, ''));
    for (const marker of read) {
      const level = sold.markers.get(marker);
      if (level === undefined) continue;
      assert.ok(mayRead(name, level), `the agent of ${name} may read ${marker}`);
    }
    for (const [path, level] of sold.files)
      if (!mayRead(name, level)) assert.ok(!said.includes(path), `the agent of ${name} does not see ${path}`);
    // An agent has none of its member's moderator permissions.
    const reads = mayRead(name, 'gold') && name !== 'moderator';
    assert.equal(read.has(markerOf('soldpost')), reads, `the agent of ${name}`);
    assert.match(said, /zqteaserqz/);
  }
});

const locked = { teaser: 'The beginning', isForMembers: true } as const;

/** A member takes part in free content. Then it becomes paid and continues among subscribers. */
async function sellWhatWasFree(app: App, people: Record<string, Viewer>) {
  const { owner, golden, stranger, unlocked, olga } = people;
  assert.ok(owner && golden && stranger && unlocked && olga);
  const sectionId = await addSection(app, olga, 'Later');
  const forumId = await addForum(app, olga, { sectionId, parentId: null, description: '', title: 'Later' });
  const post = await publishPost(app, owner, { text: 'For all so far', privacy: 'public', photos: [] });
  const thread = await startThread(app, owner, { forumId, title: 'Then', text: 'All', follows: true });
  const comment = await addComment(app, stranger, post, 'I was here');
  await followThread(app, stranger, thread);
  const reply = await addReply(app, stranger, { threadId: thread, text: 'Me too', follows: true });
  const words = (name: string) => `${markerOf(name)} @stranger @unlocked`;
  const edit = { paywall: locked, alts: new Map() };
  await editPost(app, owner, post, { ...edit, text: words('soldlater') });
  await editPost(app, owner, thread, { ...edit, text: words('soldlaterthread') });
  await addComment(app, golden, post, words('soldlatercomment'));
  await addComment(app, golden, post, words('soldlateranswer'), comment);
  await addReply(app, golden, { threadId: thread, text: words('soldlaterreply'), follows: true });
  const text = words('soldlaterquote');
  await addReply(app, golden, { threadId: thread, text, follows: true, quoteId: reply });
  return { post, thread, comment };
}

testPlaza('no notification, email or push contains paid text', async (world) => {
  const { app, plaza } = world;
  const service = await startPushService();
  try {
    const { people } = await addPaywallWorld(world);
    const names = ['stranger', 'unlocked', 'silvern', 'golden', 'owner'] as const;
    const browsers = new Map(names.map((name) => [name, createBrowser()]));
    for (const [name, { keys }] of browsers) {
      const account_id = people[name]?.id ?? '';
      await app.db
        .insertInto('social.push_subscription')
        .values({ account_id, endpoint: `${service.url}/${name}/201`, ...keys, created_at: app.clock.now() })
        .execute();
      await app.db
        .insertInto('social.notification_choice')
        .values(
          ['comment', 'reply', 'mention', 'thread', 'share', 'reaction'].map((kind) => {
            return { account_id, kind, on_page: true, by_mail: true, by_push: true };
          }),
        )
        .execute();
    }
    await sellWhatWasFree(app, people);
    for (const { name, payload } of await queuedJobs(app)) {
      const given = payload as { id: string };
      if (name === 'social.mail-notification') await sendNotificationMail(app, given);
      if (name === 'social.push-notification') await sendPush(app, given);
    }
    const mails = (await queuedJobs(app))
      .filter(({ name }) => name === 'system.deliver-mail')
      .map(({ payload }) => payload as { to: string });
    const notified = new Map<string, string>();
    for (const [name, browser] of browsers) {
      const viewer = people[name];
      assert.ok(viewer);
      const pushes = service.received.map(({ body }) => readAs(browser, body) ?? '');
      const post = mails.filter(({ to }) => to === `${name}@example.org`);
      const events = await app.db
        .selectFrom('social.live_event')
        .where('account_id', '=', viewer.id)
        .select(['name', 'data'])
        .execute();
      const lists = [
        (await plaza.page(viewer, '/notifications')).text,
        (await plaza.api(viewer, 'GET', '/apis/php/data/load?get=notifications')).body,
      ];
      notified.set(name, JSON.stringify([pushes, post, events, lists]));
    }
    for (const name of ['stranger', 'unlocked', 'silvern'])
      assert.deepEqual(
        [...soldIn(notified.get(name) ?? '')].filter(
          (marker) => name !== 'silvern' || !marker.includes('later'),
        ),
        [],
        `${name} is not sent text that they did not pay for`,
      );
    assert.ok(
      soldIn(notified.get('owner') ?? '').has(markerOf('soldlateranswer')),
      'the seller is sent the text',
    );
    assert.ok(mails.length > 0 && service.received.length > 0);
  } finally {
    service.close();
  }
});

testPlaza('paid files cannot be downloaded without paying', async (world) => {
  const { app } = world;
  const { people, sold } = await addPaywallWorld(world);
  await sellWhatWasFree(app, people);
  const { stranger, owner } = people;
  assert.ok(stranger && owner);
  for (const id of new Set(sold.ids))
    await world.plaza.api(stranger, 'POST', '/apis/php/posts/save', { post_id: id });
  const download = async (viewer: Viewer) => {
    const now = app.clock.now();
    const { id } = await app.db
      .insertInto('social.data_export')
      .values({ account_id: viewer.id, requested_at: now, expires_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await buildExport(app, plazaExport, { id });
    const parts: Buffer[] = [];
    for await (const part of (await openExport(app, plazaExport, viewer, id)).stream)
      parts.push(part as Buffer);
    const { names, bytes } = unpackArchive(Buffer.concat(parts));
    return { names, text: names.map((name) => bytes(name).toString('latin1')).join('\n') };
  };
  const theirs = await download(stranger);
  assert.deepEqual([...soldIn(theirs.text)], []);
  for (const path of sold.files.keys()) assert.ok(!theirs.names.some((name) => name.includes(path)), path);
  assert.match(theirs.text, /I was here/);
  assert.ok(
    soldIn((await download(owner)).text).has(markerOf('soldpost')),
    'the author’s export contains the text',
  );
});

testPlaza('a paid thread remains paid wherever a moderator moves it', async (world) => {
  const { app, plaza, olga, ada } = world;
  const { people } = await addPaywallWorld(world);
  const { thread } = await sellWhatWasFree(app, people);
  const { owner, golden, stranger } = people;
  assert.ok(owner && golden && stranger);
  const sectionId = await addSection(app, olga, 'Elsewhere');
  const forumId = await addForum(app, olga, {
    sectionId,
    parentId: null,
    description: '',
    title: 'Elsewhere',
  });
  const open = await startThread(app, ada, { forumId, title: 'Open', text: 'For all', follows: true });
  const replies = await app.db
    .selectFrom('social.reply')
    .where('thread_id', '=', thread)
    .orderBy('place')
    .select('post_id')
    .execute();
  const ids = replies.map(({ post_id }) => post_id);
  for (const [from, into] of [
    [thread, open],
    [open, thread],
  ] as const)
    await assert.rejects(mergeThreads(app, olga, from, into), { kind: 'conflict' });
  for (const andAfter of [true, false])
    await assert.rejects(
      splitThread(app, olga, thread, { title: 'Apart', replyIds: ids.slice(-1), andAfter }),
      { kind: 'conflict' },
    );
  const merge = { do: 'merge', thread_id: thread, into_id: open };
  assert.equal((await plaza.api(olga, 'POST', '/apis/php/forums/moderate', merge)).status, 409);
  await moveThread(app, olga, thread, forumId);
  for (const viewer of [stranger, ada, undefined]) {
    const addresses = [
      `/forums/threads/${thread}`,
      `/forums/threads/${open}`,
      `/forums/${forumId}`,
      '/forums',
    ];
    for (const address of [...addresses, ...ids.map((id) => `/posts/${id}`)])
      assert.deepEqual([...soldIn((await plaza.page(viewer, address)).text)], [], address);
  }
  assert.ok((await getPost(app, golden, thread)).text.includes(markerOf('soldlaterthread')));
});

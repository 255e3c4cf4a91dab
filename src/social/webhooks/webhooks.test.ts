import assert from 'node:assert/strict';
import { type TestApp, testWithDatabase } from '../../../test/app.ts';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { TestApp as ThirdParty } from '../../../test/peers/oauth-app.ts';
import { startReceiver } from '../../../test/peers/receiver.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { addWebhook } from '../../identity/webhooks/webhooks.ts';
import type { Viewer } from '../../platform/app.ts';
import { runJobs } from '../../platform/jobs/jobs.ts';
import { registerApp } from '../apps/apps.ts';
import { sendMessage } from '../chat/messages/messages.ts';
import { addComment } from '../comments/comments.ts';
import { deletePost } from '../posts/deleting.ts';
import { publishPost } from '../posts/publishing.ts';
import { react } from '../reactions/reactions.ts';
import { block } from '../relationships/blocks.ts';
import { connect } from '../relationships/connect.ts';
import { eventsFor, plazaWebhooks } from './events.ts';
import { sendEvents, webhookJobs } from './send-events.ts';

const url = 'http://127.0.0.1:9/';

interface Sent {
  type: string;
  data: Record<string, unknown> & { account: { username: string } | null };
}

/** Returns what a webhook was sent since the last call. */
async function sentTo(app: TestApp, webhook: string): Promise<Sent[]> {
  await sendEvents(app, { webhook });
  const rows = await app.db
    .deleteFrom('social.webhook_delivery')
    .where('webhook_id', '=', webhook)
    .returning(['id', 'body'])
    .execute();
  return rows.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ body }) => JSON.parse(body) as Sent);
}

const typesTo = async (app: TestApp, webhook: string) =>
  (await sentTo(app, webhook)).map(({ type, data }) => `${type} ${data.account?.username ?? ''}`.trim());

const own = async (app: TestApp, viewer: Viewer) =>
  (await addWebhook(app, plazaWebhooks, viewer, { url, events: eventsFor.account })).id;
const ofSite = async (app: TestApp, viewer: Viewer) =>
  (await addWebhook(app, plazaWebhooks, viewer, { url, events: eventsFor.site, audience: 'site' })).id;

const say = (app: TestApp, author: Viewer, text: string, more: object = {}) =>
  publishPost(app, author, { text, privacy: 'public', photos: [], ...more });

/** Registers an app of bob with a webhook, and lets ada authorize it. */
async function connectThirdParty({ app, plaza, bob, ada }: World, scope: string) {
  const redirectUrl = 'https://reader.example/callback';
  const details = {
    name: 'Reader',
    domain: 'reader.example',
    redirectUrl,
    description: '',
    category: 'News',
  };
  const { id, authId, secret } = await registerApp(app, bob, details);
  const client = new ThirdParty(plaza, redirectUrl);
  client.clientId = authId;
  const { id: webhook } = await addWebhook(app, plazaWebhooks, bob, {
    url,
    events: eventsFor.app,
    audience: 'app',
    appId: id,
  });
  const code = await client.code(ada, { scope });
  assert.equal((await client.exchange(code, { client_secret: secret })).status, 200);
  return webhook;
}

testPlaza('nothing is stored without a webhook, and only what one listens to', async ({ app, ada, bob }) => {
  const post = await say(app, ada, 'Hello');
  await react(app, bob, post, 'love');
  const { id } = await addWebhook(app, plazaWebhooks, ada, { url, events: ['comment.created'] });
  await say(app, ada, 'Again');
  await addComment(app, bob, post, 'Welcome');
  const stored = await app.db.selectFrom('social.webhook_event').select(['kind', 'webhook_id']).execute();
  assert.deepEqual(stored, [{ kind: 'comment.created', webhook_id: id }]);
  const jobs = (await queuedJobs(app)).filter(({ name }) => name === 'social.send-events');
  assert.deepEqual(
    jobs.map(({ payload }) => payload),
    [{ webhook: id }],
  );
});

testPlaza('a person is told of their own posts and what others do with them', async (world) => {
  const { app, ada, bob, carol } = world;
  const webhook = await own(app, ada);
  const post = await say(app, ada, 'Hello');
  await say(app, bob, 'Not hers');
  await addComment(app, bob, post, 'Welcome');
  await react(app, carol, post, 'love');
  await deletePost(app, ada, post);
  const sent = await sentTo(app, webhook);
  // The post is gone by then, so only its deletion is told.
  assert.deepEqual(
    sent.map(({ type }) => type),
    ['post.deleted'],
  );
  const other = await say(app, ada, 'Second');
  await addComment(app, bob, other, 'Welcome');
  await react(app, carol, other, 'love');
  const [created, comment, reaction] = await sentTo(app, webhook);
  assert.equal((created?.data.post as { text: string }).text, 'Second');
  assert.equal((comment?.data.comment as { author: { username: string } }).author.username, 'bob');
  assert.deepEqual(reaction?.data.reaction, {
    kind: 'love',
    post_id: other,
    comment_id: null,
    by: { id: carol.id, username: 'carol', name: 'Carol Test' },
  });
  assert.equal(reaction.data.account?.username, 'ada');
});

testPlaza('a webhook is not told of people who are blocked since', async ({ app, ada, bob }) => {
  const webhook = await own(app, ada);
  const post = await say(app, ada, 'Hello');
  await addComment(app, bob, post, 'Boo');
  await react(app, bob, post, 'angry');
  await block(app, ada, bob.id);
  assert.deepEqual(await typesTo(app, webhook), ['post.created ada']);
});

testPlaza('an app is told what people let it see, and nothing of others', async (world) => {
  const { app, ada, bob, carol } = world;
  const webhook = await connectThirdParty(world, 'read');
  await say(app, ada, 'For friends', { privacy: 'friends' });
  await say(app, carol, 'Carol did not authorize it');
  await say(app, bob, 'Neither did its owner');
  await connect(app, ada, 'friend-add', carol.id);
  await connect(app, carol, 'friend-accept', ada.id);
  await sendMessage(app, carol, { recipients: [ada.id], text: 'Secret' });
  assert.deepEqual(await typesTo(app, webhook), ['post.created ada']);
});

testPlaza('messages need their own scope, and are told for each who granted it', async (world) => {
  const { app, ada, carol } = world;
  const webhook = await connectThirdParty(world, 'messages');
  await connect(app, ada, 'friend-add', carol.id);
  await connect(app, carol, 'friend-accept', ada.id);
  await say(app, ada, 'Hello');
  await sendMessage(app, carol, { recipients: [ada.id], text: 'Hi' });
  const [message, ...more] = await sentTo(app, webhook);
  assert.deepEqual([message?.type, more.length], ['message.created', 0]);
  assert.equal((message?.data.message as { text: string }).text, 'Hi');
});

testPlaza('an app is told nothing after the person disconnected it', async (world) => {
  const { app, ada } = world;
  const webhook = await connectThirdParty(world, 'read');
  await say(app, ada, 'Before');
  const now = app.clock.now();
  await app.db
    .updateTable('agents.registration')
    .set({ revoked_at: now })
    .where('account_id', '=', ada.id)
    .execute();
  await say(app, ada, 'After');
  assert.deepEqual(await typesTo(app, webhook), []);
});

testPlaza('what is sold stays locked for those who have not paid', async ({ app, olga, bob }) => {
  const id = await say(app, olga, 'All of it', {
    paywall: { teaser: 'Some', isForMembers: false, price: '1' },
  });
  const [site, buyer] = [await ofSite(app, olga), await own(app, bob)];
  await app.db.updateTable('social.post').set({ edited_at: app.clock.now() }).where('id', '=', id).execute();
  await react(app, bob, id, 'like');
  const [updated] = await sentTo(app, site);
  const { text, is_locked } = updated?.data.post as { text: string; is_locked: boolean };
  assert.deepEqual([text, is_locked], ['Some', true]);
  assert.doesNotMatch(JSON.stringify(await sentTo(app, buyer)), /All of it/);
});

testPlaza('operators are told what visitors see, reports and new members', async (world) => {
  const { app, plaza, olga, ada, bob } = world;
  const webhook = await ofSite(app, olga);
  const post = await say(app, ada, 'Hello');
  await say(app, ada, 'For friends', { privacy: 'friends' });
  await addPerson(app, 'dave');
  const report = { id: post, handle: 'post', category: '1', reason: 'Rude' };
  const { status, body } = await plaza.api(bob, 'POST', '/apis/php/data/report', report);
  assert.equal(status, 200, body.message);
  const sent = await sentTo(app, webhook);
  assert.deepEqual(
    sent.map(({ type }) => type),
    ['post.created', 'member.joined', 'report.opened'],
  );
  assert.doesNotMatch(JSON.stringify(sent.at(-1)), /bob/, 'the reporter is not named');
  await app.db.updateTable('identity.account').set({ role: 'member' }).where('id', '=', olga.id).execute();
  await say(app, ada, 'Later');
  assert.deepEqual(await sentTo(app, webhook), [], 'not after they are operators no more');
});

testWithDatabase('delivers a post to the receiver through the job queue', async ({ app, database }) => {
  const receiver = await startReceiver();
  try {
    const { ada } = await createWorld(app);
    await addWebhook(app, plazaWebhooks, ada, { url: receiver.url, events: ['post.created'] });
    for (const text of ['One', 'Two']) await say(app, ada, text);
    await runJobs(app, webhookJobs, database.pool);
    const texts = receiver.received.map(
      ({ body }) => (JSON.parse(body) as { data: { post: { text: string } } }).data.post.text,
    );
    assert.deepEqual(texts, ['One', 'Two']);
    assert.match(String(receiver.received[0]?.headers['user-agent']), /^Plaza /);
  } finally {
    receiver.close();
  }
});

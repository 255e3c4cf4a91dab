import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test, type TestApp } from '../../../test/app.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { type Received, type Receiver, startReceiver } from '../../../test/peers/receiver.ts';
import { addPerson } from '../../../test/world.ts';
import { days, hours, minutes } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { addLink } from '../shorten/add-links.ts';
import { backOff, deliverEvent } from '../../identity/webhooks/deliver.ts';
import { listDeliveries, purgeDeliveries, replayDelivery } from '../../identity/webhooks/deliveries.ts';
import { hopWebhooks } from './events.ts';
import { sendEvents } from './send-events.ts';
import { getWebhook, stateOfDelivery } from '../../identity/webhooks/webhook.ts';
import { addWebhook, rotateWebhookSecret, updateWebhook } from '../../identity/webhooks/webhooks.ts';

interface World {
  app: TestApp;
  ada: Viewer;
  receiver: Receiver;
  webhook: string;
  secret: string;
}

/** Runs a test with a webhook of ada's that is subscribed to new links. */
function testWebhook(title: string, work: (world: World) => Promise<void>): void {
  test(title, async (app) => {
    const receiver = await startReceiver();
    try {
      const ada = await addPerson(app, 'ada');
      const events = ['link.created'];
      const { id: webhook, secret } = await addWebhook(app, hopWebhooks, ada, { url: receiver.url, events });
      await work({ app, ada, receiver, webhook, secret });
    } finally {
      receiver.close();
    }
  });
}

/** Creates a link and its webhook messages. */
async function sendNotice({ app, ada }: World): Promise<void> {
  await addLink(app, ada, { url: 'https://example.com/page' });
  await sendEvents(app, { account: ada.id });
}

const states = async ({ app, ada, webhook }: World) =>
  (await listDeliveries(app, hopWebhooks, ada, webhook, { max: 50 })).map(stateOfDelivery);

function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

testWebhook('a message is a signed POST, and its response is logged', async (world) => {
  const { app, ada, receiver, webhook, secret } = world;
  await sendNotice(world);
  const queued = (await queuedJobs(app)).filter(({ name }) => name === 'links.deliver');
  assert.deepEqual(
    queued.map(({ payload }) => payload),
    [{ webhook }],
  );
  await deliverEvent(app, hopWebhooks, { webhook });
  const [got] = receiver.received;
  assert.ok(got);
  assert.equal(got.headers['content-type'], 'application/json');
  assert.equal(got.headers['user-agent'], 'Hop (+http://hop.test)');
  assert.equal(got.headers['webhook-timestamp'], String(app.clock.now().getTime() / 1000));
  assert.ok(isSignedWith(secret, got) && !isSignedWith('whsec_AAAA', got));
  const { type, data } = JSON.parse(got.body) as { type: string; data: { link: { longurl: string } } };
  assert.deepEqual([type, data.link.longurl], ['link.created', 'https://example.com/page']);
  const [delivery] = await listDeliveries(app, hopWebhooks, ada, webhook, { max: 1 });
  assert.equal(delivery && stateOfDelivery(delivery), 'delivered');
  assert.deepEqual([delivery?.status, delivery?.response, delivery?.attempts], [200, 'said 200', 1]);
  assert.equal(delivery?.message, got.headers['webhook-id']);
});

testWebhook('a failed delivery is retried with the same id, and later ones wait', async (world) => {
  const { app, receiver, webhook } = world;
  receiver.answers.push(500);
  await sendNotice(world);
  await sendNotice(world);
  await deliverEvent(app, hopWebhooks, { webhook });
  assert.deepEqual(await states(world), ['waiting', 'retrying']);
  app.clock.turn(backOff[0] - 1);
  await deliverEvent(app, hopWebhooks, { webhook });
  assert.deepEqual(await states(world), ['delivered', 'retrying']);
  app.clock.turn(1);
  await deliverEvent(app, hopWebhooks, { webhook });
  assert.deepEqual(await states(world), ['delivered', 'delivered']);
  const [first, , third] = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(first, third);
});

testWebhook('a failing webhook is disabled, and its owner is emailed', async (world) => {
  const { app, ada, receiver, webhook } = world;
  receiver.answers.push(...Array<number>(8).fill(503));
  await sendNotice(world);
  for (const wait of [0, ...backOff]) {
    app.clock.turn(wait);
    assert.equal((await getWebhook(app, hopWebhooks, ada, webhook)).disabledAt, null);
    await deliverEvent(app, hopWebhooks, { webhook });
  }
  assert.equal(receiver.received.length, 8);
  const { disabledAt, disabledReason } = await getWebhook(app, hopWebhooks, ada, webhook);
  assert.deepEqual(disabledAt, app.clock.now());
  assert.match(String(disabledReason), /failed 8 times/);
  const mail = (await queuedJobs(app)).find(({ name }) => name === 'system.deliver-mail');
  const { to, text } = mail?.payload as { to: string; text: string };
  assert.equal(to, 'ada@example.org');
  assert.match(text, new RegExp(`/dashboard/webhooks/${webhook}`));
  await sendNotice(world);
  assert.deepEqual(await states(world), ['failed'], 'a disabled webhook receives nothing more');
  await assert.rejects(replayDelivery(app, hopWebhooks, ada, webhook, '1'), { kind: 'conflict' });

  await updateWebhook(app, hopWebhooks, ada, webhook, { isActive: true });
  const [failed] = await listDeliveries(app, hopWebhooks, ada, webhook, { max: 1 });
  await replayDelivery(app, hopWebhooks, ada, webhook, failed?.id ?? '');
  await deliverEvent(app, hopWebhooks, { webhook });
  assert.deepEqual(await states(world), ['delivered', 'failed']);
  assert.equal(receiver.received.at(-1)?.headers['webhook-id'], failed?.message);
});

testWebhook('a webhook with successes in between stays enabled', async (world) => {
  const { app, ada, receiver, webhook } = world;
  receiver.answers.push(...Array<number>(7).fill(400));
  await sendNotice(world);
  for (const wait of [0, ...backOff.slice(0, -1)]) {
    app.clock.turn(wait);
    await deliverEvent(app, hopWebhooks, { webhook });
  }
  await sendNotice(world);
  await deliverEvent(app, hopWebhooks, { webhook });
  receiver.answers.push(400);
  app.clock.turn(backOff.at(-1) ?? 0);
  await deliverEvent(app, hopWebhooks, { webhook });
  assert.deepEqual(await states(world), ['delivered', 'failed']);
  assert.equal((await getWebhook(app, hopWebhooks, ada, webhook)).disabledAt, null);
});

testWebhook(
  '“410 Gone” disables a webhook immediately, and a redirect counts as a failure',
  async (world) => {
    const { app, ada, receiver, webhook } = world;
    receiver.answers.push(302, 410);
    await sendNotice(world);
    await deliverEvent(app, hopWebhooks, { webhook });
    assert.deepEqual(await states(world), ['retrying']);
    assert.equal(receiver.received.length, 1);
    app.clock.turn(minutes(1));
    await deliverEvent(app, hopWebhooks, { webhook });
    assert.deepEqual(await states(world), ['failed']);
    assert.match(String((await getWebhook(app, hopWebhooks, ada, webhook)).disabledReason), /410 Gone/);
  },
);

testWebhook('a message claimed by a dead process is sent by another one', async (world) => {
  const { app, receiver, webhook } = world;
  await sendNotice(world);
  await app.db
    .updateTable('links.webhook_delivery')
    .set({ attempts: 1, due_at: new Date(app.clock.now().getTime() + minutes(1)) })
    .where('webhook_id', '=', webhook)
    .execute();
  await deliverEvent(app, hopWebhooks, { webhook });
  assert.equal(receiver.received.length, 0);
  app.clock.turn(minutes(1));
  await deliverEvent(app, hopWebhooks, { webhook });
  assert.deepEqual(await states(world), ['delivered']);
});

testWebhook('messages are signed with both the old and the new secret for a day', async (world) => {
  const { app, ada, receiver, webhook, secret } = world;
  const next = await rotateWebhookSecret(app, hopWebhooks, ada, webhook);
  await sendNotice(world);
  await deliverEvent(app, hopWebhooks, { webhook });
  app.clock.turn(hours(24));
  await sendNotice(world);
  await deliverEvent(app, hopWebhooks, { webhook });
  const [first, second] = receiver.received;
  assert.ok(first && second);
  assert.deepEqual([isSignedWith(secret, first), isSignedWith(next, first)], [true, true]);
  assert.deepEqual([isSignedWith(secret, second), isSignedWith(next, second)], [false, true]);
});

testWebhook('limits the pending messages of a failing webhook', async (world) => {
  const { app, ada, webhook } = world;
  const now = app.clock.now();
  await app.db.updateTable('links.webhook').set({ failing_since: now }).where('id', '=', webhook).execute();
  const row = {
    webhook_id: webhook,
    message: 'm',
    kind: 'link.created',
    body: '{}',
    due_at: now,
    created_at: now,
  };
  await app.db.insertInto('links.webhook_delivery').values(Array<typeof row>(500).fill(row)).execute();
  await sendNotice(world);
  assert.match(String((await getWebhook(app, hopWebhooks, ada, webhook)).disabledReason), /500 were pending/);
});

testWebhook('the log is kept for the configured time', async (world) => {
  const { app, webhook } = world;
  await sendNotice(world);
  await deliverEvent(app, hopWebhooks, { webhook });
  app.clock.turn(days(30));
  await purgeDeliveries(app, hopWebhooks);
  assert.equal((await states(world)).length, 1);
  app.clock.turn(1);
  await purgeDeliveries(app, hopWebhooks);
  assert.equal((await states(world)).length, 0);
});

test('an internal address is rejected, even if DNS changes later', async (app) => {
  const ada = await addPerson(app, 'ada');
  for (const url of [
    'http://10.0.0.1/',
    'http://[::1]/',
    'ftp://example.com',
    'hop',
    'http://a:b@127.0.0.1/',
  ])
    await assert.rejects(
      addWebhook(app, hopWebhooks, ada, { url, events: ['link.created'] }),
      { field: 'url' },
      url,
    );
  const secure = { ...app, config: { ...app.config, hopUrl: 'https://hop.test' } };
  await assert.rejects(
    addWebhook(secure, hopWebhooks, ada, { url: 'http://127.0.0.1/', events: ['link.created'] }),
    {
      field: 'url',
      message: /https/,
    },
  );
  const { id: webhook } = await addWebhook(app, hopWebhooks, ada, {
    url: 'http://127.0.0.1/',
    events: ['link.created'],
  });
  await app.db
    .updateTable('links.webhook')
    .set({ url: 'http://10.0.0.1/' })
    .where('id', '=', webhook)
    .execute();
  await addLink(app, ada, { url: 'https://example.com' });
  await sendEvents(app, { account: ada.id });
  await deliverEvent(app, hopWebhooks, { webhook });
  const [delivery] = await listDeliveries(app, hopWebhooks, ada, webhook, { max: 1 });
  assert.deepEqual(
    [delivery?.status, delivery?.response],
    [null, 'This address is not on the public internet'],
  );
});

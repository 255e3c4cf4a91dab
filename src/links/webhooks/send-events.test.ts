import assert from 'node:assert/strict';
import { test, type TestApp, testWithDatabase } from '../../../test/app.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { startReceiver } from '../../../test/peers/receiver.ts';
import { addPerson } from '../../../test/world.ts';
import { days, minutes } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { runJobs } from '../../platform/jobs/jobs.ts';
import { insertClicks, clickLines, sampleClick } from '../clicks/spool/insert-clicks.ts';
import { addLink } from '../shorten/add-links.ts';
import { deleteLink, restoreLink, updateLink } from '../shorten/change-links.ts';
import { eventNames, hopWebhooks } from './events.ts';
import { notifyExpired, webhookJobs } from './expiry.ts';
import { sendEvents } from './send-events.ts';
import { suspendAccount } from '../../identity/people/suspend-account.ts';
import { addWebhook } from '../../identity/webhooks/webhooks.ts';

const url = 'http://127.0.0.1:9/';

/** Returns the bodies of pending messages for an account's webhooks, oldest first. */
async function accepted(app: TestApp, { id: account }: Viewer): Promise<{ type: string; data: Data }[]> {
  await sendEvents(app, { account });
  const rows = await app.db.selectFrom('links.webhook_delivery').select('body').orderBy('id').execute();
  return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Data });
}

interface Data {
  link?: { id: number; alias: string; longurl: string };
  clicks?: { link: { id: number; type: string; shorturl: string }; country: string }[];
}

test('webhooks are notified when a link is created, updated, deleted and restored', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addWebhook(app, hopWebhooks, ada, { url, events: eventNames });
  const link = await addLink(app, ada, { url: 'https://example.com', alias: 'one' });
  app.clock.turn(1);
  await updateLink(app, ada, link.id, { url: 'https://example.com/two' });
  app.clock.turn(1);
  await deleteLink(app, ada, link.id);
  await restoreLink(app, ada, link.id);
  const messages = await accepted(app, ada);
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['link.created', 'link.updated', 'link.deleted', 'link.created'],
  );
  assert.deepEqual(
    messages.map(({ data }) => data.link?.longurl),
    Array(4).fill('https://example.com/two'),
    'a message contains the link as of its creation',
  );
  assert.equal((await accepted(app, ada)).length, 4, 'each message is created once');
});

test('only subscribed events are sent, and only for one’s own links', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  await addWebhook(app, hopWebhooks, ada, { url, events: ['link.deleted'] });
  const link = await addLink(app, ada, { url: 'https://example.com' });
  await addLink(app, bob, { url: 'https://example.com' });
  const events = await app.db.selectFrom('links.webhook_event').select('id').execute();
  assert.equal(events.length, 0, 'no event is recorded');
  await deleteLink(app, ada, link.id);
  assert.deepEqual(
    (await accepted(app, ada)).map(({ type }) => type),
    ['link.deleted'],
  );
});

test('fetching titles and other internal work does not count as an update', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addWebhook(app, hopWebhooks, ada, { url, events: ['link.updated'] });
  const { id } = await addLink(app, ada, { url: 'https://example.com' });
  await app.db
    .updateTable('links.link')
    .set({ title: 'Read', title_due_at: null })
    .where('id', '=', id)
    .execute();
  assert.deepEqual(await accepted(app, ada), []);
});

test('clicks are sent in batches, without bots, and scans separately', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addWebhook(app, hopWebhooks, ada, { url, events: ['link.clicked', 'qr.scanned'] });
  const link = await addLink(app, ada, { url: 'https://example.com' });
  const qr = await addLink(app, ada, { url: 'https://example.com' });
  await app.db
    .updateTable('links.link')
    .set({ purpose: 'qr', alias: 'qr/abc' })
    .where('id', '=', qr.id)
    .execute();
  const click = (linkId: string, isBot = false) => sampleClick({ linkId, isBot });
  const batch = clickLines(
    ...Array.from({ length: 120 }, () => click(link.id)),
    click(link.id, true),
    ...Array.from({ length: 2 }, () => click(qr.id)),
  );
  await insertClicks(app, batch);
  await insertClicks(app, batch);
  const jobs = (await queuedJobs(app)).filter(({ name }) => name === 'links.send-events');
  assert.deepEqual(
    jobs.map(({ payload }) => payload),
    [{ account: ada.id }],
  );
  const messages = await accepted(app, ada);
  assert.deepEqual(
    messages.map(({ type, data }) => [type, data.clicks?.length]),
    [
      ['link.clicked', 100],
      ['link.clicked', 20],
      ['qr.scanned', 2],
    ],
  );
  assert.deepEqual(messages[2]?.data.clicks?.[0]?.link, {
    id: Number(qr.id),
    type: 'qr',
    shorturl: 'http://hop.test/qr/abc',
  });
});

test('an expiry is announced once, a later one again, and one from before the webhook never', async (app) => {
  const ada = await addPerson(app, 'ada');
  const inAnHour = new Date(app.clock.now().getTime() + minutes(60)).toISOString();
  const { id } = await addLink(app, ada, { url: 'https://example.com', expiry: inAnHour });
  await addLink(app, ada, { url: 'https://example.com', expiry: '2026-03-01 12:01:00' });
  app.clock.turn(minutes(30));
  await addWebhook(app, hopWebhooks, ada, { url, events: ['link.expired'] });
  await notifyExpired(app);
  assert.deepEqual(await accepted(app, ada), []);
  app.clock.turn(minutes(30));
  await notifyExpired(app);
  await notifyExpired(app);
  assert.deepEqual(
    (await accepted(app, ada)).map(({ type, data }) => [type, data.link?.id]),
    [['link.expired', Number(id)]],
  );
  const tomorrow = new Date(app.clock.now().getTime() + days(1)).toISOString();
  await updateLink(app, ada, id, { url: 'https://example.com', expiry: tomorrow });
  app.clock.turn(days(1));
  await notifyExpired(app);
  assert.equal((await accepted(app, ada)).length, 2);
});

test('a link that has used up its clicks has expired', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addWebhook(app, hopWebhooks, ada, { url, events: ['link.expired'] });
  const { id } = await addLink(app, ada, { url: 'https://example.com' });
  await app.db.updateTable('links.link').set({ click_limit: 2 }).where('id', '=', id).execute();
  const follow = async () => {
    app.clock.turn(minutes(1));
    const at = app.clock.now().getTime();
    await insertClicks(app, clickLines(sampleClick({ linkId: id, at })));
    await notifyExpired(app);
    return (await accepted(app, ada)).length;
  };
  assert.deepEqual([await follow(), await follow(), await follow()], [0, 1, 1]);
});

testWithDatabase(
  'delivers events from links to the receiver through the job queue',
  async ({ app, database }) => {
    const receiver = await startReceiver();
    try {
      const ada = await addPerson(app, 'ada');
      await addWebhook(app, hopWebhooks, ada, { url: receiver.url, events: ['link.created'] });
      for (const alias of ['one', 'two', 'three'])
        await addLink(app, ada, { url: 'https://example.com', alias });
      await runJobs(app, webhookJobs, database.pool);
      const aliases = receiver.received.map(
        ({ body }) => (JSON.parse(body) as { data: Data }).data.link?.alias,
      );
      assert.deepEqual(aliases, ['one', 'two', 'three']);
    } finally {
      receiver.close();
    }
  },
);

test('nobody is told of links after the account was suspended', async (app) => {
  await addPerson(app, 'olga');
  const ada = await addPerson(app, 'ada');
  await addWebhook(app, hopWebhooks, ada, { url, events: eventNames });
  await addLink(app, ada, { url: 'https://example.com' });
  await suspendAccount(app, undefined, ada.id);
  assert.deepEqual(await accepted(app, ada), []);
});

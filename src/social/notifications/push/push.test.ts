import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { createBrowser, readAs, startPushService } from '../../../../test/push-service.ts';
import { endOtherSessions } from '../../../identity/sessions/sessions.ts';
import { connect } from '../../relationships/connect.ts';
import { getChoices } from '../choices.ts';
import { sendPush } from './send-push.ts';
import { listPushSubscriptions, vapidKeys } from './subscriptions.ts';

testPlaza('a push reaches the subscribed browser, and only that browser can decrypt it', async (world) => {
  const { app, ada, bob, plaza } = world;
  const service = await startPushService();
  const browser = createBrowser();
  try {
    const let_in = await plaza.form(ada, '/settings/notifications/push', {
      endpoint: 'https://push.example/201',
      ...browser.keys,
    });
    assert.equal(let_in.status, 303);
    assert.match((await plaza.page(ada, '/settings/notifications')).text, /1 browser is/);
    await app.db
      .updateTable('social.push_subscription')
      .set({ endpoint: `${service.url}/201` })
      .execute();
    await app.db
      .insertInto('social.push_subscription')
      .values({
        account_id: ada.id,
        endpoint: `${service.url}/410`,
        ...createBrowser().keys,
        created_at: app.clock.now(),
      })
      .execute();
    // By default, only what others say is pushed, and what changes an event that one goes to.
    const choices = Object.entries(await getChoices(app, ada.id));
    assert.deepEqual(
      choices.filter(([, { byPush }]) => byPush).map(([kind]) => kind),
      [
        ...['comment', 'reply', 'mention', 'thread', 'answer'],
        ...['event_day', 'event_hour', 'event_place', 'event_change', 'event_cancel'],
      ],
    );
    await plaza.form(ada, '/settings/notifications', { 'follow-page': 'on', 'follow-push': 'on' });
    await connect(app, bob, 'follow', ada.id);
    const [job] = (await queuedJobs(app)).filter(({ name }) => name === 'social.push-notification');
    await sendPush(app, job?.payload as { id: string });
    // Jobs may run twice.
    await sendPush(app, job?.payload as { id: string });
    assert.equal(service.received.length, 2);
    const mine = service.received.map(({ headers, body }) => ({ headers, text: readAs(browser, body) }));
    const [{ headers, text = '' } = { headers: {} }] = mine.filter(({ text }) => text !== undefined);
    assert.deepEqual(JSON.parse(text), {
      title: 'Bob Test follows you',
      body: '',
      url: `/notifications/${(job?.payload as { id: string }).id}`,
      tag: `notification-${(job?.payload as { id: string }).id}`,
    });
    assert.equal(headers['content-encoding'], 'aes128gcm');
    assert.ok(isSigned(headers.authorization ?? '', vapidKeys(app).publicKey));
    // The expired subscription was deleted.
    assert.deepEqual(
      (await listPushSubscriptions(app, ada.id)).map(({ endpoint }) => endpoint),
      [`${service.url}/201`],
    );
    await endOtherSessions(app, ada.id, undefined);
    assert.deepEqual(await listPushSubscriptions(app, ada.id), []);
  } finally {
    service.close();
  }
});

function isSigned(authorization: string, publicKey: string): boolean {
  const [, head = '', claims = '', proof = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  assert.equal(key, publicKey);
  const point = Buffer.from(key, 'base64url');
  const part = (from: number, to?: number) => point.subarray(from, to).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33) };
  const verifier = createPublicKey({ format: 'jwk', key: jwk });
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(proof, 'base64url'),
  );
}

testPlaza(
  'accepts only valid and reachable push endpoints, and an app registers its device',
  async (world) => {
    const { app, ada, bob, plaza } = world;
    const { keys } = createBrowser();
    for (const wrong of [
      { ...keys, endpoint: 'http://push.example/1' },
      { ...keys, endpoint: 'javascript:alert(1)' },
      { ...keys, endpoint: 'https://push.example/1', p256dh: 'AAAA' },
      { ...keys, endpoint: 'https://push.example/1', auth: 'AAAA' },
    ])
      assert.equal((await plaza.form(ada, '/settings/notifications/push', wrong)).status, 400);
    assert.match((await plaza.page(undefined, '/service-worker.js')).text, /addEventListener\('push'/);

    const say = (who: typeof ada | undefined, onesignal_id: string) =>
      plaza.api(who, 'POST', '/apis/php/user/onesignal', { onesignal_id });
    assert.equal((await say(ada, 'player-0001')).status, 200);
    assert.equal((await say(ada, 'player-0002')).status, 200);
    assert.equal((await say(bob, 'player-0003')).status, 200);
    assert.equal((await say(bob, 'player-0002')).status, 200);
    assert.equal((await say(ada, 'a b')).status, 400);
    assert.equal((await say(undefined, 'player-0004')).status, 401);
    const devices = await app.db
      .selectFrom('social.push_device')
      .select(['onesignal_id', 'account_id'])
      .orderBy('onesignal_id')
      .execute();
    assert.deepEqual(devices, [{ onesignal_id: 'player-0002', account_id: bob.id }]);
  },
);

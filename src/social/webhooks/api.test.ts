import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { TestApp as ThirdParty } from '../../../test/peers/oauth-app.ts';
import { startReceiver } from '../../../test/peers/receiver.ts';
import { addWebhook } from '../../identity/webhooks/webhooks.ts';
import type { Viewer } from '../../platform/app.ts';
import { registerApp } from '../apps/apps.ts';
import { eventsFor, plazaWebhooks } from './events.ts';

const url = 'http://127.0.0.1:9/';

testPlaza('the API creates, tests, changes and deletes webhooks', async ({ plaza, ada, bob, app }) => {
  const receiver = await startReceiver();
  try {
    const path = '/apis/php/webhooks';
    const call = async (viewer: Viewer, method: 'GET' | 'POST', rest: string, body?: object) => {
      const answer = await plaza.api(viewer, method, `${path}${rest}`, body);
      return { status: answer.status, data: answer.body.data as Record<string, unknown> };
    };
    const { data } = await call(ada, 'POST', '', { url: receiver.url, events: ['post.created'] });
    assert.match(String(data.secret), /^whsec_/);
    const id = String(data.id);
    assert.deepEqual((await call(ada, 'POST', '/ping', { id })).data.status, 200);
    const changed = await call(ada, 'POST', '/update', { id, events: ['question.solved'], active: false });
    assert.deepEqual([changed.data.events, changed.data.active], [['question.solved'], false]);
    assert.match(String((await call(ada, 'POST', '/rotate', { id })).data.secret), /^whsec_/);
    await call(ada, 'POST', '/update', { id, active: true });
    const log = await call(ada, 'GET', `/deliveries?id=${id}`);
    const [delivery] = log.data as unknown as { id: string; state: string }[];
    assert.equal(delivery?.state, 'delivered');
    const replayed = await call(ada, 'POST', '/replay', { id, delivery_id: delivery.id });
    assert.equal(replayed.status, 200);
    for (const [rest, body] of [
      ['/update', { id, name: 'Mine' }],
      ['/rotate', { id }],
      ['/ping', { id }],
      ['/replay', { id, delivery_id: delivery.id }],
      ['/delete', { id }],
    ] as const)
      assert.equal((await call(bob, 'POST', rest, body)).status, 404, rest);
    assert.equal((await call(bob, 'GET', `/deliveries?id=${id}`)).status, 404);
    assert.equal((await call(ada, 'POST', '/delete', { id })).status, 200);
    const left = await app.db.selectFrom('social.webhook_delivery').select('id').execute();
    assert.deepEqual(left, []);
  } finally {
    receiver.close();
  }
});

testPlaza('rejects webhooks that one may not have', async ({ plaza, app, ada, bob }) => {
  const details = { name: 'Reader', domain: 'reader.example', description: '', category: 'News' };
  const { id: app_id } = await registerApp(app, bob, { ...details, redirectUrl: 'https://reader.example/' });
  const rows: [body: object, status: number][] = [
    [{ url, events: ['post.created'], audience: 'site' }, 403],
    [{ url, events: ['post.created'], audience: 'app', app_id }, 404],
    [{ url, events: ['post.created'], audience: 'app' }, 404],
    [{ url, events: ['member.joined'] }, 400],
    [{ url, events: ['report.opened'] }, 400],
    [{ url, events: [] }, 400],
    [{ url: 'http://169.254.169.254/', events: ['post.created'] }, 400],
    [{ url: 'https://a:b@example.com/', events: ['post.created'] }, 400],
  ];
  for (const [body, status] of rows)
    assert.equal(
      (await plaza.api(ada, 'POST', '/apis/php/webhooks', body)).status,
      status,
      JSON.stringify(body),
    );
  const agents = { url, events: ['agent.connected'], audience: 'app', app_id };
  assert.equal((await plaza.api(bob, 'POST', '/apis/php/webhooks', agents)).status, 400);
});

testPlaza('apps cannot set up or read webhooks of people', async (world) => {
  const { plaza, ada, app } = world;
  await addWebhook(app, plazaWebhooks, ada, { url, events: eventsFor.account });
  const client = new ThirdParty(plaza);
  await client.register();
  const code = await client.code(ada, { scope: 'read write' });
  const { access_token: token } = (await client.exchange(code)).body;
  assert.equal((await client.call(token, 'GET', '/apis/php/webhooks')).status, 403);
  const body = { url, events: ['message.created'] };
  assert.equal((await client.call(token, 'POST', '/apis/php/webhooks', body)).status, 403);
});

testPlaza('pages create webhooks for oneself, an app and the site', async ({ plaza, app, olga, ada }) => {
  const path = '/developers/webhooks';
  const details = { name: 'Reader', domain: 'reader.example', description: '', category: 'News' };
  const redirectUrl = 'https://reader.example/';
  const { id } = await registerApp(app, olga, { ...details, redirectUrl });
  const shown = (await plaza.page(olga, `${path}?about=site`)).text;
  assert.match(shown, /member\.joined/);
  assert.match(shown, /People of Reader/);
  assert.doesNotMatch((await plaza.page(ada, path)).text, /about=site|member\.joined/);
  for (const about of ['account', id, 'site']) {
    const made = await plaza.form(olga, path, [
      ['url', url],
      ['events', 'post.created'],
      ['about', about],
    ]);
    assert.equal(made.status, 303, about);
    const location = String(made.headers.location);
    assert.match((await plaza.page(olga, location)).text, /Show secret/);
    assert.equal((await plaza.page(ada, location)).status, 404);
  }
  const audit = await app.db
    .selectFrom('identity.audit')
    .where('action', '=', 'webhook.add')
    .select('id')
    .execute();
  assert.equal(audit.length, 1);
  const refused = await plaza.form(ada, path, [
    ['url', url],
    ['events', 'post.created'],
    ['about', 'site'],
  ]);
  assert.equal(refused.status, 403);
});

import assert from 'node:assert/strict';
import { testHop, type Hop } from '../../../test/ask-hop.ts';
import { startReceiver } from '../../../test/peers/receiver.ts';

const path = '/dashboard/webhooks';

/** Creates a webhook with the form and returns the path of its page. */
async function create(hop: Hop, fields: Record<string, string>): Promise<string> {
  const { status, location } = await hop.form(path, { events: 'link.created', ...fields });
  assert.equal(status, 303);
  return String(location);
}

testHop('a webhook is created, updated, disabled and deleted with forms', async ({ asAda }) => {
  assert.match((await asAda.page(path)).text, /No webhooks yet/);
  const webhook = await create(asAda, { url: 'http://127.0.0.1:9/', name: 'Shop <b>' });
  assert.match((await asAda.page(path)).text, /Shop &lt;b&gt;<\/a>/);
  await asAda.form(webhook, { url: 'http://127.0.0.1:9/two', name: 'Store', events: 'link.deleted' });
  const { text } = await asAda.page(webhook);
  assert.match(text, /value="http:\/\/127\.0\.0\.1:9\/two"/);
  assert.match(text, /checked value="link\.deleted"/);
  assert.doesNotMatch(text, /checked value="link\.created"/);
  await asAda.form(`${webhook}/switch`, { to: 'off' });
  assert.match((await asAda.page(webhook)).text, /Turn on/);
  assert.equal((await asAda.form(`${webhook}/delete`)).location, path);
  assert.equal((await asAda.page(webhook)).status, 404);
});

testHop('its secret is shown once, and again after regeneration', async ({ asAda }) => {
  const webhook = await create(asAda, { url: 'http://127.0.0.1:9/' });
  const show = async () => /whsec_[\w+/=]+/.exec((await asAda.form(`${webhook}/secret`)).text)?.[0];
  const first = await show();
  assert.ok(first);
  assert.equal((await asAda.form(`${webhook}/secret`)).location, webhook);
  assert.doesNotMatch((await asAda.page(webhook)).text, /whsec_/);
  await asAda.form(`${webhook}/rotate`);
  const second = await show();
  assert.ok(second && second !== first);
});

testHop('a test shows the response, and its message can be resent', async ({ asAda }) => {
  const receiver = await startReceiver();
  try {
    const webhook = await create(asAda, { url: receiver.url });
    receiver.answers.push(500);
    assert.equal((await asAda.form(`${webhook}/ping`)).location, webhook);
    const { text } = await asAda.page(webhook);
    const delivery = /href="([^"]+\/deliveries\/\d+)"/.exec(text)?.[1] ?? '';
    assert.match(text, /webhook\.test[^]*Failed[^]*500/);
    const shown = await asAda.page(delivery);
    assert.match(shown.text, /Status 500[^]*said 500/);
    assert.match(shown.text, /webhook\.test/);
    assert.equal((await asAda.form(`${delivery}/replay`)).location, webhook);
    assert.match((await asAda.page(webhook)).text, /Pending/);
  } finally {
    receiver.close();
  }
});

testHop('a rejected form keeps the entered values', async ({ asAda }) => {
  const webhook = await create(asAda, { url: 'http://127.0.0.1:9/' });
  for (const address of [path, webhook]) {
    const { status, text } = await asAda.form(address, {
      url: 'http://10.0.0.1/',
      name: 'Kept',
      events: 'qr.scanned',
    });
    assert.equal(status, 422);
    assert.match(text, /id="field-url-error"/);
    assert.match(text, /value="Kept"/);
    assert.match(text, /checked value="qr\.scanned"/);
    assert.match(
      (await asAda.form(address, { url: 'http://127.0.0.1:9/' })).text,
      /Choose at least one event/,
    );
  }
});

testHop('returns 404 for webhooks of other accounts', async ({ asAda, asBob, asNobody }) => {
  const webhook = await create(asAda, { url: 'http://127.0.0.1:9/' });
  assert.equal((await asBob.page(webhook)).status, 404);
  for (const [act, fields] of [
    ['', { url: 'http://127.0.0.1:9/', events: 'qr.scanned' }],
    ['/secret', {}],
    ['/rotate', {}],
    ['/switch', { to: 'off' }],
    ['/ping', {}],
    ['/delete', {}],
    ['/deliveries/1/replay', {}],
  ] as const)
    assert.equal((await asBob.form(webhook + act, fields)).status, 404, act);
  assert.match(String((await asNobody.page(path)).location), /^\/signin/);
});

import assert from 'node:assert/strict';
import { Script } from 'node:vm';
import { test, testWithDatabase, type TestApp } from '../../../test/app.ts';
import { type Hop, testHop } from '../../../test/ask-hop.ts';
import { listenAsHop } from '../../../test/follow.ts';
import { eventually } from '../../../test/peers/eventually.ts';
import { addLink } from '../../../test/links.ts';
import { addPerson } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { insertClicks, clickLines, sampleClick } from '../clicks/spool/insert-clicks.ts';
import { updateConsent } from '../pixels/pixels.ts';
import { hopWebhooks } from '../webhooks/events.ts';
import { sendEvents } from '../webhooks/send-events.ts';
import { addWebhook } from '../../identity/webhooks/webhooks.ts';
import { purgeConversions, trackLead, trackSale } from './conversions.ts';

/** Adds a link of ada and a click on it. Returns their ids. */
async function click(app: TestApp, alias: string, isBot = false) {
  const { id } = await addLink(app, alias);
  const lines = clickLines(sampleClick({ linkId: id, isBot, at: app.clock.now().getTime() }));
  await insertClicks(app, lines);
  return { linkId: id, clickId: lines.toString().slice(0, 32) };
}

const sent = async (hop: Hop, kind: 'lead' | 'sale', body: object) => {
  const { status, body: answer } = await hop.api('POST', `/api/track/${kind}`, body);
  return { status, ...answer } as Record<string, unknown>;
};

testHop('a deferred lead is counted with the next event of the customer', async ({ app, asAda, asBob }) => {
  const [first, second] = [await click(app, 'first'), await click(app, 'second')];
  const deferred = { eventName: 'Sign up', customerExternalId: 'user_7', mode: 'deferred' };
  const sale = { customerExternalId: 'user_7', amount: 100 };
  const counted = async () =>
    (await app.db.selectFrom('links.conversion').select(['kind', 'link_id']).orderBy('id').execute()).map(
      ({ kind, link_id }) => `${kind} ${link_id}`,
    );
  assert.equal((await sent(asAda, 'lead', { ...deferred, clickId: '' })).status, 400, 'no click to remember');
  for (const { clickId, linkId } of [first, second]) {
    const answer = await sent(asAda, 'lead', { ...deferred, clickId });
    assert.deepEqual([answer.status, answer.link], [200, { id: Number(linkId) }]);
  }
  assert.deepEqual(await counted(), []);
  assert.equal(
    (await sent(asBob, 'lead', { ...deferred, clickId: '', mode: 'wait' })).status,
    400,
    'not Bob’s',
  );
  const lead = await sent(asAda, 'lead', { ...deferred, clickId: '', mode: 'wait' });
  assert.deepEqual(lead.click, { id: second.clickId }, 'the latest click');
  await sent(asAda, 'sale', sale);
  assert.deepEqual(await counted(), [`lead ${second.linkId}`, `sale ${second.linkId}`]);
  await sent(asAda, 'lead', { ...deferred, clickId: first.clickId, customerExternalId: 'user_8' });
  await sent(asAda, 'sale', { ...sale, customerExternalId: 'user_8' });
  assert.deepEqual((await counted()).slice(2), [`lead ${first.linkId}`, `sale ${first.linkId}`]);
});

testHop('a click leads to a lead and to sales, each counted once', async ({ app, asAda, asBob }) => {
  const { linkId, clickId } = await click(app, 'spring');
  const lead = { clickId, eventName: 'Sign up', customerExternalId: 'user_1', metadata: { plan: 'pro' } };
  const counted = {
    status: 200,
    error: 0,
    click: { id: clickId },
    link: { id: Number(linkId) },
    customer: { externalId: 'user_1' },
  };
  const nothing = { click: null, link: null, customer: null };
  assert.deepEqual(await sent(asAda, 'lead', lead), counted);
  assert.deepEqual(await sent(asAda, 'lead', lead), { ...counted, ...nothing }, 'the same again');
  assert.deepEqual(
    await sent(asAda, 'lead', { ...lead, clickId: '', eventName: 'Trial' }),
    counted,
    'the click of the earlier lead',
  );
  const sale = { customerExternalId: 'user_1', amount: 4900, currency: 'EUR', invoiceId: 'in_1' };
  const sold = {
    ...counted,
    eventName: 'Purchase',
    sale: { amount: 4900, currency: 'eur', paymentProcessor: 'custom', invoiceId: 'in_1', metadata: null },
  };
  assert.deepEqual(await sent(asAda, 'sale', sale), sold);
  assert.deepEqual(await sent(asAda, 'sale', { ...sale, amount: 1 }), sold, 'the first sale of the invoice');
  for (const other of [{ amount: 0 }, { amount: 100, customerExternalId: 'stranger' }])
    assert.deepEqual(await sent(asAda, 'sale', { customerExternalId: 'user_1', ...other }), {
      ...{ ...counted, ...nothing },
      eventName: 'Purchase',
      sale: null,
    });
  await sent(asAda, 'sale', { customerExternalId: 'user_2', amount: 500, clickId, eventName: 'Paid' });
  app.clock.turn(60_000);
  const expected = {
    leads: 3,
    sales: 2,
    amounts: [
      { currency: 'eur', sales: 1, amount: 4900 },
      { currency: 'usd', sales: 1, amount: 500 },
    ],
  };
  for (const path of [`/api/url/${linkId}/statistics`, '/api/statistics']) {
    const { body } = await asAda.api('GET', path);
    assert.deepEqual((body.data as { conversions: object }).conversions, expected, path);
  }
  const filtered = await asAda.api('GET', '/api/statistics?country=DE');
  assert.equal((filtered.body.data as { conversions: unknown }).conversions, null);
  for (const path of [`/dashboard/links/${linkId}`, '/dashboard/statistics']) {
    const { text } = await asAda.page(path);
    assert.match(text, /<h2[^>]*>Conversions/, path);
    assert.match(text, /€49\.00/, path);
  }
  assert.equal((await sent(asBob, 'lead', lead)).status, 404, 'clicks of others are unknown');
  assert.equal((await sent(asBob, 'sale', { customerExternalId: 'user_1', amount: 1 })).sale, null);
  assert.ok(!(await asBob.page('/dashboard/statistics')).text.includes('Conversions'));
  await app.db.updateTable('links.link').set({ statistics_public_at: app.clock.now() }).execute();
  const shown = await asBob.page('/spring/stats');
  assert.equal(shown.status, 200);
  assert.ok(!shown.text.includes('€'), 'public statistics do not show sales');
  app.clock.turn(days(app.config.HOP_CLICK_DAYS) + days(1));
  await purgeConversions(app);
  assert.equal((await sent(asAda, 'sale', { customerExternalId: 'user_1', amount: 1 })).sale, null);
});

testHop('invalid leads and sales are refused at the field', async ({ app, asAda }) => {
  const { clickId } = await click(app, 'spring');
  const { clickId: ofBot } = await click(app, 'robot', true);
  const lead = { clickId, eventName: 'Sign up', customerExternalId: 'user_1' };
  const rows: [kind: 'lead' | 'sale', body: object, status: number, message: RegExp][] = [
    ['lead', { ...lead, clickId: 'x' }, 404, /Click/],
    ['lead', { ...lead, clickId: '0'.repeat(32) }, 404, /Click/],
    ['lead', { ...lead, clickId: ofBot }, 404, /Click/],
    ['lead', { ...lead, clickId: '' }, 400, /no earlier lead/],
    ['lead', { ...lead, eventName: ' ' }, 400, /event/],
    ['lead', { ...lead, eventName: 'e'.repeat(256) }, 400, /255/],
    ['lead', { ...lead, customerExternalId: '' }, 400, /customer/],
    ['lead', { ...lead, metadata: { note: 'n'.repeat(10_000) } }, 400, /10/],
    ['lead', { ...lead, metadata: [1] }, 400, /metadata/],
    ['lead', { ...lead, metadata: { '\ud800': 1 } }, 400, /name/],
    ['sale', { customerExternalId: 2 ** 60, amount: 1 }, 400, /customer/],
    ['sale', { customerExternalId: 'user_1', amount: 1, invoiceId: 2 ** 60 }, 400, /invoice/],
    ['sale', { customerExternalId: 'user_1', amount: -1 }, 400, /amount/],
    ['sale', { customerExternalId: 'user_1', amount: 1.5 }, 400, /amount/],
    ['sale', { customerExternalId: 'user_1', amount: 1e15 }, 400, /amount/],
    ['sale', { customerExternalId: 'user_1', amount: 1, currency: 'zzz' }, 400, /currency/],
    ['sale', { customerExternalId: 'user_1', amount: 1, invoiceId: 'i'.repeat(256) }, 400, /255/],
    ['sale', { customerExternalId: 'user_1', amount: 1, leadEventName: 'None' }, 404, /Lead/],
  ];
  for (const [kind, body, status, message] of rows) {
    const answer = await sent(asAda, kind, body);
    assert.ok([status, 422].includes(Number(answer.status)), JSON.stringify([body, answer]));
    assert.match(String(answer.message), message);
  }
});

test('webhooks are told about leads and sales', async (app) => {
  const { linkId, clickId } = await click(app, 'spring');
  const { id } = await app.db.selectFrom('identity.account').select('id').executeTakeFirstOrThrow();
  const ada = { id, permissions: [] };
  await addWebhook(app, hopWebhooks, ada, {
    url: 'http://127.0.0.1:9/',
    events: ['lead.created', 'sale.created'],
  });
  await trackLead(app, ada, { clickId, event: 'Sign up', customer: 'user_1', metadata: { a: 'b' } });
  await trackSale(app, ada, { customer: 'user_1', amount: 100, invoice: 'in_1' });
  await sendEvents(app, { account: id });
  const rows = await app.db.selectFrom('links.webhook_delivery').select('body').orderBy('id').execute();
  const told = rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  assert.deepEqual(
    told.map(({ type, data: { link, eventId, ...data } }) => [
      type,
      (link as { id: number }).id,
      typeof eventId,
      data,
    ]),
    [
      [
        'lead.created',
        Number(linkId),
        'string',
        {
          eventName: 'Sign up',
          click: { id: clickId },
          customer: { externalId: 'user_1' },
          metadata: { a: 'b' },
        },
      ],
      [
        'sale.created',
        Number(linkId),
        'string',
        {
          eventName: 'Purchase',
          click: { id: clickId },
          customer: { externalId: 'user_1' },
          sale: { amount: 100, currency: 'usd', paymentProcessor: 'custom', invoiceId: 'in_1' },
          metadata: null,
        },
      ],
    ],
  );
});

testWithDatabase('the click’s id is passed as far as the visitor allows it', async ({ app }, context) => {
  const follow = await listenAsHop(app, context);
  const rules = JSON.stringify({ passesClickId: true });
  const ada = await addPerson(app, 'ada');
  await addLink(app, 'plain');
  await addLink(app, 'tracked', { rules });
  const withId = /^https:\/\/example\.com\/tracked\?hop_id=([0-9a-f]{32})$/;
  assert.equal((await follow('/plain')).location, 'https://example.com/plain');
  const asked = await follow('/tracked');
  assert.equal(asked.status, 200, 'consent is asked for by default');
  assert.match(asked.text, /<li>example\.com<\/li>/);
  assert.ok(!asked.text.includes('hop_id'));
  const page = /name="page" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
  const allowed = await follow('/pixels/consent', { form: { page, choice: 'yes' } });
  assert.match(allowed.text, /url=https:\/\/example\.com\/tracked\?hop_id=[0-9a-f]{32}"/);
  const refused = await follow('/pixels/consent', { form: { page, choice: 'no' } });
  assert.match(refused.text, /url=https:\/\/example\.com\/tracked"/);
  for (const headers of [{ 'sec-gpc': '1' }, { dnt: '1' }, { cookie: `pixels_${ada.id}=no` }])
    assert.equal((await follow('/tracked', { headers })).location, 'https://example.com/tracked');
  const remembered = await follow('/tracked', { headers: { cookie: `pixels_${ada.id}=yes` } });
  assert.match(String(remembered.location), withId);
  await updateConsent(app, ada, { mode: 'notice' });
  const noticed = await follow('/tracked');
  assert.match(noticed.text, /href="https:\/\/example\.com\/tracked\?hop_id=[0-9a-f]{32}"/);
  await updateConsent(app, ada, { mode: 'legitimate' });
  const { location } = await follow('/tracked');
  assert.match(String(location), withId);
  const bot = await follow('/tracked', { headers: { 'user-agent': 'Googlebot/2.1' } });
  assert.equal(bot.location, 'https://example.com/tracked');
  const clickId = withId.exec(String(location))?.[1] ?? '';
  const inDatabase = () => app.db.selectFrom('links.click').select('id').where('id', '=', clickId).execute();
  await eventually(inDatabase, (rows) => rows.length > 0);
  const lead = await trackLead(app, ada, { clickId, event: 'Sign up', customer: 'user_1' });
  assert.equal(lead?.clickId, clickId);
});

testHop('the script has less than 1,000 bytes, on every host', async ({ app, ask }) => {
  for (const host of [new URL(app.config.hopUrl).host, 'brand.example']) {
    const answer = await ask({ url: '/assets/track.js', headers: { host, 'accept-encoding': 'br' } });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-encoding'], 'br');
    assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin');
    assert.ok(answer.rawPayload.length < 1000, String(answer.rawPayload.length));
  }
  const gzip = await ask({ url: '/assets/track.js', headers: { 'accept-encoding': 'gzip' } });
  assert.ok(gzip.rawPayload.length < 1000, String(gzip.rawPayload.length));
  const { body } = await ask({ url: '/assets/track.js' });
  assert.doesNotThrow(() => new Script(body));
});

import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { assertExamplesFit, assertFits } from '../../../test/peers/webhook-payloads.ts';
import { addPerson } from '../../../test/world.ts';
import { minutes } from '../../kernel/time.ts';
import { insertClicks, clickLines, sampleClick } from '../clicks/spool/insert-clicks.ts';
import { trackLead, trackSale } from '../conversions/conversions.ts';
import { addLink } from '../shorten/add-links.ts';
import { deleteLink, updateLink } from '../shorten/change-links.ts';
import { pingWebhook } from '../../identity/webhooks/deliveries.ts';
import { eventNames, hopWebhooks } from './events.ts';
import { notifyExpired } from './expiry.ts';
import { describeHopWebhooks, payloads } from './payloads.ts';
import { sendEvents } from './send-events.ts';
import { testEvent } from '../../identity/webhooks/webhook.ts';
import { addWebhook } from '../../identity/webhooks/webhooks.ts';

test('the message of every event fits its description', async (app) => {
  const ada = await addPerson(app, 'ada');
  const webhook = await addWebhook(app, hopWebhooks, ada, { url: 'http://127.0.0.1:9/', events: eventNames });
  const url = 'https://example.com/';
  const expiry = new Date(app.clock.now().getTime() + minutes(60)).toISOString();
  const link = await addLink(app, ada, { url, expiry, passesClickId: true });
  app.clock.turn(1);
  await updateLink(app, ada, link.id, { url: `${url}2` });
  const qr = await addLink(app, ada, { url });
  await app.db
    .updateTable('links.link')
    .set({ purpose: 'qr', alias: 'qr/abc' })
    .where('id', '=', qr.id)
    .execute();
  const at = app.clock.now().getTime();
  await insertClicks(
    app,
    clickLines(sampleClick({ linkId: link.id, at }), sampleClick({ linkId: qr.id, at })),
  );
  const { id: clickId } = await app.db
    .selectFrom('links.click')
    .select('id')
    .where('link_id', '=', link.id)
    .executeTakeFirstOrThrow();
  const customer = 'user_1';
  await trackLead(app, ada, { clickId, event: 'Sign up', customer, metadata: { plan: 'trial' } });
  await trackSale(app, ada, {
    customer,
    amount: 100,
    currency: 'eur',
    processor: 'stripe',
    event: 'Paid',
    invoice: 'a',
    metadata: undefined,
  });
  app.clock.turn(minutes(61));
  await notifyExpired(app);
  await deleteLink(app, ada, link.id);
  await sendEvents(app, { account: ada.id });
  await pingWebhook(app, hopWebhooks, ada, webhook.id);
  const sent = await app.db.selectFrom('links.webhook_delivery').select(['kind', 'body']).execute();
  assert.deepEqual(new Set(sent.map(({ kind }) => kind)), new Set([...eventNames, testEvent]));
  for (const { kind, body } of sent) assertFits(payloads, kind, JSON.parse(body));
});

test('the example of every event fits its description', () => {
  const described = describeHopWebhooks();
  assert.deepEqual(Object.keys(described), [...eventNames, testEvent]);
  assertExamplesFit(payloads, described);
});

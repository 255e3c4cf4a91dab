import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { testWithDatabase } from '../../../../test/app.ts';
import { openPlaza, testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { startStripe, type LocalStripe } from '../../../../test/peers/local-stripe.ts';
import { createWorld } from '../../../../test/world.ts';
import { commission, earnings, transfer, wallet } from '../ledger.ts';
import { checkLedger, getBalances } from '../balances.ts';
import { getTopUp } from '../top-ups/top-ups.ts';
import { receiveEvent } from './receive-event.ts';

const secret = 'whsec_test';
const settings = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: secret };
const { webhooks } = new Stripe('sk_test_1');
const sign = (payload: string) => webhooks.generateTestHeaderString({ payload, secret });
const eventOf = (type: string, object: object) =>
  JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });

type StripeWorld = World & { stripe: LocalStripe };

/** A test with a local Stripe API. */
const testStripe = (title: string, work: (world: StripeWorld) => Promise<void>) =>
  testPlaza(title, async (world) => {
    const stripe = await startStripe('sk_test_1');
    const app = { ...world.app, config: { ...world.app.config, ...settings, STRIPE_API_URL: stripe.url } };
    const plaza = await openPlaza(app);
    try {
      await work({ ...world, app, plaza, stripe });
      assert.deepEqual((await checkLedger(app)).mistakes, []);
    } finally {
      await plaza.close();
      stripe.close();
    }
  });

const receive = async ({ plaza }: World, payload: string, signature = sign(payload)) =>
  plaza.inject({
    method: 'POST',
    url: '/api/wallet/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  });

/** Starts a card top-up of 20 dollars and returns its id. */
async function begin({ plaza, ada }: World): Promise<string> {
  const sent = { amount: '20', way: 'stripe', key: randomUUID() };
  const { status, headers } = await plaza.form(ada, '/settings/wallet/top-ups', sent);
  assert.equal(status, 303);
  return String(headers.location).split('/').at(-1) ?? '';
}

const session = (id: string, change: object = {}) => ({
  id: `cs_${id}`,
  object: 'checkout.session',
  client_reference_id: id,
  metadata: { top_up: id },
  payment_status: 'paid',
  amount_total: 2000,
  currency: 'usd',
  payment_intent: `pi_${id}`,
  ...change,
});
const charge = (id: string, amount_refunded: number) => ({
  id: `ch_${id}`,
  object: 'charge',
  payment_intent: `pi_${id}`,
  metadata: { top_up: id },
  amount_refunded,
});
const dispute = (id: string) => ({
  id: `dp_${id}`,
  object: 'dispute',
  payment_intent: `pi_${id}`,
  amount: 2000,
});

const completed = (id: string, change: object = {}) =>
  eventOf('checkout.session.completed', session(id, change));
const walletOf = async ({ app, ada }: World) => (await getBalances(app, ada.id)).wallet;

testStripe(
  'a card top-up leads to Checkout and credits once, regardless of duplicate events',
  async (world) => {
    const { plaza, ada, bob, stripe } = world;
    const id = await begin(world);
    const [request] = stripe.requests;
    assert.equal(stripe.requests.length, 1);
    assert.equal(request?.path, '/v1/checkout/sessions');
    assert.equal(request.idempotencyKey, `top-up-${id}`);
    const { fields } = request;
    assert.deepEqual(
      [fields.mode, fields['line_items[0][price_data][unit_amount]'], fields.client_reference_id],
      ['payment', '2000', id],
    );
    const page = (await plaza.page(ada, `/settings/wallet/top-ups/${id}`)).text;
    assert.match(page, /href="https:\/\/checkout\.stripe\.test\/cs_1"[^]*Pay \$20\.00 by card/);
    assert.equal((await plaza.page(bob, `/settings/wallet/top-ups/${id}`)).status, 404);

    const payload = completed(id);
    const answers = [
      await receive(world, payload),
      await receive(world, payload),
      await receive(world, completed(id)),
    ];
    assert.deepEqual(
      answers.map(({ statusCode, body }) => [statusCode, body]),
      answers.map(() => [200, '{"received":true}']),
    );
    assert.equal(await walletOf(world), 20_000_000n);
  },
);

testStripe('rejects forged, altered, unsigned and old events', async (world) => {
  const id = await begin(world);
  const payload = completed(id);
  const old = webhooks.generateTestHeaderString({ payload, secret, timestamp: 1_600_000_000 });
  const forged: [string, string][] = [
    [payload, webhooks.generateTestHeaderString({ payload, secret: 'whsec_other' })],
    [payload.replace('2000', '9000'), sign(payload)],
    [payload, ''],
    [payload, 't=1,v1=00'],
    [payload, old],
    ['', sign('')],
    ['{', sign('x')],
  ];
  for (const [body, signature] of forged) {
    const answer = await receive(world, body, signature);
    assert.equal(answer.statusCode, 400, signature);
    assert.equal(answer.json<{ error: string }>().error, 'invalid_signature');
  }
  assert.equal(await walletOf(world), 0n);
});

testStripe('credits nothing for unpaid, mismatched or unknown payments', async (world) => {
  const id = await begin(world);
  const events: [string, number][] = [
    [completed(id, { payment_status: 'unpaid' }), 200],
    [completed(id, { amount_total: 9000 }), 409],
    [completed(id, { currency: 'jpy' }), 409],
    [completed(id, { metadata: { top_up: '999999' } }), 409],
    [completed(id, { metadata: { top_up: 'x' } }), 409],
    // A payment link of the operator for something else, with a reference that its buyer chose.
    [completed(id, { metadata: {} }), 200],
    [completed(id, { metadata: null }), 200],
    [eventOf('charge.refunded', { ...charge('999999', 1000), metadata: {} }), 200],
    [eventOf('customer.created', {}), 200],
  ];
  for (const [payload, status] of events)
    assert.equal((await receive(world, payload)).statusCode, status, payload);
  assert.equal(await walletOf(world), 0n);
  // The debit succeeds days after the session completed unpaid.
  const later = eventOf('checkout.session.async_payment_succeeded', session(id));
  assert.equal((await receive(world, later)).statusCode, 200);
  assert.equal(await walletOf(world), 20_000_000n);
});

testStripe('credits a payment whose event arrives after its session expired', async (world) => {
  const id = await begin(world);
  await receive(world, eventOf('checkout.session.expired', session(id, { payment_status: 'unpaid' })));
  await receive(world, completed(id));
  await receive(world, eventOf('checkout.session.expired', session(id)));
  assert.equal(await walletOf(world), 20_000_000n);
});

testStripe('counts refunds once, including partial ones, in any order of events', async (world) => {
  const id = await begin(world);
  const half = eventOf('charge.refunded', charge(id, 1000));
  for (const payload of [half, half, completed(id), half])
    assert.equal((await receive(world, payload)).statusCode, 200);
  assert.equal(await walletOf(world), 10_000_000n);
  await receive(world, eventOf('charge.refunded', charge(id, 2000)));
  await receive(world, half);
  assert.equal(await walletOf(world), 0n);
});

testStripe(
  'a dispute takes the remaining balance, the operator covers the rest, and a won dispute returns it',
  async (world) => {
    const { app, ada, bob } = world;
    const id = await begin(world);
    const lost = eventOf('charge.dispute.funds_withdrawn', dispute(id));
    assert.equal((await receive(world, lost)).statusCode, 409, 'Stripe sends it again');
    await receive(world, completed(id));
    const spent = { from: wallet(ada.id), to: earnings(bob.id), amount: 15_000_000n, kind: 'tip' };
    await transfer(app, [spent], { key: 'spent', cause: { subject: 'test' } });
    for (const payload of [lost, lost]) assert.equal((await receive(world, payload)).statusCode, 200);
    assert.equal(await walletOf(world), 0n);
    assert.equal((await getTopUp(app, id)).state, 'disputed');
    const { balance } = await app.db
      .selectFrom('social.ledger_account')
      .where('kind', '=', commission.kind)
      .select(({ fn }) => fn.sum<string>('balance').as('balance'))
      .executeTakeFirstOrThrow();
    assert.equal(balance, '-15000000');
    const won = eventOf('charge.dispute.funds_reinstated', dispute(id));
    for (const payload of [won, lost, won]) assert.equal((await receive(world, payload)).statusCode, 200);
    assert.equal(await walletOf(world), 5_000_000n);
    assert.equal((await getTopUp(app, id)).state, 'completed');
    assert.equal((await receive(world, completed(id))).statusCode, 200);
    assert.equal(await walletOf(world), 5_000_000n);
  },
);

testStripe(
  'an operator can refund a top-up, and a refund rejected by Stripe moves nothing',
  async (world) => {
    const { plaza, olga, stripe } = world;
    const id = await begin(world);
    await receive(world, completed(id));
    const path = `/operator/wallets/top-ups/${id}/return`;
    stripe.refuseNext();
    assert.equal((await plaza.form(olga, path, { reason: 'Asked for' })).status, 409);
    assert.equal(await walletOf(world), 20_000_000n);
    assert.equal((await plaza.form(olga, path, { reason: 'Asked for' })).status, 303);
    const refunds = stripe.requests.filter(({ path }) => path === '/v1/refunds');
    assert.deepEqual(
      refunds.map(({ fields }) => [fields.payment_intent, fields.amount]),
      [1, 2].map(() => [`pi_${id}`, '2000']),
    );
    assert.equal(new Set(refunds.map(({ idempotencyKey }) => idempotencyKey)).size, 2);
    await receive(world, eventOf('charge.refunded', charge(id, 2000)));
    assert.equal(await walletOf(world), 0n);
    assert.equal((await plaza.form(olga, path, { reason: 'Again' })).status, 409);
  },
);

testPlaza('without keys there is neither card payment nor a webhook', async (world) => {
  const { plaza, ada } = world;
  assert.doesNotMatch((await plaza.page(ada, '/settings/wallet/top-ups')).text, /Card/);
  assert.equal((await receive(world, completed('1'))).statusCode, 404);
});

testWithDatabase('credits once for concurrent duplicates of an event', async ({ app: shared }) => {
  const app = { ...shared, config: { ...shared.config, ...settings } };
  const { ada } = await createWorld(app);
  const { id } = await app.db
    .insertInto('social.top_up')
    .values({
      account_id: ada.id,
      provider: 'stripe',
      amount: '20000000',
      reference: 'TU-1',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payload = completed(id);
  await Promise.all(Array.from({ length: 12 }, () => receiveEvent(app, payload, sign(payload))));
  assert.equal((await getBalances(app, ada.id)).wallet, 20_000_000n);
});

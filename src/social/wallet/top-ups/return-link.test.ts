import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { openPlaza, testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { startStripe, type LocalStripe } from '../../../../test/peers/local-stripe.ts';

const secret = 'whsec_test';
const path = '/settings/wallet/top-ups';
const back = '/subscribe/12?post_id=7';
/** Return targets that would leave the site. */
const foreign = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'subscribe/12',
];

type Shop = World & { stripe: LocalStripe };

/** A test with both top-up methods that return to the site. */
const testTopUps = (title: string, work: (world: Shop) => Promise<void>) =>
  testPlaza(title, async (world) => {
    const stripe = await startStripe('sk_test_1');
    const config = {
      ...world.app.config,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_URL: stripe.url,
      BANK_DETAILS: 'IBAN DE02',
    };
    const app = { ...world.app, config };
    const plaza = await openPlaza(app);
    try {
      await work({ ...world, app, plaza, stripe });
    } finally {
      await plaza.close();
      stripe.close();
    }
  });

const begin = async ({ plaza, ada }: Shop, way: string, return_to: string): Promise<string> => {
  const sent = { amount: '20', way, key: randomUUID(), return_to };
  return String((await plaza.form(ada, path, sent)).headers.location);
};

const bank = async ({ plaza, olga }: Shop, id: string) =>
  plaza.form(olga, `/operator/wallets/bank-transfers/${id}/confirm`);

const card = async ({ plaza }: Shop, id: string) => {
  const session = {
    id: `cs_${id}`,
    object: 'checkout.session',
    client_reference_id: id,
    metadata: { top_up: id },
    payment_status: 'paid',
    amount_total: 2000,
    currency: 'usd',
    payment_intent: `pi_${id}`,
  };
  const event = {
    id: `evt_${id}`,
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: session },
  };
  const payload = JSON.stringify(event);
  const { webhooks } = new Stripe('sk_test_1');
  return plaza.inject({
    method: 'POST',
    url: '/api/wallet/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': webhooks.generateTestHeaderString({ payload, secret }),
    },
    payload,
  });
};

for (const [way, complete] of [
  ['bank', bank],
  ['stripe', card],
] as const)
  testTopUps(`a top-up during a purchase returns to the purchase: ${way}`, async (world) => {
    const { app, plaza, ada, stripe } = world;
    const form = (await plaza.page(ada, `${path}?return_to=${encodeURIComponent(back)}`)).text;
    assert.match(form, /name="return_to" value="\/subscribe\/12\?post_id=7"/);
    const top_up = await begin(world, way, back);
    const read = async (at = top_up) => (await plaza.page(ada, at)).text;
    assert.doesNotMatch(await read(), /Continue your purchase/, 'no link before the payment arrives');
    if (way === 'stripe') {
      const fields = stripe.requests[0]?.fields;
      for (const address of [fields?.success_url, fields?.cancel_url])
        assert.equal(new URL(address ?? '').href, `${app.config.plazaUrl}${top_up}`);
    }
    await complete(world, top_up.split('/').at(-1) ?? '');
    assert.match(
      await read(),
      /\$20\.00 was added to your wallet[^]*href="\/subscribe\/12\?post_id=7"[^]*Continue your purchase/,
    );
    for (const address of foreign) {
      const other = await begin(world, way, address);
      await complete(world, other.split('/').at(-1) ?? '');
      const page = await read(other);
      assert.ok(!page.includes('Continue your purchase') && !page.includes('evil'), address);
    }
  });

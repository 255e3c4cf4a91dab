import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import type { Viewer } from '../../../platform/app.ts';
import { connect } from '../../relationships/connect.ts';
import { provider, transfer, wallet } from '../../wallet/ledger.ts';
import { checkLedger, getBalances } from '../../wallet/balances.ts';

const path = '/apis/php/chat/message';

/** Runs a test in which a first message to Ada costs $2.50. `amount` is Bob's balance in millionths. */
const testPriced = (title: string, amount: bigint, work: (world: World & Priced) => Promise<void>) =>
  testPlaza(
    title,
    async (world) => {
      const { app, plaza, ada, bob } = world;
      const leg = { from: provider('operator'), to: wallet(bob.id), amount, kind: 'credit' };
      if (amount > 0n) await transfer(app, [leg], { key: 'credit', cause: { subject: 'test' } });
      const set = await plaza.api(ada, 'POST', '/apis/php/monetization/settings', { chat_price: '2.50' });
      assert.equal(set.status, 200, JSON.stringify(set.body));
      const send = async (text: string, more: object = {}, from: Viewer = bob) => {
        const sent = await plaza.api(from, 'POST', path, { recipients: [ada.id], message: text, ...more });
        return sent.status;
      };
      const balances = async () => {
        const [his, hers] = [await getBalances(app, bob.id), await getBalances(app, ada.id)];
        return [his.wallet, hers.earnings];
      };
      const messages = async () =>
        Number(
          (
            await app.db
              .selectFrom('social.message')
              .select((eb) => eb.fn.countAll().as('n'))
              .execute()
          )[0]?.n,
        );
      await work({ ...world, send, balances, messages });
      assert.deepEqual((await checkLedger(app)).mistakes, []);
    },
    { MONETIZATION: 'members', COMMISSION_PERCENT: 10 },
  );

interface Priced {
  send: (text: string, more?: object, from?: Viewer) => Promise<number>;
  balances: () => Promise<bigint[]>;
  messages: () => Promise<number>;
}

testPriced(
  'a stranger pays for their first message only once, and only the price they saw',
  5_000_000n,
  async (world) => {
    const { send, balances, messages, plaza, bob, ada } = world;
    const refusal = await plaza.api(bob, 'POST', path, { recipients: [ada.id], message: 'Hello' });
    assert.equal(refusal.status, 402);
    assert.match(JSON.stringify(refusal.body), /costs \$2\.50/);
    assert.equal(await send('Hello', { price: '1' }), 409);
    assert.deepEqual([await balances(), await messages()], [[5_000_000n, 0n], 0]);
    const sent = await Promise.all([1, 2, 3].map(() => send('Hello', { price: '2.50', client_id: 'one' })));
    assert.deepEqual(sent, [200, 200, 200]);
    assert.deepEqual([await balances(), await messages()], [[2_500_000n, 2_250_000n], 1]);
    assert.equal(await send('And another'), 200);
    assert.deepEqual(await balances(), [2_500_000n, 2_250_000n]);
    const listed = await plaza.page(ada, '/settings/monetization/sales');
    assert.match(listed.text, /First message/);
  },
);

testPriced(
  'a rejected message costs nothing, and an unpaid message is not sent',
  1_000_000n,
  async (world) => {
    const { send, balances, messages, plaza, ada, bob } = world;
    assert.equal(await send('Hello', { price: '2.50' }), 402);
    assert.equal(await send(' ', { price: '2.50' }), 400);
    assert.equal(await send('Hello', { price: '2.50', reply_to_id: '99' }), 404);
    assert.match((await plaza.page(bob, `/messages/new?to=${ada.id}`)).text, /Top up your wallet/);
    await connect(world.app, ada, 'block', bob.id);
    assert.equal(await send('Hello', { price: '2.50' }), 404);
    assert.deepEqual([await balances(), await messages()], [[1_000_000n, 0n], 0]);
  },
);

testPriced('the page shows the price and the balance before sending', 5_000_000n, async (world) => {
  const { plaza, ada, bob, balances } = world;
  const { text } = await plaza.page(bob, `/messages/new?to=${ada.id}`);
  assert.match(text, /Your first message costs \$2\.50/);
  assert.match(text, /Pay \$2\.50 and send/);
  const refused = await plaza.form(bob, '/messages/new', { to: ada.id, message: 'Hello' });
  assert.equal(refused.status, 402);
  const price = /name="price" value="([^"]+)"/.exec(text)?.[1] ?? '';
  assert.equal((await plaza.form(bob, '/messages/new', { to: ada.id, message: 'Hello', price })).status, 303);
  assert.deepEqual(await balances(), [2_500_000n, 2_250_000n]);
});

testPriced('friends, people she follows and people she wrote to can write for free', 0n, async (world) => {
  const { app, plaza, send, ada, bob, carol, olga } = world;
  await connect(app, ada, 'follow', bob.id);
  assert.equal(await send('Hello'), 200);
  assert.equal((await plaza.api(ada, 'POST', path, { recipients: [carol.id], message: 'Hi' })).status, 200);
  assert.equal(await send('Hello', {}, carol), 200);
  assert.equal(await send('Hello', {}, olga), 402);
  await plaza.api(ada, 'POST', '/apis/php/monetization/settings', { chat_price: '0' });
  assert.equal(await send('Hello', {}, olga), 200);
});

testPriced(
  'the price cannot be avoided with a group',
  5_000_000n,
  async ({ plaza, ada, bob, carol, messages }) => {
    const group = await plaza.api(bob, 'POST', path, { recipients: [ada.id, carol.id], message: 'Hello' });
    assert.equal(group.status, 403);
    assert.equal(await messages(), 0);
    const own = await plaza.form(bob, '/messages/new', { to: carol.id, message: 'Hello' });
    assert.equal(own.status, 303);
  },
);

testPriced('invalid prices are rejected at their field, and tips can be turned off', 0n, async (world) => {
  const { plaza, ada, bob } = world;
  const settings = '/apis/php/monetization/settings';
  for (const price of ['-1', '0.49', '1000.01', '2.505', 'much']) {
    const { status, body } = await plaza.api(ada, 'POST', settings, { chat_price: price });
    assert.equal(status, 400, price);
    assert.match(JSON.stringify(body), /chat_price|amount/);
    const form = await plaza.form(ada, '/settings/monetization/settings', { chat_price: price });
    assert.equal(form.status, 422);
    assert.match(form.text, /id="field-chat_price-error"/);
  }
  assert.equal((await plaza.page(bob, `/tip/profile/${ada.id}`)).status, 200);
  const saved = await plaza.form(ada, '/settings/monetization/settings', { chat_price: '3' });
  assert.equal(saved.status, 303);
  assert.deepEqual((await plaza.api(ada, 'GET', settings)).body.data, {
    chat_price: '3',
    accepts_tips: false,
  });
  assert.equal((await plaza.page(bob, `/tip/profile/${ada.id}`)).status, 403);
  const tip = { node_type: 'profile', node_id: ada.id, amount: '5' };
  const refused = await plaza.api(bob, 'POST', '/apis/php/monetization/tip', tip);
  assert.equal(refused.status, 403);
});

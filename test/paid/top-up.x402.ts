// Wallet top-ups with the published clients, the published facilitator, and both chains running locally.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger, getBalances } from '../../src/social/wallet/balances.ts';
import { startServices, type Services } from '../services.ts';
import { addPerson } from '../world.ts';
import { startLocalStack, type LocalStack } from './local-stack.ts';
import type { Offer } from './payments.ts';

let stack: LocalStack;
let services: Services;
let ada: { id: string };

before(async () => {
  stack = await startLocalStack();
  services = await startServices(stack.environment);
  ada = await addPerson(services.app, 'ada');
  const response = await fetch(`${services.plaza}/api/wallet/top-up?username=ada&amount=5`);
  const quote = Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString();
  const { accepts } = JSON.parse(quote) as { accepts: Offer[] };
  await stack.open(accepts[1]?.payTo ?? '');
});

after(async () => {
  await services.stop();
  await stack.stop();
});

const balance = async () => (await getBalances(services.app, ada.id)).wallet;

for (const version of [1, 2] as const)
  for (const network of ['base', 'solana'] as const)
    test(`version ${version} on ${network} tops up the named account once`, async () => {
      const before = await balance();
      const url = `${services.plaza}/api/wallet/top-up?username=ada&amount=7.50`;
      const bought = await stack.buy({ version, network, url, funds: '8000000' });
      assert.equal(bought.status, 200, bought.body);
      assert.deepEqual(JSON.parse(bought.body), { username: 'ada', amount: '7.5', currency: 'USD' });
      assert.equal(bought.left, '500000');
      assert.equal((await balance()) - before, 7_500_000n);
      const again = await Promise.all(
        Array.from({ length: 4 }, () => fetch(url, { headers: bought.payment ?? {} })),
      );
      assert.ok(again.every(({ status }) => status === 200));
      const other = await fetch(url.replace('7.50', '700'), { headers: bought.payment ?? {} });
      assert.equal(other.status, 402);
      assert.equal((await balance()) - before, 7_500_000n, 'a payment is credited once');
      assert.deepEqual((await checkLedger(services.app)).mistakes, []);
    });

test('a top-up with a lost response is credited after a chain lookup', async () => {
  const before = await balance();
  const url = `${services.plaza}/api/wallet/top-up?username=ada&amount=6`;
  await stack.behave('lose');
  const lost = await stack.buy({ version: 2, network: 'base', url, funds: '6000000' });
  await stack.behave('right');
  assert.notEqual(lost.status, 402, lost.body);
  const again = await fetch(url, { headers: lost.payment ?? {} });
  assert.equal(again.status, 200, await again.text());
  assert.equal((await balance()) - before, 6_000_000n);
  assert.deepEqual((await checkLedger(services.app)).mistakes, []);
});

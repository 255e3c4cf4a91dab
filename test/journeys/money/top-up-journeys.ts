import assert from 'node:assert/strict';
import { payOnBase } from '../../paid/payments.ts';
import type { Person } from '../person.ts';
import { bankDetails, type Market } from './market.ts';

const topUpsPath = '/settings/wallet/top-ups';

/** Fills in the top-up form on the current page. */
async function request(person: Person, way: string, amount: string): Promise<void> {
  await person.fill('Amount in USD', amount);
  await person.tick(way);
  await person.press('Continue');
}

/** Tops up during a purchase: pays at Checkout, returns by its link, and continues to the purchase. */
export async function topUpByCard(person: Person, amount: string): Promise<void> {
  await request(person, 'Card', amount);
  await person.sees('Pending');
  await person.follow(`Pay $${amount}.00 by card`);
  await person.sees('Wallet top-up');
  await person.press(`Pay ${amount}00`);
  await person.sees(`$${amount}.00 was added to your wallet`);
  await person.follow('Continue your purchase');
}

/**
 * Uploads a receipt for the reference. The wallet is credited when the operator confirms. No one else can see
 * the page.
 */
export async function topUpByBank(
  { reader, operator, creator }: Record<'reader' | 'operator' | 'creator', Person>,
  amount: string,
): Promise<void> {
  await reader.open(topUpsPath);
  await request(reader, 'Bank transfer', amount);
  await reader.sees(bankDetails);
  const page = reader.address();
  await creator.open(page);
  await creator.sees('Top-up not found');
  await creator.seesNot(bankDetails);
  await reader.attach('Receipt', {
    name: 'receipt.pdf',
    type: 'application/pdf',
    body: Buffer.from('%PDF-1.4\n%%EOF\n'),
  });
  await reader.press('Upload');
  await reader.sees('Receipt uploaded');
  await reader.sees('Pending');
  await operator.open('/operator/wallets/bank-transfers');
  await operator.sees(`$${amount}.00, `);
  await operator.sees('Open receipt');
  await operator.press('Confirm');
  await operator.sees('No bank transfers to confirm');
  await reader.open(page);
  await reader.sees('Completed');
}

/** Sends the paid call shown in the wallet with a payment. It credits the signed-in member exactly once. */
export async function topUpInUsdc(
  { app, plaza }: Market,
  person: Person,
  { username, other, amount }: Record<'username' | 'other' | 'amount', string>,
): Promise<void> {
  await person.open(topUpsPath);
  await request(person, 'USDC', amount);
  await person.sees(`Pay $${amount}.00 in USDC`);
  const address = await person.read('Payment address');
  assert.equal(address, `${plaza}/api/wallet/top-up?username=${username}&amount=${amount}`);
  const quoted = await fetch(address);
  assert.equal(quoted.status, 402);
  const headers = payOnBase({ headers: Object.fromEntries(quoted.headers) }, app.clock.now());
  const elsewhere = await fetch(address.replace(username, other), { headers });
  assert.equal(elsewhere.status, 402, 'a payment tops up no other wallet');
  for (const answer of [await fetch(address, { headers }), await fetch(address, { headers })]) {
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { username, amount, currency: 'USD' });
  }
}

export async function topUpByOperator(operator: Person, username: string, amount: string): Promise<void> {
  await operator.open('/operator/wallets/top-ups');
  await operator.fill('Username', username);
  await operator.fill('Amount in USD', amount);
  await operator.fill('Reason', 'Paid at the desk');
  await operator.press('Credit wallet');
  await operator.sees('credited');
}

// Paid calls with the published clients, the published facilitator, and both chains running locally.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { startLocalStack } from './local-stack.ts';
import type { LocalStack } from './local-stack.ts';
import { toHeader } from './payments.ts';
import type { Offer } from './payments.ts';

let stack: LocalStack;
let services: Services;
let payTo: { base: string; solana: string };

before(async () => {
  stack = await startLocalStack();
  services = await startServices(stack.environment);
  const response = await fetch(`${services.plaza}/api/trending`);
  const { accepts } = decode(response.headers.get('payment-required')) as { accepts: Offer[] };
  payTo = { base: accepts[0]?.payTo ?? '', solana: accepts[1]?.payTo ?? '' };
  await stack.open(payTo.solana);
});

after(async () => {
  await services.stop();
  await stack.stop();
});

const decode = (header: string | null | undefined): unknown =>
  JSON.parse(Buffer.from(header ?? '', 'base64').toString() || '{}');

const errorOf = (response: Response) =>
  (decode(response.headers.get('payment-required')) as { error?: string }).error;

const kinds = ([1, 2] as const).flatMap((version) =>
  (['base', 'solana'] as const).map((network) => ({ version, network })),
);

for (const { version, network } of kinds)
  for (const method of ['GET', 'POST'] as const)
    test(`version ${version} pays exactly the quote on ${network} by ${method}`, async () => {
      const before = await stack.balances(payTo);
      const list = {
        url: `${services.plaza}/api/trending`,
        ...(method === 'POST' && { body: { period: '7d' } }),
      };
      const { status, headers, body, left } = await stack.buy({ version, network, method, ...list });
      assert.equal(status, 200, body);
      assert.ok(JSON.parse(body));
      const settlement = decode(headers[version === 1 ? 'x-payment-response' : 'payment-response']) as {
        success: boolean;
        transaction: string;
      };
      assert.ok(settlement.success && settlement.transaction);
      const now = await stack.balances(payTo);
      assert.equal(left, '995000');
      assert.equal(BigInt(now[network]) - BigInt(before[network]), 5000n);
      assert.deepEqual([now.verify - before.verify, now.settle - before.settle], [1, 1]);
    });

for (const { version, network } of kinds)
  test(`version ${version} on ${network}: sent again, changed, and many times at once`, async () => {
    const url = `${services.plaza}/api/posts?limit=3`;
    const { status, body, payment = {}, left } = await stack.buy({ version, network, url });
    assert.equal(status, 200, body);
    const before = await stack.balances(payTo);
    const copies = await Promise.all(Array.from({ length: 8 }, () => fetch(url, { headers: payment })));
    for (const copy of copies) assert.deepEqual([copy.status, await copy.text()], [200, body]);
    for (const changed of ['/api/posts?limit=4', '/api/posts', '/api/forums?limit=3']) {
      const response = await fetch(services.plaza + changed, { headers: payment });
      assert.deepEqual([response.status, errorOf(response)], [402, 'input_mismatch'], changed);
    }
    const posted = await fetch(`${services.plaza}/api/posts`, {
      method: 'POST',
      headers: { ...payment, 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 3 }),
    });
    assert.equal(posted.status, 402);
    assert.deepEqual(await stack.balances(payTo), before);
    assert.ok(Number(left) < 1_000_000);
  });

test('concurrent payments are all answered', async () => {
  const url = `${services.plaza}/api/trending`;
  const bought = await Promise.all(kinds.map((kind) => stack.buy({ ...kind, url })));
  assert.deepEqual(
    bought.map(({ status }) => status),
    [200, 200, 200, 200],
  );
});

// On Solana, the client of version 1 detects this itself.
for (const { version, network } of kinds.filter((kind) => kind.version === 2 || kind.network === 'base'))
  test(`version ${version} on ${network}: a wallet without funds gets an error that says so`, async () => {
    const before = await stack.balances(payTo);
    const url = `${services.plaza}/api/trending`;
    const { status, headers } = await stack.buy({ version, network, url, funds: '10' });
    assert.equal(status, 402);
    const { error } = decode(headers['payment-required']) as { error: string };
    assert.match(error, /insufficient|simulation/);
    const now = await stack.balances(payTo);
    assert.deepEqual([now.base, now.solana], [before.base, before.solana]);
  });

for (const { version, network } of kinds)
  test(`version ${version} on ${network}: a lost settlement is 503, and is found when the payment is sent again`, async () => {
    const before = await stack.balances(payTo);
    const url = `${services.plaza}/api/trending?period=30d`;
    await stack.behave('lose');
    const { status, headers, payment = {}, left } = await stack.buy({ version, network, url });
    await stack.behave('right');
    assert.equal(status, 503);
    assert.ok(Number(headers['retry-after']) > 0);
    assert.equal(headers['payment-required'], undefined);
    assert.equal(left, '995000');
    const again = await fetch(url, { headers: payment });
    assert.equal(again.status, 200, await again.text());
    const now = await stack.balances(payTo);
    assert.equal(BigInt(now[network]) - BigInt(before[network]), 5000n);
  });

for (const { version, network } of kinds)
  test(`version ${version} on ${network}: missing content costs nothing`, async () => {
    const url = `${services.plaza}/api/post?id=123456789`;
    const { status, left } = await stack.buy({ version, network, url });
    assert.deepEqual([status, left], [404, '1000000']);
  });

test('a forged echo over a signed memo is rejected', async () => {
  const url = `${services.plaza}/api/posts?limit=2`;
  const { payment = {} } = await stack.buy({ version: 2, network: 'solana', url, funds: '10' });
  const other = `${services.plaza}/api/posts?limit=1`;
  const quoted = decode((await fetch(other)).headers.get('payment-required')) as { accepts: Offer[] };
  const sent = decode(payment['payment-signature']) as { accepted: Offer };
  // The echo belongs to the other call, the transaction does not.
  const amount = sent.accepted.amount;
  const forged = { ...sent, accepted: { ...quoted.accepts[1], amount } };
  const response = await fetch(other, { headers: { 'payment-signature': toHeader(forged) } });
  assert.deepEqual([response.status, errorOf(response)], [402, 'input_mismatch']);
});

test('the script in docs/paid.md buys a call unchanged', async () => {
  const [, script = ''] = /```js\n([^]*?)```/.exec(readFileSync('docs/paid.md', 'utf8')) ?? [];
  const before = await stack.balances(payTo);
  // Uses the packages of the stack.
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', script.replace('https://plaza.example', services.plaza)],
    {
      cwd: 'x402-stack',
      env: { PATH: process.env.PATH, PRIVATE_KEY: await stack.fund() },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const said = await text(child.stdout);
  assert.match(said, /period: '7d'/);
  const now = await stack.balances(payTo);
  assert.equal(BigInt(now.base) - BigInt(before.base), 5000n);
});

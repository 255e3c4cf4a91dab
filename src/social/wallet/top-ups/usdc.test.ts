import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';

const path = '/settings/wallet/top-ups';
const form = (amount: string) => ({ amount, way: 'usdc', key: crypto.randomUUID() });

testPlaza('the wallet shows the API call to top it up, with the amount', async ({ plaza, ada }) => {
  const sent = await plaza.form(ada, path, form('20.50'));
  assert.deepEqual([sent.status, sent.headers.location], [303, `${path}/usdc?amount=20.5`]);
  const { status, text } = await plaza.page(ada, `${path}/usdc?amount=20.5`);
  assert.equal(status, 200);
  assert.match(text, /Pay \$20\.50 in USDC/);
  const [, call = ''] = /data-copy="([^"]+\/api\/wallet\/top-up[^"]+)"/.exec(text) ?? [];
  const { pathname, searchParams } = new URL(call.replaceAll('&amp;', '&'));
  assert.deepEqual([searchParams.get('username'), searchParams.get('amount')], [ada.username, '20.5']);
  assert.equal((await plaza.page(undefined, `${pathname}?${searchParams.toString()}`)).status, 402);
  assert.equal((await plaza.page(ada, `${path}/usdc`)).status, 200);
});

testPlaza('reports an amount outside the limits at its field', async ({ plaza, ada }) => {
  for (const amount of ['', '4.99', '1000.01', '-5', 'much']) {
    const { status, text } = await plaza.form(ada, path, form(amount));
    assert.equal(status, 422, amount);
    assert.match(text, /id="field-amount-error"/);
  }
  assert.equal((await plaza.page(ada, `${path}/usdc?amount=much`)).status, 400);
});

for (const settings of [{ CURRENCY: 'EUR' }, { TOP_UP_USDC: false }])
  testPlaza(
    `USDC is not offered with ${JSON.stringify(settings)}`,
    async ({ plaza, ada }) => {
      assert.doesNotMatch((await plaza.page(ada, path)).text, /USDC/);
      assert.equal((await plaza.page(ada, `${path}/usdc`)).status, 404);
      assert.equal((await plaza.form(ada, path, form('20'))).status, 422);
      assert.equal((await plaza.page(undefined, '/api/wallet/top-up')).status, 404);
    },
    settings,
  );

testPlaza('a top-up returns to its purchase, and to no other site', async ({ plaza, ada }) => {
  const here = '/subscribe/12';
  const form = await plaza.page(ada, `${path}?return_to=${encodeURIComponent(here)}`);
  assert.match(form.text, /name="return_to" value="\/subscribe\/12"/);
  const sent = { amount: '20', way: 'usdc', key: crypto.randomUUID(), return_to: here };
  const { location } = (await plaza.form(ada, path, sent)).headers;
  assert.match(
    (await plaza.page(ada, String(location))).text,
    /href="\/subscribe\/12"\s*>Back to your purchase/,
  );
  for (const other of [
    '//evil.example/',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    const { text } = await plaza.page(ada, `${path}?return_to=${encodeURIComponent(other)}`);
    assert.doesNotMatch(text, /name="return_to"/);
  }
});

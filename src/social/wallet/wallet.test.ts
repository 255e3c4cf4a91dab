import assert from 'node:assert/strict';
import sharp from 'sharp';
import { randomUUID } from 'node:crypto';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import type { Viewer } from '../../platform/app.ts';
import { listNotifications } from '../notifications/reading.ts';
import { inWords } from '../notifications/notification.ts';
import { earnings, provider, transfer, wallet } from './ledger.ts';
import { checkAndNotify, checkLedger, getBalances } from './balances.ts';

const key = () => randomUUID();
const path = '/settings/wallet';
const operatorPath = '/operator/wallets';
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

const credit = ({ plaza, olga }: World, username: string, amount: string) =>
  plaza.form(olga, `${operatorPath}/top-ups`, { username, amount, reason: 'Cash at the door', key: key() });

const notified = async ({ app }: World, viewer: Viewer) =>
  (await listNotifications(app, viewer)).items.map(inWords);

const mails = async ({ app }: World) =>
  (await queuedJobs(app))
    .filter(({ name }) => name === 'system.deliver-mail')
    .map(({ payload }) => (payload as { subject: string }).subject);

/** Checked after every test: the ledger is consistent. */
const isSound = async ({ app }: World) => assert.deepEqual((await checkLedger(app)).mistakes, []);

testPlaza('an operator can credit a wallet with a reason, and reverse the credit', async (world) => {
  const { app, plaza, ada, bob, olga } = world;
  assert.match((await plaza.page(ada, path)).text, /No transactions yet/);
  assert.equal((await credit(world, 'ada', '25.50')).status, 303);
  assert.equal((await getBalances(app, ada.id)).wallet, 25_500_000n);
  const shown = (await plaza.page(ada, path)).text;
  assert.match(shown, /\$25\.50/);
  assert.match(shown, /Credit<\/a>/);
  assert.deepEqual(await notified(world, ada), ['You were credited $25.50']);
  assert.deepEqual(await mails(world), ['You were credited $25.50']);
  const audit = (await plaza.page(olga, '/operator/audit')).text;
  assert.match(audit, /\$25\.50: Cash at the door/);

  const back = /href="(\/operator\/wallets\/top-ups\/\d+\/return)"/.exec(
    (await plaza.page(olga, `${operatorPath}/top-ups`)).text,
  )?.[1];
  assert.ok(back);
  assert.match((await plaza.page(olga, back)).text, /Reverse \$25\.50/);
  for (const person of [ada, bob])
    assert.equal((await plaza.form(person, back, { reason: 'x' })).status, 403);
  assert.equal((await plaza.form(olga, back, { reason: '' })).status, 422);
  assert.equal((await plaza.form(olga, back, { reason: 'Counted wrongly' })).status, 303);
  assert.equal((await plaza.form(olga, back, { reason: 'Counted wrongly' })).status, 409);
  assert.equal((await getBalances(app, ada.id)).wallet, 0n);
  await isSound(world);
});

testPlaza('a spent credit cannot be reversed, and nothing moves', async (world) => {
  const { app, plaza, ada, bob, olga } = world;
  await credit(world, 'ada', '5');
  const spent = { from: wallet(ada.id), to: earnings(bob.id), amount: 1n, kind: 'tip' };
  await transfer(app, [spent], { key: 'spent', cause: { subject: 'test' } });
  const page = (await plaza.page(olga, `${operatorPath}/top-ups`)).text;
  const back = /href="(\/operator\/wallets\/top-ups\/\d+\/return)"/.exec(page)?.[1] ?? '';
  assert.equal((await plaza.form(olga, back, { reason: 'Mistake' })).status, 402);
  assert.equal((await getBalances(app, ada.id)).wallet, 4_999_999n);
  await isSound(world);
});

const wrongAmounts = ['', '0', '-5', '1e3', '5.001', 'many', '99999999', '1 0', '5,00', '1'.repeat(50)];

testPlaza('reports a credit without an amount, reason or recipient at its field', async (world) => {
  const { plaza, olga, ada } = world;
  const good = { username: 'ada', amount: '5', reason: 'Cash' };
  const wrong = [
    ...wrongAmounts.map((amount) => [{ amount }, 'amount'] as const),
    [{ reason: ' ' }, 'reason'] as const,
    [{ username: 'nobody-here' }, 'username'] as const,
  ];
  for (const [change, field] of wrong) {
    const sent = { ...good, ...change, key: key() };
    const { status, text } = await plaza.form(olga, `${operatorPath}/top-ups`, sent);
    assert.equal(status, 422, JSON.stringify(change));
    assert.match(text, new RegExp(`id="field-${field}-error"`), JSON.stringify(change));
  }
  assert.equal((await plaza.form(ada, `${operatorPath}/top-ups`, { ...good, key: key() })).status, 403);
  assert.equal((await checkLedger(world.app)).transfers, 0);
});

testPlaza(
  'a bank transfer has a reference and a receipt, and is credited when confirmed',
  async (world) => {
    const { app, plaza, ada, bob, olga } = world;
    const sent = { amount: '20', way: 'bank', key: key() };
    const first = await plaza.form(ada, `${path}/top-ups`, sent);
    const again = await plaza.form(ada, `${path}/top-ups`, sent);
    assert.equal(first.status, 303);
    assert.equal(
      again.headers.location,
      first.headers.location,
      'resubmitting a form creates no second top-up',
    );
    const here = first.headers.location ?? '';
    const waiting = (await plaza.page(ada, here)).text;
    assert.match(waiting, /TU-[A-Z2-9]{10}/);
    assert.match(waiting, /DE02 1234/);
    for (const at of [here, `${here}/receipt`, `${here}/cancel`])
      assert.equal((await plaza.form(bob, at)).status >= 400, true, at);
    assert.equal((await plaza.page(bob, here)).status, 404);

    const upload = (body: Buffer) =>
      plaza.multipart(ada, `${here}/receipt`, {}, { field: 'receipt', name: 'receipt.pdf', body });
    assert.equal((await upload(Buffer.from('<script>alert(1)</script>'))).status, 422);
    assert.equal((await upload(pdf)).status, 303);
    assert.equal((await upload(pdf)).status, 303);
    assert.deepEqual(await notified(world, olga), [
      'A bank transfer of $20.00 is waiting for your confirmation',
    ]);

    const id = here.split('/').at(-1) ?? '';
    const receipt = `${operatorPath}/bank-transfers/${id}/receipt`;
    const { headers, text } = await plaza.page(olga, receipt);
    assert.equal(headers['content-type'], 'application/pdf');
    assert.match(String(headers['content-disposition']), /^attachment/);
    assert.equal(text, pdf.toString());
    assert.equal((await plaza.page(ada, receipt)).status, 403);
    // Where a picture was taken is nobody's business, and what is behind its end neither.
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .jpeg()
      .withExif({ IFD0: { ImageDescription: 'Home' } })
      .toBuffer();
    assert.equal((await upload(Buffer.concat([photo, Buffer.from('<script>')]))).status, 303);
    const picture = await plaza.page(olga, receipt);
    assert.equal(picture.headers['content-type'], 'image/webp');
    assert.doesNotMatch(picture.text, /Home|<script>/);

    assert.match((await plaza.page(olga, `${operatorPath}/bank-transfers`)).text, /\$20\.00/);
    const confirm = `${operatorPath}/bank-transfers/${id}/confirm`;
    assert.equal((await plaza.form(ada, confirm)).status, 403);
    assert.deepEqual(
      [(await plaza.form(olga, confirm)).status, (await plaza.form(olga, confirm)).status],
      [303, 409],
    );
    assert.equal((await getBalances(app, ada.id)).wallet, 20_000_000n);
    assert.deepEqual(await notified(world, ada), ['$20.00 was added to your wallet']);
    assert.deepEqual(await mails(world), ['Receipt: $20.00 added to your wallet']);
    await isSound(world);
  },
  { BANK_DETAILS: 'Plaza e.V.\nDE02 1234' },
);

testPlaza(
  'a bank transfer can be rejected with a reason, and nothing is credited',
  async (world) => {
    const { app, plaza, ada, olga } = world;
    const { headers } = await plaza.form(ada, `${path}/top-ups`, { amount: '20', way: 'bank', key: key() });
    const here = headers.location ?? '';
    const at = `${operatorPath}/bank-transfers/${here.split('/').at(-1) ?? ''}/refuse`;
    const refused = await plaza.form(olga, at, { reason: '' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Enter a reason/);
    assert.equal((await plaza.form(olga, at, { reason: 'No money came' })).status, 303);
    assert.match((await plaza.page(ada, here)).text, /No money came/);
    assert.deepEqual(await notified(world, ada), ['Your bank transfer of $20.00 was not confirmed']);
    assert.equal((await getBalances(app, ada.id)).wallet, 0n);
  },
  { BANK_DETAILS: 'Plaza e.V.' },
);

testPlaza(
  'reports invalid top-up amounts at their field, and limits pending top-ups',
  async (world) => {
    const { plaza, ada } = world;
    for (const amount of [...wrongAmounts, '4.99', '1000.01']) {
      const { status, text } = await plaza.form(ada, `${path}/top-ups`, { amount, way: 'bank', key: key() });
      assert.equal(status, 422, amount);
      assert.match(text, /id="field-amount-error"/, amount);
    }
    const elsewhere = await plaza.form(ada, `${path}/top-ups`, { amount: '5', way: 'stripe', key: key() });
    assert.equal(elsewhere.status, 422);
    const send = () => plaza.form(ada, `${path}/top-ups`, { amount: '5', way: 'bank', key: key() });
    const statuses = [await send(), await send(), await send()].map(({ status }) => status);
    assert.deepEqual(statuses, [303, 303, 409]);
  },
  { BANK_DETAILS: 'Plaza e.V.', TOP_UP_PENDING_LIMIT: 2 },
);

testPlaza('a payout is held, approved and marked as paid', async (world) => {
  const { app, plaza, ada, bob, olga } = world;
  const earned = { from: provider('operator'), to: earnings(ada.id), amount: 50_000_000n, kind: 'tip' };
  await transfer(app, [earned], { key: 'earned', cause: { subject: 'test' } });
  const asked = { source: 'earnings', amount: '30', destination: 'DE11 2222', key: key() };
  assert.equal((await plaza.form(ada, `${path}/payouts`, asked)).status, 303);
  assert.equal(
    (await plaza.form(ada, `${path}/payouts`, asked)).status,
    409,
    'resubmitting a form requests no second payout',
  );
  assert.deepEqual(await getBalances(app, ada.id), { wallet: 0n, held: 30_000_000n, earnings: 20_000_000n });
  assert.deepEqual(await notified(world, olga), ['A payout of $30.00 is waiting for your approval']);

  const page = (await plaza.page(olga, `${operatorPath}/payouts`)).text;
  assert.match(page, /DE11 2222/);
  const at = /action="(\/operator\/wallets\/payouts\/\d+)\/approve"/.exec(page)?.[1] ?? '';
  assert.equal((await plaza.form(olga, `${at}/paid`, { reference: 'SEPA 1' })).status, 409);
  assert.equal((await plaza.form(ada, `${at}/approve`)).status, 403);
  assert.equal(
    (await plaza.form(bob, `${at.replace('operator/wallets', 'settings/wallet')}/cancel`)).status,
    404,
  );
  assert.equal((await plaza.form(olga, `${at}/approve`)).status, 303);
  assert.equal((await plaza.form(olga, `${at}/paid`, { reference: '' })).status, 422);
  assert.equal((await plaza.form(olga, `${at}/paid`, { reference: 'SEPA 1' })).status, 303);
  assert.equal((await plaza.form(olga, `${at}/paid`, { reference: 'SEPA 1' })).status, 409);
  assert.deepEqual(await getBalances(app, ada.id), { wallet: 0n, held: 0n, earnings: 20_000_000n });
  assert.match((await plaza.page(ada, `${path}/payouts`)).text, /SEPA 1/);
  assert.deepEqual(await notified(world, ada), [
    'Your payout of $30.00 was paid',
    'Your payout of $30.00 was approved',
    'You requested a payout of $30.00',
  ]);
  assert.deepEqual(await mails(world), ['Your payout of $30.00 was paid']);
  await isSound(world);
});

testPlaza(
  'returns the money of a rejected or canceled payout, and rejects one beyond the balance',
  async (world) => {
    const { app, plaza, ada, olga } = world;
    await credit(world, 'ada', '50');
    const ask = (amount: string) =>
      plaza.form(ada, `${path}/payouts`, { source: 'wallet', amount, destination: 'IBAN', key: key() });
    for (const amount of [...wrongAmounts, '9.99'])
      assert.equal((await ask(amount)).status, amount === '99999999' ? 402 : 422, amount);
    const beyond = await ask('50.01');
    assert.equal(beyond.status, 402);
    assert.match(beyond.text, /id="field-amount-error"/);
    assert.equal((await ask('20')).status, 303);
    const page = (await plaza.page(ada, `${path}/payouts`)).text;
    const cancel = /action="(\/settings\/wallet\/payouts\/\d+\/cancel)"/.exec(page)?.[1] ?? '';
    assert.deepEqual(
      [(await plaza.form(ada, cancel)).status, (await plaza.form(ada, cancel)).status],
      [303, 409],
    );
    assert.equal((await ask('20')).status, 303);
    const open = (await plaza.page(olga, `${operatorPath}/payouts`)).text;
    const at = /action="(\/operator\/wallets\/payouts\/\d+)\/approve"/.exec(open)?.[1] ?? '';
    assert.equal((await plaza.form(olga, `${at}/refuse`, { reason: '' })).status, 422);
    assert.equal((await plaza.form(olga, `${at}/refuse`, { reason: 'Unknown account' })).status, 303);
    assert.equal((await plaza.form(olga, `${at}/approve`)).status, 409);
    assert.deepEqual(await getBalances(app, ada.id), { wallet: 50_000_000n, held: 0n, earnings: 0n });
    await isSound(world);
  },
);

testPlaza('moves earnings to the wallet once per form', async (world) => {
  const { app, plaza, ada } = world;
  const earned = { from: provider('operator'), to: earnings(ada.id), amount: 5_000_000n, kind: 'tip' };
  await transfer(app, [earned], { key: 'earned', cause: { subject: 'test' } });
  const sent = { amount: '3', key: key() };
  for (const status of [303, 303]) assert.equal((await plaza.form(ada, `${path}/move`, sent)).status, status);
  assert.deepEqual(await getBalances(app, ada.id), { wallet: 3_000_000n, held: 0n, earnings: 2_000_000n });
  assert.equal((await plaza.form(ada, `${path}/move`, { ...sent, amount: '2' })).status, 409);
  const { status, text } = await plaza.form(ada, `${path}/move`, { amount: '2.01', key: key() });
  assert.equal(status, 402);
  assert.match(text, /The amount is more than your earnings/);
  await isSound(world);
});

testPlaza('notifies operators of an inconsistent ledger', async (world) => {
  const { app, plaza, olga } = world;
  await credit(world, 'ada', '5');
  await checkAndNotify(app);
  assert.deepEqual(await notified(world, olga), []);
  assert.equal((await plaza.form(olga, `${operatorPath}/check`)).status, 303);
  await app.db
    .updateTable('social.ledger_account')
    .set({ balance: '7' })
    .where('kind', '=', 'wallet')
    .execute();
  await checkAndNotify(app);
  assert.deepEqual(await notified(world, olga), ['The ledger is not balanced']);
  const { headers } = await plaza.form(olga, `${operatorPath}/check`);
  const [, flash = ''] = /flash=([^;]+)/.exec(String(headers['set-cookie'])) ?? [];
  assert.match(Buffer.from(flash, 'base64url').toString(), /is not balanced: account \d+ has a balance of 7/);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { addPerson, device, password } from '../../../test/world.ts';
import { requestAccountDeletion } from '../../identity/account-deletion/account-deletion.ts';
import { days } from '../../kernel/time.ts';
import { databaseProblem } from '../../platform/database/errors.ts';
import { inTransaction, type Viewer } from '../../platform/app.ts';
import { addPlan } from '../monetization/plans.ts';
import { addPage, deletePage } from '../pages/editing.ts';
import { checkLedger, forfeitBalance, getBalances, moveEarnings } from '../wallet/balances.ts';
import { plainMoney } from '../wallet/money.ts';
import { creditWallet } from '../wallet/top-ups/credit.ts';
import { getEarnings } from './earnings.ts';
import { quoteEnding } from './ending.ts';
import { notifyEnded } from './renewal.ts';
import { changePlan, subscribeToPlan } from './subscribing.ts';

const monthly = { periodNum: '1', period: 'month', description: '' } as const;
const salesPath = '/settings/monetization/sales';
const api = '/apis/php/monetization/end_subscriptions';

const creditBy = ({ app, olga }: World, username: string, amount: string) =>
  creditWallet(app, olga, { username, amount, reason: 'Test', key: randomUUID() });
const balancesOf = async ({ app }: World, { id }: Viewer) => {
  const { wallet, earnings } = await getBalances(app, id);
  return [plainMoney(wallet), plainMoney(earnings)];
};
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  const problem = databaseProblem(error);
  assert.equal(problem?.kind, 'conflict');
  return problem.message;
};
const close = ({ app }: World, { id }: Viewer) =>
  inTransaction(app, (app) => requestAccountDeletion(app, id, 'account', { password, device }));

/** Ada sells plans. Bob and carol have paid for April, and dora has a trial. */
async function sellApril(world: World) {
  const { app, ada, bob, carol } = world;
  app.clock.set(new Date('2026-04-01T00:00:00Z'));
  const seller = { type: 'profile', id: ada.id } as const;
  const plan = (title: string, price: string, trialDays = '0') =>
    addPlan(app, ada, seller, { ...monthly, title, price, trialDays });
  const silver = await plan('Silver', '10');
  const gold = await plan('Gold', '30');
  const trial = await plan('Trial', '5', '90');
  const dora = await addPerson(app, 'dora');
  for (const name of ['bob', 'carol']) await creditBy(world, name, '100');
  const bobs = await subscribeToPlan(app, bob, silver);
  await subscribeToPlan(app, carol, silver);
  await subscribeToPlan(app, dora, trial);
  app.clock.set(new Date('2026-04-16T00:00:00Z'));
  return { silver, gold, seller, bobs, dora };
}

testPlaza(
  'deleting an account ends all subscriptions and refunds the unused time from its earnings',
  async (world) => {
    const { app, plaza, ada, bob, carol } = world;
    const { gold, seller, bobs } = await sellApril(world);
    // Half of April is unused: $30 minus $5, until May 16.
    await changePlan(app, bob, bobs, gold);
    assert.match(await refusal(close(world, ada)), /^You have paying subscribers/);
    assert.deepEqual(await quoteEnding(app, seller), {
      subscribers: 3,
      refunded: 35_000_000n,
      fromWallet: 0n,
      missing: 0n,
    });
    const page = (await plaza.page(ada, salesPath)).text;
    assert.match(
      page,
      /3 subscriptions end immediately, and \$35\.00 is refunded[^]*paid from your earnings, and its commission/,
    );
    const ended = await plaza.form(ada, `${salesPath}/end`, {});
    assert.deepEqual([ended.status, ended.headers.location], [303, salesPath]);

    // Bob paid 10 + 25, of which 30 were unused. Carol paid 10, of which 5 were unused.
    assert.deepEqual(await balancesOf(world, bob), ['95', '0']);
    assert.deepEqual(await balancesOf(world, carol), ['95', '0']);
    assert.deepEqual(await balancesOf(world, ada), ['0', '9.5']);
    const { months } = await getEarnings(app, seller);
    assert.equal(months.at(-1)?.net, 9_500_000n);
    const sales = await app.db
      .selectFrom('social.sale')
      .orderBy('id')
      .select(['amount', 'refunded'])
      .execute();
    assert.deepEqual(
      sales.map(({ amount, refunded }) => [amount, refunded]),
      [
        ['10000000', '5000000'],
        ['10000000', '5000000'],
        ['25000000', '25000000'],
      ],
    );
    const members = await app.db.selectFrom('social.membership').select('ended_reason').execute();
    assert.ok(members.every(({ ended_reason }) => ended_reason === 'closed'));
    assert.deepEqual(
      (await plaza.api(bob, 'GET', `/apis/php/monetization/monetization_plans?node_id=${ada.id}`)).body.data,
      [],
    );
    assert.match((await plaza.page(ada, salesPath)).text, /Refunded \$5\.00/);
    assert.match((await plaza.page(bob, '/settings/wallet')).text, /Refund/);
    assert.equal((await plaza.form(ada, `${salesPath}/end`, {})).status, 409);

    const notified = (await queuedJobs(app)).filter(({ name }) => name === notifyEnded.name);
    for (const { payload } of notified) await notifyEnded.work(app, payload as never);
    const events = await app.db
      .selectFrom('social.notification')
      .where('account_id', '=', carol.id)
      .where('kind', '=', 'money')
      .orderBy('id')
      .select(['money_event', 'amount'])
      .execute();
    assert.deepEqual(
      events.slice(-2).map(({ money_event, amount }) => [money_event, amount]),
      [
        ['refunded', '5000000'],
        ['subscription_ended', '10000000'],
      ],
    );
    await forfeitBalance(app, ada.id);
    assert.ok((await close(world, ada)).dueAt);
    assert.deepEqual((await checkLedger(app)).mistakes, []);
  },
);

testPlaza('reports a shortfall of earnings and wallet, which the operator can cover', async (world) => {
  const { app, plaza, ada, bob, carol, olga } = world;
  await sellApril(world);
  await moveEarnings(app, ada, { amount: '12', key: randomUUID() });
  await forfeitBalance(app, ada.id);
  await creditBy(world, 'ada', '3');
  const before = await balancesOf(world, bob);
  // 10 are due, 0.50 of it commission, and 3 are available.
  const short = await plaza.api(ada, 'POST', api, {});
  assert.deepEqual(
    [short.status, short.body.message],
    [402, 'Your earnings and wallet are $6.50 short of the refunds. Top up, or contact the operator.'],
  );
  assert.match((await plaza.page(ada, salesPath)).text, /You are \$6\.50 short[^]*return_to=/);
  assert.deepEqual([await balancesOf(world, bob), await balancesOf(world, ada)], [before, ['3', '0']]);
  for (const [who, body, status] of [
    [undefined, {}, 401],
    [bob, {}, 409],
    [bob, { node_type: 'profile', node_id: ada.id }, 403],
    [olga, { node_type: 'page', node_id: '999' }, 404],
    [olga, { node_type: 'profile', node_id: '999' }, 404],
    [ada, { node_type: 'group', node_id: '1' }, 400],
    [ada, { node_type: 'page' }, 400],
  ] as const)
    assert.equal((await plaza.api(who, 'POST', api, body)).status, status, JSON.stringify(body));

  const list = '/operator/sales?username=ada';
  assert.match(
    (await plaza.page(olga, list)).text,
    /Subscriptions to Ada Test[^]*do not cover \$9\.50 of the refund/,
  );
  assert.equal((await plaza.form(bob, '/operator/sales/end', { type: 'profile', id: ada.id })).status, 403);
  const ended = await plaza.form(olga, '/operator/sales/end', {
    type: 'profile',
    id: ada.id,
    username: 'ada',
  });
  assert.deepEqual([ended.status, ended.headers.location], [303, list]);
  assert.deepEqual(await balancesOf(world, bob), ['95', '0']);
  assert.deepEqual(await balancesOf(world, carol), ['95', '0']);
  assert.deepEqual(
    await balancesOf(world, ada),
    ['3', '0'],
    'refunds are not taken from the seller’s wallet',
  );
  const notes = await app.db.selectFrom('identity.audit').select(['action', 'detail']).execute();
  assert.ok(notes.some(({ action, detail }) => action === 'subscription.end_all' && detail === '3'));
  assert.deepEqual((await checkLedger(app)).mistakes, []);
});

testPlaza('only its owner can delete a page, after its subscribers are refunded', async (world) => {
  const { app, plaza, ada, bob, carol } = world;
  const id = await addPage(app, ada, {
    title: 'Bakery',
    username: 'bakery',
    about: '',
    website: '',
    category: '',
  });
  const seller = { type: 'page', id } as const;
  const plan = await addPlan(app, ada, seller, { ...monthly, title: 'Crumb', price: '10' });
  await creditBy(world, 'bob', '10');
  await subscribeToPlan(app, bob, plan);
  await app.db
    .insertInto('social.page_role')
    .values({ page_id: id, account_id: carol.id, role: 'admin', added_at: app.clock.now() })
    .execute();
  assert.match(
    await refusal(inTransaction(app, (app) => deletePage(app, ada, id))),
    /^This page has paying subscribers/,
  );
  const body = { node_type: 'page', node_id: id };
  assert.equal((await plaza.api(carol, 'POST', api, body)).status, 403);
  assert.ok(!(await plaza.page(carol, `${salesPath}?node_id=${id}`)).text.includes('id="ending"'));
  assert.match(
    (await plaza.page(ada, salesPath)).text,
    /Earnings of your pages[^]*Bakery[^]*\$9\.50[^]*\$9\.50/,
  );
  const earned = await plaza.api(ada, 'GET', `/apis/php/monetization/earnings?node_type=page&node_id=${id}`);
  const { months } = earned.body.data as { months: { month: string; amount: string }[] };
  assert.deepEqual([months.length, months.at(-1)?.amount], [12, '9.5']);
  assert.equal(
    (await plaza.api(bob, 'GET', `/apis/php/monetization/earnings?node_type=page&node_id=${id}`)).status,
    403,
  );
  const { status, body: answer } = await plaza.api(ada, 'POST', api, body);
  assert.deepEqual([status, answer.data], [200, { subscribers: '1', refunded: '10' }]);
  assert.deepEqual(await balancesOf(world, bob), ['10', '0']);
  await deletePage(app, ada, id);
  assert.deepEqual((await checkLedger(app)).mistakes, []);
});

testPlaza('does not refund elapsed time, after which deletion is possible', async (world) => {
  const { app, ada } = world;
  const { seller } = await sellApril(world);
  app.clock.turn(days(16));
  assert.equal((await quoteEnding(app, seller)).refunded, 0n);
  await forfeitBalance(app, ada.id);
  assert.ok((await close(world, ada)).dueAt);
});

import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../../test/app.ts';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { addPerson, createWorld, device, password } from '../../../../test/world.ts';
import { requestAccountDeletion } from '../../../identity/account-deletion/account-deletion.ts';
import { days } from '../../../kernel/time.ts';
import { databaseProblem } from '../../../platform/database/errors.ts';
import { inTransaction, type App, type Viewer } from '../../../platform/app.ts';
import { runJobs } from '../../../platform/jobs/jobs.ts';
import { peopleSections } from '../../accounts/data/people-sections.ts';
import { refundSale } from '../../memberships/purchases.ts';
import { deletePost } from '../../posts/deleting.ts';
import { checkLedger, getBalances } from '../../wallet/balances.ts';
import { earnings, provider, transfer, wallet } from '../../wallet/ledger.ts';
import { toMoney } from '../../wallet/money.ts';
import { answerEvent, answerJobs } from '../answers.ts';
import { getDate } from '../event.ts';
import { addEvent, cancelEvent, changeDate, updateEvent } from '../events.ts';
import { listDates } from '../reading.ts';
import { refundCanceled } from './selling.ts';
import { checkIn, ticketOf } from './tickets.ts';

let number = 0;
const add = (app: App, host: Viewer, more: object = {}) => {
  const day = new Date(app.clock.now().getTime() + days(5)).toISOString().slice(0, 10);
  number += 1;
  return addEvent(app, host, {
    ...{
      title: `Night ${number}`,
      about: '',
      place: 'Oven',
      address: '',
      link: '',
      rule: '',
      capacity: null,
    },
    ...{ timeZone: 'Europe/Berlin', isAllDay: false, start: `${day}T19:00`, end: `${day}T21:00`, price: '5' },
    ...more,
  });
};

const give = (app: App, person: Viewer, amount: string) =>
  transfer(
    app,
    [{ from: provider('operator'), to: wallet(person.id), amount: toMoney(amount), kind: 'credit' }],
    { key: `credit ${person.id} ${amount}`, cause: { subject: 'credit' } },
  );

const testPaid = (title: string, work: (world: World) => Promise<void>) =>
  testPlaza(
    title,
    async (world) => {
      await work(world);
      assert.deepEqual((await checkLedger(world.app)).mistakes, []);
    },
    { MONETIZATION: 'members', COMMISSION_PERCENT: 10 },
  );

const walletOf = async (app: App, { id }: Viewer) => Number((await getBalances(app, id)).wallet) / 1e6;
const earningsOf = async (app: App, { id }: Viewer) => Number((await getBalances(app, id)).earnings) / 1e6;
const mine = async (app: App, viewer: Viewer, id: string, dateId?: string) =>
  (await getDate(app, viewer, id, dateId)).date.mine;
const go = (app: App, viewer: Viewer, id: string, price?: string) =>
  answerEvent(app, viewer, { id }, 'going', price);

testPaid('the link of an event is for those who paid for a ticket', async (world) => {
  const { app, plaza, ada, bob, carol, olga } = world;
  const link = 'https://meet.example/zqroom';
  const id = await add(app, ada, { link, place: '' });
  await give(app, bob, '20');
  const doors = async (viewer: Viewer | undefined) => {
    const api = `/apis/php/events`;
    const texts: { text: string }[] = await Promise.all([
      ...[`/events/${id}`, `/events/${id}/event.ics`, '/events', `/posts/${id}`].map((path) =>
        plaza.page(viewer, path),
      ),
      ...[`${api}/event?id=${id}`, api].map((url) =>
        plaza.api(viewer, 'GET', url).then(({ body }) => ({ text: JSON.stringify(body) })),
      ),
    ]);
    if (viewer) {
      const exported = peopleSections('', viewer.id).find(({ name }) => name === 'events');
      const { rows } = exported ? await exported.rows.execute(app.db) : { rows: [] };
      texts.push({ text: JSON.stringify(rows) });
    }
    // Lines of calendars are folded.
    return texts.some(({ text }) => text.replaceAll('\r\n ', '').includes('zqroom'));
  };
  const seen = async () =>
    Promise.all([undefined, ada, bob, carol, olga].map(async (viewer) => Number(await doors(viewer))));
  assert.deepEqual(await seen(), [0, 1, 0, 0, 1]);
  assert.match((await plaza.page(carol, `/events/${id}`)).text, /The link is for guests with a ticket/);
  const { headers } = await plaza.page(bob, `/events/${id}/event.ics`);
  assert.equal(headers['cache-control'], 'private, no-store');
  await go(app, bob, id, '5');
  await answerEvent(app, carol, { id }, 'interested');
  assert.deepEqual(await seen(), [0, 1, 1, 0, 1]);
  await answerEvent(app, bob, { id }, 'declined');
  assert.deepEqual(await seen(), [0, 1, 0, 0, 1]);
  // The host keeps it when something else changes, and of free events everyone sees it.
  await updateEvent(app, ada, id, { title: 'Another night' });
  assert.equal((await getDate(app, ada, id)).event.link, link);
  await updateEvent(app, ada, id, { price: '0' });
  assert.deepEqual(await seen(), [1, 1, 1, 1, 1]);
});

testPaid(
  'a place is paid once at the price that was seen, and given back before the start',
  async (world) => {
    const { app, plaza, ada, bob, carol } = world;
    await give(app, bob, '20');
    const id = await add(app, ada);
    const path = '/apis/php/events/answer';
    const page = (await plaza.page(bob, `/events/${id}`)).text;
    assert.match(page, /Buy ticket for \$5\.00/);
    assert.match(page, /"priceCurrency":"USD"/);
    assert.equal((await plaza.api(bob, 'POST', path, { id, answer: 'going' })).status, 402);
    assert.equal((await plaza.api(bob, 'POST', path, { id, answer: 'going', price: '4' })).status, 409);
    assert.equal((await plaza.api(carol, 'POST', path, { id, answer: 'going', price: '5' })).status, 402);
    assert.deepEqual(
      [await mine(app, bob, id), await mine(app, carol, id), await walletOf(app, bob)],
      [null, null, 20],
    );
    await assert.rejects(answerEvent(app, { ...bob, agentName: 'bot' }, { id }, 'going', '5'), {
      kind: 'forbidden',
    });

    const sent = await Promise.all(
      [1, 2, 3].map(() => plaza.form(bob, `/events/${id}/answer`, { answer: 'going', price: '5' })),
    );
    assert.deepEqual(
      sent.map(({ status }) => status),
      [303, 303, 303],
    );
    assert.deepEqual(
      [await walletOf(app, bob), await earningsOf(app, ada), await mine(app, bob, id)],
      [15, 4.5, 'going'],
    );
    assert.match((await plaza.page(bob, `/events/${id}`)).text, /Your ticket/);
    // The host comes without a ticket.
    await go(app, ada, id);

    await answerEvent(app, bob, { id }, 'interested');
    assert.deepEqual(
      [await walletOf(app, bob), await earningsOf(app, ada), await mine(app, bob, id)],
      [20, 0, 'interested'],
    );
    await go(app, bob, id, '5');
    await answerEvent(app, bob, { id }, null);
    assert.deepEqual([await walletOf(app, bob), await mine(app, bob, id)], [20, null]);
    await go(app, bob, id, '5');

    // A new price is for the next guests.
    await updateEvent(app, ada, id, { price: '7' });
    await assert.rejects(go(app, carol, id, '5'), { kind: 'conflict' });
    await go(app, bob, id);
    assert.equal(await walletOf(app, bob), 15);

    // Not after the start, and not once checked in.
    const { date } = await getDate(app, ada, id);
    app.clock.turn(date.startsAt.getTime() - app.clock.now().getTime() - 1000);
    await checkIn(app, ada, id, ticketOf(app, await getDate(app, bob, id))?.code ?? '');
    await assert.rejects(answerEvent(app, bob, { id }, null), { kind: 'conflict' });
    const later = await add(app, ada);
    await go(app, bob, later, '5');
    const start = (await getDate(app, ada, later)).date.startsAt.getTime();
    app.clock.turn(start - app.clock.now().getTime() + 1000);
    await answerEvent(app, bob, { id: later }, 'declined');
    assert.equal(await walletOf(app, bob), 10);
  },
);

testWithDatabase(
  'two people do not get the last place, and who waits pays when it becomes free',
  async ({ app: opened, database }) => {
    const app = { ...opened, config: { ...opened.config, COMMISSION_PERCENT: 10 } };
    const { ada, bob, carol } = await createWorld(app);
    const runAll = () => runJobs(app, answerJobs, database.pool);
    const [dan, eve] = [await addPerson(app, 'dan'), await addPerson(app, 'eve')];
    for (const person of [bob, carol, eve]) await give(app, person, '20');
    const id = await add(app, ada, { capacity: 1 });
    await Promise.all([bob, carol].map((person) => go(app, person, id, '5')));
    const [first, second] = (await mine(app, bob, id)) === 'going' ? [bob, carol] : [carol, bob];
    assert.deepEqual([await mine(app, second, id), await walletOf(app, second)], ['waiting', 20]);
    await assert.rejects(go(app, dan, id), { kind: 'unpaid' });
    // Dan waits first after them, but cannot pay.
    app.clock.turn(1000);
    await go(app, dan, id, '5');
    app.clock.turn(1000);
    await go(app, eve, id, '5');

    await answerEvent(app, first, { id }, 'declined');
    await runAll();
    assert.deepEqual([await mine(app, second, id), await walletOf(app, second)], ['going', 15]);
    await answerEvent(app, second, { id }, null);
    await runAll();
    assert.deepEqual([await mine(app, dan, id), await mine(app, eve, id)], ['interested', 'going']);
    assert.deepEqual([await walletOf(app, eve), await earningsOf(app, ada)], [15, 4.5]);

    // Who waits is not charged more than they agreed to.
    await go(app, bob, id, '5');
    await updateEvent(app, ada, id, { price: '6' });
    await answerEvent(app, eve, { id }, null);
    await runAll();
    assert.deepEqual([await mine(app, bob, id), await walletOf(app, bob)], ['interested', 20]);
    assert.deepEqual((await checkLedger(app)).mistakes, []);
  },
  { MONETIZATION: 'members' },
);

testPaid('what does not take place is refunded, as soon as the host can', async (world) => {
  const { app, plaza, ada, bob, carol } = world;
  for (const person of [bob, carol]) await give(app, person, '50');
  const canceled = await add(app, ada);
  const deleted = await add(app, ada);
  const series = await add(app, ada, { rule: 'FREQ=WEEKLY;COUNT=2' });
  for (const id of [canceled, deleted]) for (const guest of [bob, carol]) await go(app, guest, id, '5');
  await assert.rejects(go(app, bob, series, '5'), { kind: 'conflict' });
  const [one, two] = await listDates(app, bob, series);
  assert.ok(one && two);
  for (const { id: dateId } of [one, two]) await answerEvent(app, bob, { id: series, dateId }, 'going', '5');
  assert.deepEqual([await walletOf(app, bob), await walletOf(app, carol)], [30, 40]);
  await assert.rejects(updateEvent(app, ada, series, { rule: '' }), { kind: 'conflict' });
  await assert.rejects(answerEvent(app, bob, { id: series }, null), { kind: 'conflict' });

  const close = () =>
    inTransaction(app, (app) => requestAccountDeletion(app, ada.id, 'account', { password, device }));
  await transfer(
    app,
    [{ from: earnings(ada.id), to: provider('operator'), amount: toMoney('27'), kind: 'spent' }],
    {
      key: 'all',
      cause: { subject: 'test' },
    },
  );
  await assert.rejects(
    close(),
    (error) => databaseProblem(error)?.message.includes('Cancel these events') === true,
  );
  await transfer(
    app,
    [{ from: provider('operator'), to: earnings(ada.id), amount: toMoney('27'), kind: 'credit' }],
    {
      key: 'all again',
      cause: { subject: 'test' },
    },
  );
  await changeDate(app, ada, { id: series, dateId: two.id }, 'cancel');
  await cancelEvent(app, ada, canceled);
  await deletePost(app, ada, deleted);
  // The host spent what she earned: she earned six tickets, and three of five refunds are covered.
  const spent = toMoney('13.50');
  await transfer(app, [{ from: earnings(ada.id), to: provider('operator'), amount: spent, kind: 'spent' }], {
    key: 'spent',
    cause: { subject: 'test' },
  });
  await refundCanceled(app);
  assert.equal((await walletOf(app, bob)) + (await walletOf(app, carol)), 85);
  await transfer(app, [{ from: provider('operator'), to: earnings(ada.id), amount: spent, kind: 'credit' }], {
    key: 'again',
    cause: { subject: 'test' },
  });
  await refundCanceled(app);
  await refundCanceled(app);
  assert.deepEqual(
    [await walletOf(app, bob), await walletOf(app, carol), await earningsOf(app, ada)],
    [45, 50, 4.5],
  );

  // A refund by the host or the operator takes the place.
  const sale = await app.db
    .selectFrom('social.sale')
    .where('kind', '=', 'ticket')
    .where('refunded_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow();
  await assert.rejects(refundSale(app, carol, sale.id), { kind: 'missing' });
  await refundSale(app, ada, sale.id);
  assert.equal(await mine(app, bob, series, one.id), 'interested');
  assert.match((await plaza.page(ada, '/settings/monetization/sales')).text, /Ticket/);
});

testPaid('only those who may earn money here sell tickets', async ({ app, plaza, ada }) => {
  for (const price of ['-1', '0.49', '1000.01', '2.505', 'much'])
    await assert.rejects(add(app, ada, { price }), { field: 'price' }, price);
  const id = await add(app, ada, { price: '0' });
  assert.equal((await getDate(app, ada, id)).event.price, null);
  assert.match((await plaza.page(ada, '/events/new')).text, /Price of a ticket/);
});

testPlaza(
  'nobody sells tickets where nobody earns money',
  async ({ app, plaza, ada }) => {
    await assert.rejects(add(app, ada), { kind: 'forbidden', field: 'price' });
    assert.doesNotMatch((await plaza.page(ada, '/events/new')).text, /Price of a ticket/);
    await add(app, ada, { price: '' });
  },
  { MONETIZATION: 'nobody' },
);

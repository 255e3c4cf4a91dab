import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { addPerson } from '../../../../test/world.ts';
import { days } from '../../../kernel/time.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { addGroup } from '../../groups/groups.ts';
import { joinGroup, leaveGroup } from '../../groups/membership.ts';
import { checkLedger, getBalances } from '../../wallet/balances.ts';
import { earnings, provider, transfer, wallet } from '../../wallet/ledger.ts';
import { toMoney } from '../../wallet/money.ts';
import { answerEvent, answerJobs } from '../answers.ts';
import { getDate } from '../event.ts';
import { addEvent } from '../events.ts';
import { lostPlaceJobs } from './lost-places.ts';
import { refundCanceled } from './selling.ts';
import { checkIn, ticketOf } from './tickets.ts';

/** Ada's group with Bob, Carol and Dan in it, and an event of it with one place. */
async function meet({ app, ada, bob, carol }: World, more: object = {}, kind = 'public') {
  const dan = await addPerson(app, 'dan');
  const groupId = await addGroup(app, ada, { kind, title: 'Bakers', about: '', rules: '', questions: [] });
  for (const person of [bob, carol, dan]) {
    const joined_at = app.clock.now();
    if (kind === 'public') await joinGroup(app, person, groupId, { accepts: true });
    else
      await app.db
        .insertInto('social.people_group_member')
        .values({ group_id: groupId, account_id: person.id, joined_at })
        .execute();
    const leg = { from: provider('operator'), to: wallet(person.id), amount: toMoney('20'), kind: 'credit' };
    await transfer(app, [leg], { key: `credit ${person.id}`, cause: { subject: 'credit' } });
  }
  const day = new Date(app.clock.now().getTime() + days(5)).toISOString().slice(0, 10);
  const typed = {
    ...{ title: 'Baking night', about: '', place: 'Oven', address: '', link: '', rule: '', capacity: 1 },
    ...{ timeZone: 'Europe/Berlin', isAllDay: false, start: `${day}T19:00`, end: `${day}T21:00` },
    ...more,
  };
  return { dan, groupId, id: await addEvent(app, ada, typed, { groupId }) };
}

const settings = { MONETIZATION: 'members', COMMISSION_PERCENT: 10 } as const;
const api = '/apis/php/groups';
const walletOf = async (app: App, { id }: Viewer) => Number((await getBalances(app, id)).wallet) / 1e6;
const mine = async ({ app, ada }: World, { id: account }: Viewer, id: string) => {
  const { date } = await getDate(app, ada, id);
  const own = app.db.selectFrom('social.event_answer').where('date_id', '=', date.id);
  return (await own.where('account_id', '=', account).select('answer').executeTakeFirst())?.answer ?? null;
};

/** Runs the jobs that were queued to take places back, and to sell them. */
async function runQueued({ app }: World): Promise<void> {
  for (const { name, payload } of await queuedJobs(app))
    for (const job of [...lostPlaceJobs, ...answerJobs])
      if (job.name === name && ['social.lose-group-places', 'social.sell-event-places'].includes(name))
        await job.work(app, payload as never);
}

testPlaza(
  'who is banned from a group loses the places at its events, is refunded, and the next one waiting gets them',
  async (world) => {
    const { app, plaza, ada, bob, carol } = world;
    const { dan, groupId, id } = await meet(world, { price: '5' });
    await answerEvent(app, bob, { id }, 'going', '5');
    app.clock.turn(1000);
    await answerEvent(app, carol, { id }, 'going', '5');
    assert.deepEqual([await walletOf(app, bob), await mine(world, carol, id)], [15, 'waiting']);
    const ban = { id: groupId, user_id: bob.id, reason: 'Burns bread' };
    assert.equal((await plaza.api(dan, 'POST', `${api}/bans`, ban)).status, 403);
    assert.equal((await plaza.api(ada, 'POST', `${api}/bans`, ban)).status, 200);
    await runQueued(world);
    await runQueued(world);
    assert.deepEqual(
      [await mine(world, bob, id), await walletOf(app, bob), await mine(world, carol, id)],
      [null, 20, 'going'],
    );
    assert.equal(await walletOf(app, carol), 15);
    assert.match((await plaza.page(carol, `/events/${id}`)).text, /Your ticket/);
    assert.equal((await plaza.page(bob, `/events/${id}`)).status, 404);
    assert.deepEqual((await checkLedger(app)).mistakes, []);
  },
  settings,
);

testPlaza(
  'a place is lost also if the host cannot refund it now, which is done later',
  async (world) => {
    const { app, plaza, ada, bob, carol } = world;
    const { groupId, id } = await meet(world, { price: '5' });
    await answerEvent(app, bob, { id }, 'going', '5');
    const spent = toMoney('4.5');
    const spend = { from: earnings(ada.id), to: provider('operator'), amount: spent, kind: 'payout' };
    await transfer(app, [spend], { key: 'spent', cause: { subject: 'credit' } });
    await plaza.api(ada, 'POST', `${api}/bans`, { id: groupId, user_id: bob.id });
    await runQueued(world);
    assert.deepEqual([await mine(world, bob, id), await walletOf(app, bob)], ['declined', 15]);
    await answerEvent(app, carol, { id }, 'going', '5');
    assert.equal(await mine(world, carol, id), 'going');
    await refundCanceled(app);
    assert.equal(await walletOf(app, bob), 20);
    await refundCanceled(app);
    assert.equal(await walletOf(app, bob), 20);
  },
  settings,
);

for (const [kind, kept] of [
  ['public', 'going'],
  ['closed', null],
] as const)
  testPlaza(`who leaves a ${kind} group keeps a place only if they still see the event`, async (world) => {
    const { app, plaza, ada, bob, carol } = world;
    const { groupId, id, dan } = await meet(world, { capacity: null }, kind);
    for (const person of [bob, carol, dan]) await answerEvent(app, person, { id }, 'going');
    await leaveGroup(app, bob, groupId);
    await plaza.api(ada, 'POST', `${api}/remove`, { id: groupId, user_id: carol.id });
    await runQueued(world);
    const found = await Promise.all([bob, carol, dan].map((person) => mine(world, person, id)));
    assert.deepEqual(found, [kept, kept, 'going']);
  });

testPlaza('who was let in before the ban stays counted', async (world) => {
  const { app, plaza, ada, bob } = world;
  const { groupId, id } = await meet(world);
  await answerEvent(app, bob, { id }, 'going');
  const { date } = await getDate(app, bob, id);
  const code = ticketOf(app, await getDate(app, bob, id))?.code ?? '';
  app.clock.set(date.startsAt);
  await checkIn(app, ada, id, code);
  await plaza.api(ada, 'POST', `${api}/bans`, { id: groupId, user_id: bob.id });
  await runQueued(world);
  assert.equal((await getDate(app, ada, id)).date.checkedIn, 1);
});

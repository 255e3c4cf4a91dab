import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { testCommittingPlaza } from '../../../../test/ask-plaza.ts';
import { days } from '../../../kernel/time.ts';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import { lockRow } from '../../../platform/database/queries.ts';
import { checkLedger, getBalances } from '../../wallet/balances.ts';
import { provider, transfer, wallet } from '../../wallet/ledger.ts';
import { toMoney } from '../../wallet/money.ts';
import { answerEvent } from '../answers.ts';
import { getDate } from '../event.ts';
import { addEvent } from '../events.ts';
import { ticketOf } from './tickets.ts';

let number = 0;
const add = (app: App, host: Viewer, price: string) => {
  number += 1;
  const day = new Date(app.clock.now().getTime() + days(1)).toISOString().slice(0, 10);
  return addEvent(app, host, {
    ...{
      title: `Night ${number}`,
      about: '',
      place: 'Oven',
      address: '',
      link: '',
      rule: '',
      capacity: 5,
      price,
    },
    ...{ timeZone: 'Europe/Berlin', isAllDay: false, start: `${day}T06:00`, end: `${day}T08:00` },
  });
};

/** Sends a request that waits for a date, changes something meanwhile, and returns the answer. */
async function during<Answer>(
  app: App,
  dateId: string,
  send: () => Promise<Answer>,
  change: (app: App) => Promise<unknown>,
): Promise<Answer> {
  const { sent } = await inTransaction(app, async (app) => {
    await lockRow(app, 'social.event_date', dateId);
    const sent = send();
    await sleep(400);
    await change(app);
    return { sent };
  });
  return sent;
}

const settings = { MONETIZATION: 'members', COMMISSION_PERCENT: 10 } as const;

testCommittingPlaza(
  'what a host changes while somebody answers counts',
  async ({ app, plaza, ada, bob, carol }) => {
    const id = await add(app, ada, '');
    const { date } = await getDate(app, ada, id);
    const go = (person: Viewer) => () =>
      plaza.api(person, 'POST', '/apis/php/events/answer', { id, answer: 'going' });
    const set = (values: { price?: string | null; capacity?: number }) => (app: App) =>
      app.db.updateTable('social.event').set(values).where('id', '=', id).execute();

    assert.equal((await during(app, date.id, go(bob), set({ price: String(toMoney('5')) }))).status, 402);
    assert.equal((await getDate(app, bob, id)).date.mine, null);
    await set({ price: null })(app);
    await answerEvent(app, ada, { id }, 'going');
    assert.equal((await during(app, date.id, go(bob), set({ capacity: 1 }))).status, 200);
    assert.equal((await getDate(app, bob, id)).date.mine, 'waiting');
    const close = (app: App) => app.db.updateTable('social.post').set({ deleted_at: app.clock.now() });
    assert.equal(
      (await during(app, date.id, go(carol), (app) => close(app).where('id', '=', id).execute())).status,
      404,
    );
  },
  settings,
);

testCommittingPlaza(
  'a guest who is let in does not get the money back, however often both are tried at once',
  async ({ app, plaza, ada, bob }) => {
    await transfer(
      app,
      [{ from: provider('operator'), to: wallet(bob.id), amount: toMoney('50'), kind: 'credit' }],
      { key: 'credit', cause: { subject: 'credit' } },
    );
    for (let round = 0; round < 5; round += 1) {
      const id = await add(app, ada, '5');
      await answerEvent(app, bob, { id }, 'going', '5');
      const { code } = ticketOf(app, await getDate(app, bob, id)) ?? {};
      const { wallet: before } = await getBalances(app, bob.id);
      const answers = await Promise.all([
        ...[1, 2, 3].map(() =>
          plaza.api(ada, 'POST', '/apis/php/events/check-in', { id, code: String(code) }),
        ),
        ...[1, 2, 3].map(() => plaza.form(bob, `/events/${id}/answer`, { answer: 'none' })),
      ]);
      const { wallet: after } = await getBalances(app, bob.id);
      const { rows } = await sql<{ checked_in_at: Date | null; sale_id: string | null }>`
        select checked_in_at, sale_id from social.event_answer answer
        join social.event_date date on date.id = date_id where event_id = ${id}`.execute(app.db);
      const letIn = answers.slice(0, 3).filter(({ status }) => status === 200).length;
      const returned = after - before;
      assert.ok(letIn <= 1);
      assert.equal(returned, letIn === 1 ? 0n : toMoney('5'));
      assert.equal(rows[0]?.checked_in_at instanceof Date, letIn === 1);
      assert.ok(answers.every(({ status }) => status < 500));
    }
    assert.deepEqual((await checkLedger(app)).mistakes, []);
  },
  settings,
);

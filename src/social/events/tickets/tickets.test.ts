import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { addPerson } from '../../../../test/world.ts';
import { days, hours } from '../../../kernel/time.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { block } from '../../relationships/blocks.ts';
import { answerEvent } from '../answers.ts';
import { getDate } from '../event.ts';
import { addEvent, cancelEvent } from '../events.ts';
import { checkIn, ticketOf, undoCheckIn } from './tickets.ts';

const later = (app: App, count: number) =>
  new Date(app.clock.now().getTime() + days(count)).toISOString().slice(0, 10);

const add = (app: App, host: Viewer, more: object = {}) =>
  addEvent(app, host, {
    ...{ title: 'Baking night', about: '', place: 'Oven', address: '', link: '', rule: '', capacity: null },
    ...{ timeZone: 'Europe/Berlin', isAllDay: false },
    ...{ start: `${later(app, 5)}T19:00`, end: `${later(app, 5)}T21:00` },
    ...more,
  });

const codeOf = async (app: App, viewer: Viewer, id: string, dateId?: string) =>
  ticketOf(app, await getDate(app, viewer, id, dateId))?.code ?? '';

testPlaza(
  'guests are let in once by their code, and only by the host',
  async ({ app, plaza, ada, bob, carol }) => {
    const [dan, eve] = [await addPerson(app, 'dan'), await addPerson(app, 'eve')];
    const id = await add(app, ada);
    const other = await add(app, ada, { title: 'Cake night' });
    for (const guest of [bob, carol, dan]) await answerEvent(app, guest, { id }, 'going');
    await answerEvent(app, bob, { id: other }, 'going');
    await answerEvent(app, eve, { id }, 'interested');
    const code = await codeOf(app, bob, id);
    assert.match(code, /^\d+-[A-Z2-9]{8}$/);
    assert.equal(await codeOf(app, eve, id), '');
    const { body } = await plaza.api(bob, 'GET', `/apis/php/events/event?id=${id}`);
    const { ticket, ticket_url } = (body.data as { date: { ticket: string; ticket_url: string } }).date;
    assert.deepEqual([ticket, ticket_url.endsWith(`/events/${id}/check-in?code=${code}`)], [code, true]);
    const shown = (await plaza.page(bob, `/events/${id}`)).text;
    assert.match(shown, /Your ticket[\s\S]*<svg/);
    assert.match(shown, new RegExp(code));
    assert.doesNotMatch((await plaza.page(carol, `/events/${id}`)).text, new RegExp(code));

    // To everyone but the host there is no such page.
    const path = `/events/${id}/check-in`;
    for (const person of [bob, carol, eve]) {
      assert.equal((await plaza.page(person, `${path}?code=${code}`)).status, 404);
      assert.equal((await plaza.form(person, path, { code })).status, 404);
      assert.equal((await plaza.form(person, `${path}/undo`, { code })).status, 404);
      assert.equal((await plaza.api(person, 'POST', '/apis/php/events/check-in', { id, code })).status, 404);
      assert.equal(
        (await plaza.api(person, 'GET', `/apis/php/events/check-in?id=${id}&code=${code}`)).status,
        404,
      );
    }

    // Not days before, and looking at a ticket changes nothing.
    assert.equal((await plaza.form(ada, path, { code })).status, 409);
    app.clock.turn(days(4) + hours(12));
    assert.match((await plaza.page(ada, `${path}?code=${code}`)).text, /@bob|Bob[\s\S]*Not checked in yet/);
    const answers = await Promise.all([1, 2, 3].map(() => plaza.form(ada, path, { code })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409, 409]);
    const lower = await plaza.api(ada, 'POST', '/apis/php/events/check-in', {
      id,
      code: ` ${(await codeOf(app, carol, id)).toLowerCase()} `,
    });
    assert.deepEqual([lower.status, (lower.body.data as { total: number }).total], [200, 2]);
    assert.equal((await getDate(app, ada, id)).date.checkedIn, 2);
    assert.match((await plaza.page(ada, path)).text, /2 of 3 checked in/);
    assert.match((await plaza.page(ada, `/events/${id}/guests`)).text, /Checked in/);
    assert.doesNotMatch((await plaza.page(dan, `/events/${id}/guests`)).text, /Checked in/);
    assert.match((await plaza.page(bob, `/events/${id}`)).text, /Checked in/);
    await assert.rejects(answerEvent(app, bob, { id }, null), { kind: 'conflict' });

    // Codes of other events, made up ones, and those of people who no longer come.
    for (const wrong of [
      '',
      'x',
      '1-AAAAAAAA',
      `${code}A`,
      code.replace(/^\d+/, '999999'),
      await codeOf(app, bob, other),
    ])
      await assert.rejects(checkIn(app, ada, id, wrong), { field: 'code' }, wrong);
    assert.match(
      (await plaza.page(ada, `${path}?code=nothing`)).text,
      /No ticket of this event has the code/,
    );
    const gone = await codeOf(app, dan, id);
    await answerEvent(app, dan, { id }, 'declined');
    await assert.rejects(checkIn(app, ada, id, gone), { kind: 'conflict', field: 'code' });

    // Mistakes are taken back, also for people who are blocked meanwhile.
    await undoCheckIn(app, ada, id, code);
    await assert.rejects(undoCheckIn(app, ada, id, code), { kind: 'conflict' });
    await block(app, bob, ada.id);
    await checkIn(app, ada, id, code);
    await undoCheckIn(app, ada, id, code);
    assert.equal((await getDate(app, ada, id)).date.checkedIn, 1);
    app.clock.turn(days(2));
    await assert.rejects(checkIn(app, ada, id, code), { kind: 'conflict', field: 'code' });
  },
);

testPlaza('each date of a series has its own ticket', async ({ app, ada, bob }) => {
  const id = await add(app, ada, { rule: 'FREQ=WEEKLY;COUNT=2' });
  await answerEvent(app, bob, { id }, 'going');
  const first = await getDate(app, bob, id);
  app.clock.turn(days(4) + hours(12));
  await checkIn(app, ada, id, await codeOf(app, bob, id, first.date.id));
  app.clock.turn(days(3));
  const second = await getDate(app, bob, id);
  assert.notEqual(second.date.id, first.date.id);
  const code = await codeOf(app, bob, id, second.date.id);
  await assert.rejects(checkIn(app, ada, id, code), { kind: 'conflict' });
  app.clock.turn(days(4));
  await cancelEvent(app, ada, id);
  await assert.rejects(checkIn(app, ada, id, code), { kind: 'conflict', field: 'code' });
});

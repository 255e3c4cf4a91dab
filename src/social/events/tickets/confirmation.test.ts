import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { mailOver, mailServer } from '../../../../test/peers/smtp-server.ts';
import { days, minutes } from '../../../kernel/time.ts';
import type { Viewer } from '../../../platform/app.ts';
import { answerEvent } from '../answers.ts';
import { getDate } from '../event.ts';
import { addEvent, cancelEvent } from '../events.ts';
import { listDates } from '../reading.ts';
import { confirmationJobs } from './confirmation.ts';
import { ticketOf } from './tickets.ts';

const add = ({ app, ada }: World, more: object = {}) => {
  const day = new Date(app.clock.now().getTime() + days(5)).toISOString().slice(0, 10);
  return addEvent(app, ada, {
    ...{ title: 'Baking night', about: '', place: 'Oven', address: 'Main street 1', link: '', rule: '' },
    ...{ capacity: null, timeZone: 'Europe/Berlin', isAllDay: false },
    ...{ start: `${day}T19:00`, end: `${day}T21:00`, ...more },
  });
};

interface Mail {
  to: string;
  subject: string;
  text: string;
  calendar: string;
}

/** Sends what is due, and returns all mail with a calendar file so far. */
async function mailed({ app }: World): Promise<Mail[]> {
  for (const { name, payload } of await queuedJobs(app))
    for (const job of confirmationJobs) if (job.name === name) await job.work(app, payload as never);
  return (await queuedJobs(app)).flatMap(({ payload }) =>
    'calendar' in (payload as object) ? [payload as Mail] : [],
  );
}

const speak = ({ app }: World, { id }: Viewer, language: string) =>
  app.db.updateTable('identity.account').set({ language }).where('id', '=', id).execute();

testPlaza(
  'a place is confirmed by email in the language of the guest, with a calendar file',
  async (world) => {
    const { app, plaza, ada, bob, carol, olga } = world;
    await speak(world, bob, 'de');
    const id = await add(world);
    const off = { 'page-event_day': 'on' };
    assert.equal((await plaza.form(carol, '/settings/notifications', off)).status, 303);
    assert.equal((await plaza.form(bob, `/events/${id}/answer`, { answer: 'going' })).status, 303);
    await plaza.api(carol, 'POST', '/apis/php/events/answer', { id, answer: 'going' });
    await answerEvent(app, olga, { id }, 'interested');
    await answerEvent(app, ada, { id }, 'going');
    const mail = await mailed(world);
    assert.deepEqual(
      mail.map(({ to, subject }) => [to, subject]),
      [['bob@example.org', 'Dein Platz: Baking night']],
    );
    const [{ text, calendar } = { text: '', calendar: '' }] = mail;
    assert.match(text, /19:00 – 21:00 \(Europe\/Berlin\)/);
    assert.match(text, /Oven\nMain street 1/);
    assert.ok(text.includes(ticketOf(app, await getDate(app, bob, id))?.code ?? '-'));
    assert.match(calendar, /BEGIN:VEVENT[^]*SUMMARY:Baking night[^]*LOCATION:Oven\\, Main street 1/);
    assert.match(calendar, /DTSTART:\d{8}T1[78]0000Z/);
    // Nothing of it is in the list of notifications.
    assert.doesNotMatch((await plaza.page(bob, '/notifications')).text, /Platz/);
    await mailed(world);
    assert.equal((await mailed(world)).length, 1);
  },
);

testPlaza('each place is confirmed, also from the waiting list, and none that is gone', async (world) => {
  const { app, ada, bob, carol, olga } = world;
  const series = await add(world, { rule: 'FREQ=WEEKLY;COUNT=3' });
  const [first, second] = await listDates(app, bob, series);
  await answerEvent(app, bob, { id: series, dateId: first?.id }, 'going');
  assert.equal((await mailed(world)).length, 1);
  app.clock.turn(minutes(2));
  await answerEvent(app, bob, { id: series, dateId: second?.id }, 'going');
  const [, both] = await mailed(world);
  assert.equal(both?.calendar.match(/BEGIN:VEVENT/g)?.length, 2);
  const small = await add(world, { title: 'Small', capacity: 1 });
  for (const person of [carol, olga]) {
    await answerEvent(app, person, { id: small }, 'going');
    app.clock.turn(minutes(2));
  }
  assert.equal((await mailed(world)).length, 3);
  await answerEvent(app, carol, { id: small }, 'declined');
  assert.deepEqual((await mailed(world)).map(({ to }) => to).at(-1), 'olga@example.org');
  const gone = await add(world, { title: 'Gone' });
  await answerEvent(app, bob, { id: gone }, 'going');
  await cancelEvent(app, ada, gone);
  assert.equal((await mailed(world)).length, 4);
});

test('the calendar file is attached', async (app, t) => {
  const { letters, url } = await mailServer(t);
  const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
  await mailOver(url, app).send({ to: 'bob@example.org', subject: 'Hi', text: 'Hello', calendar });
  const raw = letters[0]?.raw ?? '';
  assert.match(raw, /Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/);
  assert.match(raw, /Content-Disposition: attachment; filename=event\.ics/);
});

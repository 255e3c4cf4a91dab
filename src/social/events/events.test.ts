import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { countingStatements } from '../../../test/pathological/statements.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { days, hours, minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { runJobs } from '../../platform/jobs/jobs.ts';
import { saveChoices, getChoices } from '../notifications/choices.ts';
import { listNotifications } from '../notifications/reading.ts';
import { deletePost } from '../posts/deleting.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { block } from '../relationships/blocks.ts';
import { answerEvent, answerJobs, sendReminders } from './answers.ts';
import { getDate } from './event.ts';
import { addEvent, cancelEvent, changeDate, updateEvent } from './events.ts';
import type { TypedEvent } from './new-event.ts';
import { listDates, listEvents, listGuests } from './reading.ts';

/** A local time in Berlin some days from now. */
const inDays = (app: Pick<App, 'clock'>, count: number, clock = '19:00'): string =>
  `${new Date(app.clock.now().getTime() + days(count)).toISOString().slice(0, 10)}T${clock}`;

const typed = (app: Pick<App, 'clock'>, change: Partial<TypedEvent> = {}): TypedEvent => ({
  title: 'Baking night',
  about: 'Rye bread',
  place: 'Community oven',
  address: '',
  link: '',
  start: inDays(app, 10),
  end: inDays(app, 10, '21:00'),
  timeZone: 'Europe/Berlin',
  isAllDay: false,
  rule: '',
  capacity: null,
  ...change,
});

const kindsOf = async (app: App, viewer: Viewer) =>
  (await listNotifications(app, viewer)).items.map(({ kind }) => kind);
const mineOf = async (app: App, viewer: Viewer, id: string) => (await getDate(app, viewer, id)).date.mine;
const answer = (app: App, viewer: Viewer, id: string, said: 'going' | 'interested' | 'declined' | null) =>
  answerEvent(app, viewer, { id }, said);

test('an event is announced by a post and changes with it', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await addEvent(app, ada, typed(app, { title: ' Baking\u202E  night ' }));
  const post = await getPost(app, bob, id);
  assert.equal(post.text, 'Baking night\n\nRye bread');
  assert.deepEqual([post.event?.title, post.event?.place], ['Baking night', 'Community oven']);
  await updateEvent(app, ada, id, { title: 'Cake night', place: 'Town hall' });
  assert.equal((await getPost(app, bob, id)).text, 'Cake night\n\nRye bread');
  const { event } = await getDate(app, bob, id);
  assert.deepEqual([event.title, event.place, event.sequence], ['Cake night', 'Town hall', 1]);
  await assert.rejects(updateEvent(app, bob, id, { title: 'Mine' }), { kind: 'forbidden' });
  await assert.rejects(cancelEvent(app, bob, id), { kind: 'forbidden' });
  await deletePost(app, ada, id);
  await assert.rejects(getDate(app, bob, id), { kind: 'missing' });
});

test('what is typed is rejected at its field', async (app) => {
  const { ada } = await createWorld(app);
  const rows: [change: Partial<TypedEvent>, field: string][] = [
    [{ title: ' \u200B ' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ about: 'x'.repeat(4001) }, 'about'],
    [{ place: 'x'.repeat(121) }, 'place'],
    [{ address: 'x'.repeat(301) }, 'address'],
    [{ link: 'javascript:alert(1)' }, 'link'],
    [{ start: inDays(app, -2), end: inDays(app, 1) }, 'start'],
    [{ capacity: 0 }, 'capacity'],
    [{ capacity: 1.5 }, 'capacity'],
    [{ rule: 'FREQ=SECONDLY;COUNT=5' }, 'rule'],
  ];
  for (const [change, field] of rows)
    await assert.rejects(addEvent(app, ada, typed(app, change)), { field }, JSON.stringify(change));
});

test('the waiting list gets places in its order', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const id = await addEvent(app, ada, typed(app, { capacity: 1 }));
  await answer(app, ada, id, 'going');
  for (const person of [bob, carol]) {
    app.clock.turn(minutes(1));
    await answer(app, person, id, 'going');
  }
  await answer(app, olga, id, 'interested');
  assert.deepEqual([await mineOf(app, bob, id), await mineOf(app, carol, id)], ['waiting', 'waiting']);
  await answer(app, bob, id, 'going');
  const { date } = await getDate(app, ada, id);
  assert.deepEqual([date.going, date.waiting, date.interested], [1, 2, 1]);
  await answer(app, ada, id, 'declined');
  assert.deepEqual([await mineOf(app, bob, id), await mineOf(app, carol, id)], ['going', 'waiting']);
  assert.deepEqual([await kindsOf(app, bob), await kindsOf(app, carol)], [['event_place'], []]);
  await updateEvent(app, ada, id, { capacity: 2 });
  assert.equal(await mineOf(app, carol, id), 'going');
  await answer(app, ada, id, 'going');
  assert.equal(await mineOf(app, ada, id), 'waiting');
  await app.db.deleteFrom('social.event_answer').where('account_id', '=', bob.id).execute();
  await answer(app, ada, id, null);
  assert.deepEqual((await getDate(app, ada, id)).date.going, 1);
});

testWithDatabase('people who answer at once never get more places than there are', async (open) => {
  const { app } = open;
  const { ada } = await createWorld(app);
  const people = await Promise.all(Array.from({ length: 8 }, (_, n) => addPerson(app, `guest${n}`)));
  const id = await addEvent(app, ada, typed(app, { capacity: 3 }));
  await Promise.all(people.map((person) => answer(app, person, id, 'going')));
  const { date } = await getDate(app, ada, id);
  assert.deepEqual([date.going, date.waiting], [3, 5]);
  await Promise.all(people.slice(0, 4).map((person) => answer(app, person, id, null)));
  const left = (await getDate(app, ada, id)).date;
  assert.deepEqual([left.going, left.waiting], [3, 1]);
});

test('a series is answered by date or whole', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await addEvent(app, ada, typed(app, { rule: 'FREQ=WEEKLY;COUNT=4' }));
  const [first, second] = await listDates(app, bob, id);
  await answerEvent(app, bob, { id, dateId: second?.id }, 'going');
  const mine = async () => (await listDates(app, bob, id)).map((date) => date.mine);
  assert.deepEqual(await mine(), [null, 'going', null, null]);
  await answer(app, bob, id, 'interested');
  assert.deepEqual(await mine(), ['interested', 'interested', 'interested', 'interested']);
  await changeDate(app, ada, { id, dateId: first?.id ?? '' }, 'cancel');
  await assert.rejects(answerEvent(app, bob, { id, dateId: first?.id }, 'going'), { kind: 'conflict' });
  const next = await getDate(app, bob, id);
  assert.equal(next.date.id, second?.id);
  await changeDate(
    app,
    ada,
    { id, dateId: second?.id ?? '' },
    { start: inDays(app, 18, '20:00'), end: inDays(app, 18, '22:00') },
  );
  const moved = (await listDates(app, bob, id)).find(({ id }) => id === second?.id);
  assert.equal(moved?.originalAt.getTime(), second?.originalAt.getTime());
  assert.notEqual(moved?.startsAt.getTime(), second?.startsAt.getTime());
  await assert.rejects(changeDate(app, bob, { id, dateId: second?.id ?? '' }, 'cancel'), {
    kind: 'forbidden',
  });
});

test('answering for hundreds of dates costs few statements', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await addEvent(app, ada, typed(app, { rule: 'FREQ=DAILY;COUNT=366' }));
  const counting = countingStatements(app);
  for (const said of ['going', 'declined', null] as const) await answer(counting.app, bob, id, said);
  assert.ok(counting.count() < 40, `${counting.count()} statements`);
  await answer(app, bob, id, 'going');
  assert.ok((await listDates(app, bob, id)).every(({ mine }) => mine === 'going'));
});

test('a series that is moved keeps its answers', async (app) => {
  const { ada, bob } = await createWorld(app);
  const rule = 'FREQ=WEEKLY;COUNT=3';
  const id = await addEvent(app, ada, typed(app, { rule }));
  await answer(app, bob, id, 'going');
  await updateEvent(app, ada, id, { start: inDays(app, 17), end: inDays(app, 17, '21:00') });
  const dates = await listDates(app, bob, id);
  assert.deepEqual(
    dates.map(({ mine }) => mine),
    ['going', 'going', 'going'],
  );
  await updateEvent(app, ada, id, { rule: 'FREQ=WEEKLY;COUNT=5' });
  assert.deepEqual(
    (await listDates(app, bob, id)).map(({ mine }) => mine),
    ['going', 'going', 'going', null, null],
  );
  await updateEvent(app, ada, id, { rule: '' });
  assert.deepEqual(
    (await listDates(app, bob, id)).map(({ mine }) => mine),
    ['going'],
  );
});

test('reminders are sent once, a day and an hour before', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const id = await addEvent(app, ada, typed(app));
  for (const person of [bob, carol]) await answer(app, person, id, 'going');
  await answer(app, olga, id, 'declined');
  const choices = await getChoices(app, carol.id);
  await saveChoices(app, carol.id, {
    ...choices,
    event_day: { onPage: false, byMail: false, byPush: false },
  });
  const { date } = await getDate(app, ada, id);
  const at = (before: number) => app.clock.set(new Date(date.startsAt.getTime() - before));
  at(days(1) + minutes(1));
  await sendReminders(app);
  assert.deepEqual(await kindsOf(app, bob), []);
  at(days(1));
  await sendReminders(app);
  await sendReminders(app);
  assert.deepEqual([await kindsOf(app, bob), await kindsOf(app, carol)], [['event_day'], []]);
  at(hours(1));
  await sendReminders(app);
  await sendReminders(app);
  assert.deepEqual(
    [await kindsOf(app, bob), await kindsOf(app, carol), await kindsOf(app, olga)],
    [['event_hour', 'event_day'], ['event_hour'], []],
  );
  // Another event, whose reminders were due while nothing ran.
  const later = await addEvent(app, ada, typed(app, { start: inDays(app, 5), end: inDays(app, 5, '21:00') }));
  await answer(app, bob, later, 'going');
  app.clock.turn(days(7));
  await sendReminders(app);
  assert.equal((await kindsOf(app, bob)).length, 2);
});

testWithDatabase('who comes is notified of changes and cancellation', async ({ app, database }) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await addEvent(app, ada, typed(app));
  await answer(app, bob, id, 'going');
  await answer(app, carol, id, 'declined');
  await updateEvent(app, ada, id, { about: 'Wheat bread' });
  await runJobs(app, answerJobs, database.pool);
  assert.deepEqual(await kindsOf(app, bob), []);
  await updateEvent(app, ada, id, { place: 'Town hall' });
  await runJobs(app, answerJobs, database.pool);
  await cancelEvent(app, ada, id);
  await runJobs(app, answerJobs, database.pool);
  assert.deepEqual((await kindsOf(app, bob)).toSorted(), ['event_cancel', 'event_change']);
  assert.deepEqual(await kindsOf(app, carol), []);
  await assert.rejects(answer(app, bob, id, 'going'), { kind: 'conflict' });
  await assert.rejects(cancelEvent(app, ada, id), { kind: 'conflict' });
  assert.equal((await getPost(app, bob, id)).event?.isCanceled, true);
});

test('lists name the next date of each event, page by page', async (app) => {
  const { ada, bob } = await createWorld(app);
  const daily = await addEvent(app, ada, typed(app, { title: 'Daily', rule: 'FREQ=DAILY;COUNT=30' }));
  for (let n = 1; n <= 24; n++)
    await addEvent(
      app,
      ada,
      typed(app, { title: `Number ${n}`, start: inDays(app, n, '10:00'), end: inDays(app, n, '11:00') }),
    );
  const first = await listEvents(app, bob, {});
  const second = await listEvents(app, bob, { after: first.next });
  assert.deepEqual([first.items.length, second.items.length, second.next], [20, 5, undefined]);
  const titles = [...first.items, ...second.items].map(({ event }) => event.title);
  assert.equal(titles.filter((title) => title === 'Daily').length, 1);
  assert.deepEqual(titles.slice(0, 2), ['Number 1', 'Number 2']);
  assert.deepEqual(
    (await listEvents(app, bob, { q: 'numb 24' })).items.map(({ event }) => event.title),
    ['Number 24'],
  );
  assert.equal((await listEvents(app, bob, { list: 'mine' })).items.length, 0);
  await answer(app, bob, daily, 'interested');
  assert.deepEqual(
    (await listEvents(app, bob, { list: 'mine' })).items.map(({ event }) => event.title),
    ['Daily'],
  );
  assert.equal((await listEvents(app, undefined, { authorId: ada.id })).items.length, 20);
});

test('guests do not see people whom they blocked, and hosts see all', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await addEvent(app, ada, typed(app));
  for (const person of [bob, carol]) await answer(app, person, id, 'going');
  await block(app, bob, carol.id);
  const names = async (viewer: Viewer) =>
    (await listGuests(app, viewer, { id }, { answer: 'going' })).items.map(({ person }) => person.username);
  assert.deepEqual(await names(bob), ['bob']);
  assert.deepEqual(await names(carol), ['carol']);
  assert.deepEqual(await names(ada), ['bob', 'carol']);
  await block(app, ada, carol.id);
  await assert.rejects(names(carol), { kind: 'missing' });
  assert.deepEqual(await names(ada), ['bob', 'carol']);
});

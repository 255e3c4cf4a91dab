import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

/** A local time some days from now. */
const inDays = (app: Pick<App, 'clock'>, count: number, clock = '19:00'): string =>
  `${new Date(app.clock.now().getTime() + days(count)).toISOString().slice(0, 10)}T${clock}`;

testPlaza('an event is added, answered and managed on its pages', async ({ app, plaza, ada, bob }) => {
  const fields = {
    title: 'Baking night',
    start: inDays(app, 10),
    end: inDays(app, 10, '21:00'),
    time_zone: 'Europe/Berlin',
    place: 'Community oven',
    about: 'Rye bread',
    capacity: '1',
    repeat: 'weekly',
    until: inDays(app, 30).slice(0, 10),
  };
  const refused = await plaza.form(ada, '/events/new', { ...fields, title: '', until: '' });
  assert.match(refused.text, /Enter the last day of the series/);
  // A fault of the series stands at its last day.
  const endless = await plaza.form(ada, '/events/new', {
    ...fields,
    repeat: 'daily',
    until: inDays(app, 900).slice(0, 10),
  });
  assert.match(endless.text, /id="field-until-error"/);
  const early = await plaza.form(ada, '/events/new', { ...fields, until: inDays(app, 2).slice(0, 10) });
  assert.match(early.text, /The series must end after its first date/);
  const added = await plaza.form(ada, '/events/new', fields);
  const path = String(added.headers.location);
  assert.match(path, /^\/events\/\d+$/);
  for (const viewer of [undefined, ada, bob]) {
    assert.match((await plaza.page(viewer, '/events')).text, /Baking night/);
    assert.match((await plaza.page(viewer, path)).text, /Community oven/);
  }
  assert.match((await plaza.page(undefined, path)).text, /"@type":"Event"/);
  assert.match((await plaza.page(bob, `/events?month=${fields.start.slice(0, 7)}`)).text, /Baking night/);
  const edited = (await plaza.page(ada, `${path}/edit`)).text;
  assert.match(edited, /<option\s+value="weekly" selected/);
  assert.ok(edited.includes(`value="${fields.until}"`));
  await plaza.form(ada, `${path}/answer`, { answer: 'going', all: 'on' });
  await plaza.form(bob, `${path}/answer`, { answer: 'going' });
  assert.match((await plaza.page(bob, path)).text, /You are on the waiting list/);
  assert.match((await plaza.page(bob, `${path}/guests`)).text, /@ada/);
  assert.equal((await plaza.page(bob, `${path}/manage`)).status, 403);
  const manage = (await plaza.page(ada, `${path}/manage`)).text;
  const [date = ''] = /\/events\/\d+\/dates\/\d+/.exec(manage) ?? [];
  const moved = await plaza.form(ada, date, { start: inDays(app, 11), end: inDays(app, 11, '20:00') });
  assert.equal(moved.status, 303);
  assert.equal((await plaza.form(bob, `${date}/cancel`)).status, 403);
  assert.equal((await plaza.form(ada, `${path}/edit`, { ...fields, title: 'Cake night' })).status, 303);
  await plaza.form(ada, `${path}/cancel`);
  assert.match((await plaza.page(bob, path)).text, /Canceled/);
  assert.equal((await plaza.form(bob, `${path}/delete`)).status, 403);
  assert.equal((await plaza.form(ada, `${path}/delete`)).headers.location, '/events?list=mine');
  assert.equal((await plaza.page(bob, path)).status, 404);
});

testPlaza('the API says what is wrong', async ({ app, plaza, ada, bob }) => {
  const body = {
    title: 'Baking night',
    start: inDays(app, 10),
    end: inDays(app, 10, '21:00'),
    time_zone: 'Europe/Berlin',
  };
  const send = (change: object) => plaza.api(ada, 'POST', '/apis/php/events', { ...body, ...change });
  const rows: [object, RegExp][] = [
    [{ title: '' }, /title/],
    [{ time_zone: 'Mars' }, /time zone/],
    [{ end: body.start }, /end/],
    [{ start: 'later' }, /date and time/],
    [{ rule: 'FREQ=DAILY' }, /series/],
    [{ link: 'ftp://x.example' }, /https/],
  ];
  for (const [change, message] of rows) {
    const refused = await send(change);
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, message);
  }
  const { body: added } = await send({ rule: 'FREQ=WEEKLY;COUNT=3', capacity: 5 });
  const { id } = added.data as { id: string };
  const got = await plaza.api(bob, 'POST', '/apis/php/events/answer', { id, answer: 'going' });
  assert.equal((got.body.data as { date: { answer: string } }).date.answer, 'going');
  assert.equal((await plaza.api(bob, 'POST', '/apis/php/events/update', { id, title: 'x' })).status, 403);
  const changed = await plaza.api(ada, 'POST', '/apis/php/events/update', { id, capacity: 0 });
  assert.equal((changed.body.data as { capacity: number }).capacity, 0);
  const listed = await plaza.api(bob, 'GET', '/apis/php/events?list=mine');
  assert.equal((listed.body.data as object[]).length, 1);
});

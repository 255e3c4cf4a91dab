import assert from 'node:assert/strict';
import ICAL from 'ical.js';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { answerEvent } from './answers.ts';
import { renewCalendarAddress } from './calendar-address.ts';
import { addEvent, cancelEvent, changeDate, updateEvent } from './events.ts';
import { listDates } from './reading.ts';

const series = {
  title: 'Baking, rye; and \\ more',
  about: `First line\nSecond line ${'🍞 ünïcödé '.repeat(20)}`,
  place: 'Oven',
  address: 'Mill Lane 3, Town',
  link: '',
  start: '2026-03-20T19:00',
  end: '2026-03-20T21:00',
  timeZone: 'Europe/Berlin',
  isAllDay: false,
  rule: 'FREQ=WEEKLY;UNTIL=20260501',
  capacity: null,
};

/** The events of a calendar as a calendar program reads them. */
function parse(text: string) {
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.ok(text.endsWith('\r\n') && !/[^\r]\n/.test(text));
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
}

/** The starts of a series with its exceptions, as moments. */
function startsOf(events: readonly ICAL.Event[]): string[] {
  const [main, ...exceptions] = events;
  if (!main) return [];
  for (const exception of exceptions) main.relateException(exception);
  // The types of the package miss this one.
  const iterator = main.iterator() as unknown as { next(): ICAL.Time | undefined };
  const starts: string[] = [];
  for (let next = iterator.next(); next; next = iterator.next()) {
    const { startDate } = main.getOccurrenceDetails(next) as { startDate: ICAL.Time };
    starts.push(startDate.toJSDate().toISOString());
  }
  return starts.toSorted();
}

testPlaza('a calendar program reads a series with its exceptions', async ({ app, plaza, ada, bob }) => {
  const id = await addEvent(app, ada, series);
  const dates = await listDates(app, ada, id);
  await changeDate(app, ada, { id, dateId: dates[1]?.id ?? '' }, 'cancel');
  await changeDate(
    app,
    ada,
    { id, dateId: dates[2]?.id ?? '' },
    { start: '2026-04-04T10:00', end: '2026-04-04T12:00' },
  );
  const answer = await plaza.page(undefined, `/events/${id}/event.ics`);
  assert.match(String(answer.headers['content-type']), /^text\/calendar/);
  const events = parse(answer.text);
  const [main] = events;
  assert.deepEqual(
    [main?.summary, main?.description, main?.location],
    [series.title, series.about.trim(), 'Oven, Mill Lane 3, Town'],
  );
  assert.deepEqual(
    startsOf(events),
    (await listDates(app, ada, id))
      .filter(({ canceledAt }) => !canceledAt)
      .map(({ startsAt }) => startsAt.toISOString()),
  );
  assert.match(String(main?.uid), /^event-\d+@plaza\.test$/);
  const { uid, sequence } = main ?? {};
  await updateEvent(app, ada, id, { place: 'Hall' });
  const [changed] = parse((await plaza.page(bob, `/events/${id}/event.ics`)).text);
  assert.deepEqual([changed?.uid, changed?.sequence], [uid, (sequence ?? 0) + 1]);
  await cancelEvent(app, ada, id);
  assert.match((await plaza.page(undefined, `/events/${id}/event.ics`)).text, /STATUS:CANCELLED/);
});

testPlaza('local times stay when the clocks change, in every time zone', async ({ app, plaza, ada }) => {
  for (const timeZone of [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Asia/Kolkata',
    'America/St_Johns',
  ]) {
    const id = await addEvent(app, ada, {
      ...series,
      title: timeZone,
      timeZone,
      rule: 'FREQ=WEEKLY;COUNT=52',
    });
    const events = parse((await plaza.page(undefined, `/events/${id}/event.ics`)).text);
    const starts = (await listDates(app, ada, id)).map(({ startsAt }) => startsAt.toISOString());
    assert.deepEqual(startsOf(events), starts, timeZone);
  }
});

testPlaza('an event for all day has days', async ({ app, plaza, ada }) => {
  const id = await addEvent(app, ada, {
    ...series,
    start: '2026-03-28',
    end: '2026-03-29',
    isAllDay: true,
    rule: '',
  });
  const { text } = await plaza.page(undefined, `/events/${id}/event.ics`);
  assert.match(text, /DTSTART;VALUE=DATE:20260328\r\nDTEND;VALUE=DATE:20260330\r\n/);
  const [event] = parse(text);
  assert.deepEqual([event?.startDate.isDate, event?.endDate.toString()], [true, '2026-03-30']);
});

testPlaza(
  'a secret address shows what its owner sees, until it is replaced',
  async ({ app, plaza, ada, bob }) => {
    const id = await addEvent(app, ada, series, { privacy: 'public' });
    const hidden = await addEvent(app, ada, { ...series, title: 'Hidden' }, { privacy: 'friends' });
    await answerEvent(app, bob, { id }, 'interested');
    const { pathname } = new URL(await renewCalendarAddress(app, bob));
    const answer = await plaza.page(undefined, pathname);
    const events = parse(answer.text);
    assert.equal(events.length, 7);
    assert.equal(new Set(events.map(({ uid }) => uid)).size, 7);
    assert.match(answer.text, /STATUS:TENTATIVE/);
    assert.doesNotMatch(answer.text, /Hidden/);
    const again = await plaza.page(undefined, pathname, { 'if-none-match': String(answer.headers.etag) });
    assert.deepEqual([again.status, again.text], [304, '']);
    await answerEvent(app, bob, { id }, null);
    assert.equal(parse((await plaza.page(undefined, pathname)).text).length, 0);
    const own = new URL(await renewCalendarAddress(app, ada)).pathname;
    assert.match((await plaza.page(undefined, own)).text, /Hidden/);
    assert.equal((await plaza.page(bob, `/events/${hidden}/event.ics`)).status, 404);
    await plaza.form(bob, '/events/calendar');
    assert.equal((await plaza.page(undefined, pathname)).status, 404);
    const shown = /http:\/\/plaza\.test(\/calendars\/[\w-]{43}\/events\.ics)/.exec(
      (await plaza.page(bob, '/events/calendar')).text,
    );
    assert.equal((await plaza.page(undefined, shown?.[1] ?? '')).status, 200);
    await plaza.form(bob, '/events/calendar/delete');
    assert.equal((await plaza.page(undefined, shown?.[1] ?? '')).status, 404);
  },
);

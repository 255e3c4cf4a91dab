import { days } from '../../../src/kernel/time.ts';
import type { App, Viewer } from '../../../src/platform/app.ts';
import { answerEvent } from '../../../src/social/events/answers.ts';
import { renewCalendarAddress } from '../../../src/social/events/calendar-address.ts';
import { addEvent } from '../../../src/social/events/events.ts';
import { listDates } from '../../../src/social/events/reading.ts';

/** A series of events to which the viewer goes, with an address of their calendar. */
export async function eventExamples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const day = new Date(app.clock.now().getTime() + days(3)).toISOString().slice(0, 10);
  const id = await addEvent(app, viewer, {
    title: 'Baking night',
    about: 'Rye bread for beginners',
    place: 'Community oven',
    address: 'Mill Lane 3',
    link: 'https://example.org/stream',
    start: `${day}T19:00`,
    end: `${day}T21:00`,
    timeZone: 'Europe/Berlin',
    isAllDay: false,
    rule: 'FREQ=WEEKLY;COUNT=4',
    capacity: 12,
  });
  await answerEvent(app, viewer, { id }, 'going');
  const address = new URL(await renewCalendarAddress(app, viewer));
  const [date] = await listDates(app, viewer, id);
  return {
    '/events/:id': `/events/${id}`,
    '/events/:id/edit': `/events/${id}/edit`,
    '/events/:id/event.ics': `/events/${id}/event.ics`,
    '/events/:id/guests': `/events/${id}/guests`,
    '/events/:id/manage': `/events/${id}/manage`,
    '/events/:id/check-in': `/events/${id}/check-in`,
    '/events/:id/dates/:date': `/events/${id}/dates/${date?.id ?? ''}`,
    '/calendars/:token/events.ics': address.pathname,
  };
}

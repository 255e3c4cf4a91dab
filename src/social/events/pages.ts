import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { days, toWallTime } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import { currentTimeZone } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import { isPublic } from '../posts/post.ts';
import { answerEvent } from './answers.ts';
import {
  deleteCalendarAddress,
  getCalendarAddress,
  getCalendarOwner,
  renewCalendarAddress,
} from './calendar-address.ts';
import { type EventAnswer, getDate, getEvent, pathOfEvent } from './event.ts';
import { eventView } from './event-views.ts';
import { calendarView, guestsView } from './guest-views.ts';
import { eventsView, monthView } from './list-views.ts';
import { hostPages } from './host-pages.ts';
import { getEventHost } from './hosts.ts';
import { ticketPages } from './tickets/pages.ts';
import { ticketOf } from './tickets/tickets.ts';
import { eventLists, guestLists, listDates, listDatesBetween, listEvents, listGuests } from './reading.ts';

const anyone = pagesFor('anyone');
const member = pagesFor('member');
const line = (maxLength: number) => Type.String({ maxLength, default: '' });

const HostQuery = {
  page: Type.Optional(Id),
  group: Type.Optional(Id),
};

async function showEvent(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  dateId?: string,
  state?: FormState,
) {
  const shown = await getDate(app, viewer, id, dateId);
  const dates = shown.event.rule === '' ? [] : await listDates(app, viewer, id);
  const context = { viewer, base: app.config.plazaUrl, now: app.clock.now(), dates, config: app.config };
  return eventView(shown, { ...context, ticket: ticketOf(app, shown) }, state);
}

const ics = 'text/calendar; charset=utf-8';

export const eventPages = [
  anyone.get({
    path: '/events',
    query: Type.Object({
      list: Type.Optional(Type.Enum([...eventLists])),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      month: Type.Optional(Type.String({ pattern: '^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])$' })),
      after: Type.Optional(Type.String({ maxLength: 60 })),
      user: Type.Optional(Id),
      ...HostQuery,
    }),
    handle: async ({ app, viewer, query: { page, group, user, month, ...query } }) => {
      const host = await getEventHost(app, viewer, { page, group, user });
      const of = { pageId: page, groupId: group, authorId: user };
      const context = { viewer, host, base: app.config.plazaUrl };
      const today = toWallTime(app.clock.now(), currentTimeZone()).slice(0, 10);
      if (month === undefined)
        return eventsView(await listEvents(app, viewer, { ...query, ...of }), query, {
          ...context,
          month: today.slice(0, 7),
        });
      // Time zones differ from UTC by up to 14 hours.
      const first = Date.parse(`${month}-01T00:00:00Z`);
      const from = new Date(first - days(8));
      const to = new Date(first + days(40));
      return monthView(await listDatesBetween(app, viewer, { from, to }, of), month, { ...context, today });
    },
  }),
  member.get({
    path: '/events/calendar',
    handle: async ({ app, viewer }) => calendarView(await getCalendarAddress(app, viewer)),
  }),
  member.post({
    path: '/events/calendar',
    verb: renewCalendarAddress,
    handle: async ({ app, viewer }) => {
      await renewCalendarAddress(app, viewer);
      return redirect('/events/calendar', { kind: 'success', text: t('Address created') });
    },
  }),
  member.post({
    path: '/events/calendar/delete',
    verb: deleteCalendarAddress,
    handle: async ({ app, viewer }) => {
      await deleteCalendarAddress(app, viewer);
      return redirect('/events/calendar', { kind: 'success', text: t('Address deleted') });
    },
  }),
  anyone.get({
    path: '/events/:id',
    params: ById,
    query: Type.Object({ date: Type.Optional(Id) }),
    handle: ({ app, viewer, params, query }) => showEvent(app, viewer, params.id, query.date),
  }),
  anyone.get({
    path: '/events/:id/event.ics',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const { event, post } = await getEvent(app, viewer, params.id);
      const dates = await listDates(app, undefined, params.id);
      const { seriesCalendar } = await import('./calendar.ts');
      return {
        type: ics,
        body: seriesCalendar(event, dates, { base: app.config.plazaUrl, name: event.title }),
        headers: {
          // Who has a ticket gets more than others.
          'cache-control':
            isPublic(post) && event.price === null ? 'public, max-age=60' : 'private, no-store',
          'content-disposition': `attachment; filename="event-${event.id}.ics"`,
        },
      };
    },
  }),
  anyone.get({
    path: '/calendars/:token/events.ics',
    params: Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}$' }) }),
    handle: async ({ app, params }) => {
      const owner = await getCalendarOwner(app, params.token);
      const now = app.clock.now().getTime();
      const span = { from: new Date(now - days(90)), to: new Date(now + days(366)) };
      const shown = await listDatesBetween(app, owner, span, { list: 'mine' });
      const { datesCalendar } = await import('./calendar.ts');
      return {
        type: ics,
        body: datesCalendar(shown, {
          base: app.config.plazaUrl,
          name: t('Events of {name}', { name: owner.name }),
        }),
        // Only its owner knows the address, and no shared cache stores what is there.
        headers: { 'cache-control': 'private, max-age=0, must-revalidate', 'x-robots-tag': 'noindex' },
      };
    },
  }),
  member.post({
    path: '/events/:id/answer',
    verb: answerEvent,
    params: ById,
    body: Type.Object({
      date: Type.Optional(Id),
      all: Type.Optional(line(10)),
      answer: Type.Enum(['going', 'interested', 'declined', 'none']),
      price: line(40),
    }),
    handle: async ({ app, viewer, params: { id }, body: { date, all, answer, price } }) => {
      const chosen: EventAnswer | null = answer === 'none' ? null : answer;
      await answerEvent(app, viewer, { id, dateId: all ? undefined : date }, chosen, price);
      const { date: shown } = await getDate(app, viewer, id, date);
      const text = shown.mine === 'waiting' ? t('You are on the waiting list') : t('Answer saved');
      return redirect(`${pathOfEvent({ id })}${date === undefined ? '' : `?date=${date}`}`, {
        kind: 'success',
        text,
      });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showEvent(app, viewer, params.id, undefined, refused(body, problem)),
  }),
  member.get({
    path: '/events/:id/guests',
    params: ById,
    query: Type.Object({
      date: Type.Optional(Id),
      answer: Type.Enum([...guestLists], { default: 'going' }),
      after: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    handle: async ({ app, viewer, params: { id }, query: { date, answer, after } }) => {
      const shown = await getDate(app, viewer, id, date);
      const guests = await listGuests(app, viewer, { id, dateId: shown.date.id }, { answer, after });
      return guestsView(shown, guests, { viewer, answer, after });
    },
  }),
  ...hostPages,
  ...ticketPages,
];

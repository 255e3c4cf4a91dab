import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { After, Envelope, nextPlace, PageEnvelope } from '../../platform/http/families/social.ts';
import { AuthorRecord, toAuthorRecord } from '../people/records.ts';
import { answerEvent } from './answers.ts';
import { getCalendarAddress, renewCalendarAddress } from './calendar-address.ts';
import { answers, getDate } from './event.ts';
import { guestLists, listGuests } from './reading.ts';
import { EventRecord, toEventRecord } from './records.ts';

export const OfDate = {
  id: Id,
  date_id: Type.Optional({ ...Id, description: 'The date of a series; the next one by default' }),
};

const CalendarRecord = Type.Object({
  url: Type.String({ description: 'Secret address of your calendar, in the format of RFC 5545' }),
});

const member = operations('Events', 'member');
const path = '/apis/php/events';

/** Answers, guests and calendars. */
export const answerRoutes = [
  member.post({
    path: `${path}/answer`,
    verb: answerEvent,
    summary: 'Answer whether you come',
    description:
      'Extension. For all coming dates, or one of them. `none` takes the answer back. If no place is free you are on the waiting list, and get the first that becomes free. `going` to what costs money needs one date and its `price`, which you pay from your wallet now or when you get a place; you get it back if you answer otherwise before the start.',
    body: Type.Object({
      id: Id,
      date_id: Type.Optional({ ...Id, description: 'One date of a series' }),
      answer: Type.Enum([...answers, 'none']),
      price: Type.Optional(
        Type.String({ maxLength: 40, description: 'The price of the event that you saw' }),
      ),
    }),
    returns: Envelope(EventRecord),
    example: { id: '12', answer: 'going' },
    handle: async ({ app, viewer, body: { id, date_id: dateId, answer, price } }) => {
      await answerEvent(app, viewer, { id, dateId }, answer === 'none' ? null : answer, price);
      return { data: toEventRecord(app, viewer, await getDate(app, viewer, id, dateId)) };
    },
  }),
  member.get({
    path: `${path}/guests`,
    summary: 'List who comes',
    description: 'Extension. The first to answer first, 50 per page. The waiting list is shown to the host.',
    query: Type.Object({ ...OfDate, answer: Type.Enum([...guestLists], { default: 'going' }), ...After }),
    returns: PageEnvelope(
      Type.Array(
        Type.Object({
          person: AuthorRecord,
          answered: Type.String({ description: 'ISO 8601' }),
          checked_in: Type.Boolean({ description: 'Shown to the host' }),
        }),
      ),
    ),
    handle: async ({ app, viewer, query: { id, date_id: dateId, answer, after } }) => {
      const { items, next } = await listGuests(app, viewer, { id, dateId }, { answer, after });
      const data = items.map(({ person, at, isCheckedIn }) => ({
        person: toAuthorRecord(app, person),
        answered: at.toISOString(),
        checked_in: isCheckedIn,
      }));
      return { data, ...nextPlace(next) };
    },
  }),
  member.get({
    path: `${path}/calendar`,
    summary: 'Get the address of your calendar',
    description: 'Extension. Whoever knows the address sees your events. Empty until you create it.',
    returns: Envelope(CalendarRecord),
    handle: async ({ app, viewer }) => ({ data: { url: (await getCalendarAddress(app, viewer)) ?? '' } }),
  }),
  member.post({
    path: `${path}/calendar`,
    verb: renewCalendarAddress,
    summary: 'Create the address of your calendar, or replace it',
    description: 'Extension. The former address stops working.',
    returns: Envelope(CalendarRecord),
    handle: async ({ app, viewer }) => ({ data: { url: await renewCalendarAddress(app, viewer) } }),
  }),
];

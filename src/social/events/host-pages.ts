import { type Static, Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { msg, type FieldProblem, invalid } from '../../kernel/problem.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { type FormState, refused } from '../../web/form.ts';
import { t } from '../../web/translation/translate.ts';
import { canMonetize } from '../access/entitlement.ts';
import { deletePost } from '../posts/deleting.ts';
import { getDate, getEvent, pathOfEvent, refuseGuests } from './event.ts';
import { addEvent, cancelEvent, changeDate, updateEvent } from './events.ts';
import { eventFormView } from './form-view.ts';
import { getEventHost } from './hosts.ts';
import { dateFormView, manageEventView } from './manage-views.ts';
import type { TypedEvent } from './new-event.ts';
import { listDates } from './reading.ts';
import { repeats, ruleOf } from './recurrence.ts';

const member = pagesFor('member');
const line = (maxLength: number) => Type.String({ maxLength, default: '' });

const EventForm = Type.Object({
  title: line(1000),
  about: line(20_000),
  place: line(1000),
  address: line(2000),
  link: line(1000),
  start: line(40),
  end: line(40),
  time_zone: line(100),
  all_day: Type.Optional(line(10)),
  repeat: Type.Enum([...repeats], { default: '' }),
  until: line(40),
  rule: line(1000),
  capacity: line(20),
  price: Type.Optional(Type.String({ maxLength: 40 })),
  privacy: Type.Enum(['public', 'friends'], { default: 'public' }),
  alt: line(6000),
  page: Type.Optional(Id),
  group: Type.Optional(Id),
});
type EventForm = Static<typeof EventForm>;

function toTypedEvent(form: EventForm): TypedEvent {
  const { title, about, place, address, link, start, end, capacity } = form;
  if (!/^\d{0,6}$/.test(capacity.trim())) throw invalid('capacity', msg('Enter a number'));
  return {
    ...{ title, about, place, address, link, start, end },
    timeZone: form.time_zone,
    isAllDay: Boolean(form.all_day),
    rule: ruleOf(form),
    capacity: capacity.trim() === '' ? null : Number(capacity),
    price: form.price,
  };
}

/** A fault of the rule stands at the last day, unless the rule itself was entered. */
function refusedEvent(body: Readonly<Record<string, unknown>>, problem: FieldProblem): FormState {
  const state = refused(body, problem);
  const { rule, ...others } = state.errors ?? {};
  if (rule === undefined || body.repeat === 'rule') return state;
  return { ...state, errors: { ...others, until: rule } };
}

/** Pages for who hosts an event. */
export const hostPages = [
  member.get({
    path: '/events/new',
    query: Type.Pick(EventForm, ['page', 'group']),
    handle: async ({ app, viewer, query }) => {
      const host = await getEventHost(app, viewer, query);
      return eventFormView({}, { host, mayEarn: canMonetize(app.config, viewer) });
    },
  }),
  member.post({
    path: '/events/new',
    verb: addEvent,
    body: EventForm,
    files: { fields: ['photos'], max: 1, bytes: largestPicture },
    handle: async ({ app, viewer, body, files }) => {
      const audience = { privacy: body.privacy, pageId: body.page, groupId: body.group };
      const given = files.filter(({ body }) => body.length > 0);
      const id = await addEvent(app, viewer, toTypedEvent(body), audience, { files: given, alt: body.alt });
      return redirect(pathOfEvent({ id }), { kind: 'success', text: t('Event added') });
    },
    again: async ({ app, viewer, body }, problem) => {
      const of = (name: string) =>
        typeof body[name] === 'string' && /^\d{1,18}$/.test(body[name]) ? body[name] : undefined;
      const host = await getEventHost(app, viewer, { page: of('page'), group: of('group') });
      return eventFormView(refusedEvent(body, problem), { host, mayEarn: canMonetize(app.config, viewer) });
    },
  }),
  member.get({
    path: '/events/:id/manage',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const shown = await getDate(app, viewer, params.id);
      refuseGuests(shown.post, viewer);
      return manageEventView(shown, await listDates(app, viewer, params.id), app.clock.now());
    },
  }),
  member.get({
    path: '/events/:id/edit',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const { event, post } = await getEvent(app, viewer, params.id);
      refuseGuests(post, viewer);
      return eventFormView({}, { event, mayEarn: canMonetize(app.config, viewer) });
    },
  }),
  member.post({
    path: '/events/:id/edit',
    verb: updateEvent,
    params: ById,
    body: EventForm,
    handle: async ({ app, viewer, params, body }) => {
      await updateEvent(app, viewer, params.id, toTypedEvent(body));
      return redirect(pathOfEvent(params), { kind: 'success', text: t('Saved') });
    },
    again: async ({ app, viewer, params, body }, problem) => {
      const { event } = await getEvent(app, viewer, params.id);
      return eventFormView(refusedEvent(body, problem), { event, mayEarn: canMonetize(app.config, viewer) });
    },
  }),
  member.post({
    path: '/events/:id/cancel',
    verb: cancelEvent,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await cancelEvent(app, viewer, params.id);
      return redirect(pathOfEvent(params), { kind: 'success', text: t('Event canceled') });
    },
  }),
  member.post({
    path: '/events/:id/delete',
    verb: deletePost,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await getEvent(app, viewer, params.id);
      await deletePost(app, viewer, params.id);
      return redirect('/events?list=mine', { kind: 'success', text: t('Event deleted') });
    },
  }),
  member.get({
    path: '/events/:id/dates/:date',
    params: Type.Object({ id: Id, date: Id }),
    handle: async ({ app, viewer, params: { id, date } }) => {
      const shown = await getDate(app, viewer, id, date);
      refuseGuests(shown.post, viewer);
      return dateFormView(shown, {});
    },
  }),
  member.post({
    path: '/events/:id/dates/:date',
    verb: changeDate,
    params: Type.Object({ id: Id, date: Id }),
    body: Type.Pick(EventForm, ['start', 'end']),
    handle: async ({ app, viewer, params: { id, date: dateId }, body }) => {
      await changeDate(app, viewer, { id, dateId }, body);
      return redirect(`${pathOfEvent({ id })}?date=${dateId}`, { kind: 'success', text: t('Date moved') });
    },
    again: async ({ app, viewer, params: { id, date }, body }, problem) =>
      dateFormView(await getDate(app, viewer, id, date), refused(body, problem)),
  }),
  member.post({
    path: '/events/:id/dates/:date/cancel',
    verb: changeDate,
    params: Type.Object({ id: Id, date: Id }),
    handle: async ({ app, viewer, params: { id, date: dateId } }) => {
      await changeDate(app, viewer, { id, dateId }, 'cancel');
      return redirect(`${pathOfEvent({ id })}?date=${dateId}`, { kind: 'success', text: t('Date canceled') });
    },
  }),
];

import { badge, card, pageHeader } from '../../web/components/surfaces.ts';
import { button, linkButton } from '../../web/components/controls.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { t, tc } from '../../web/translation/translate.ts';
import { eventTimeText } from '../posts/components/event-link.ts';
import { type EventDate, pathOfEvent, type ShownDate } from './event.ts';
import { pathOfDate, section } from './list-views.ts';
import { toWallTimes } from './schedule.ts';

/** What the host can do with an event. */
export function manageEventView({ event, date }: ShownDate, dates: readonly EventDate[], now: Date): View {
  const here = pathOfEvent(event);
  const guestsOf = ({ id }: EventDate) => `${here}/guests?date=${id}`;
  const checkInOf = ({ id }: EventDate) => `${here}/check-in?date=${id}`;
  const dateLinks = (each: EventDate) => {
    const date = eventTimeText({ ...event, ...each });
    return html`<span class="event-date-links">
      <a class="link" href="${guestsOf(each)}" aria-label="${t('Guests: {date}', { date })}"
        >${t('Guests')}</a
      >
      <a class="link" href="${checkInOf(each)}" aria-label="${t('Check in guests: {date}', { date })}"
        >${t('Check in')}</a
      >
      <a class="link" href="${here}/dates/${each.id}" aria-label="${t('Change: {date}', { date })}"
        >${t('Change')}</a
      >
    </span>`;
  };
  return {
    title: t('Manage {title}', { title: event.title }),
    section,
    style: 'events',
    body: html`${pageHeader({
      above: html`<p><a dir="auto" href="${here}">${event.title}</a></p>`,
      title: t('Manage event'),
      actions: html`${event.canceledAt === null && linkButton({ label: t('Edit event'), href: `${here}/edit`, icon: 'pencil' })}
      ${
        event.rule === '' &&
        html`${linkButton({ label: t('Guests'), href: guestsOf(date), icon: 'users' })}
        ${event.canceledAt === null && linkButton({ label: t('Check in guests'), href: checkInOf(date), icon: 'check' })}`
      }`,
    })}
    ${
      event.rule !== '' &&
      event.canceledAt === null &&
      card({
        title: t('Dates'),
        flush: true,
        body: html`<ul class="event-dates">
          ${dates
            .filter(({ endsAt }) => endsAt > now)
            .map(
              (each) =>
                html`<li>
                  <span>${eventTimeText({ ...event, ...each })}</span>
                  ${each.canceledAt ? badge(tc('event', 'Canceled'), 'danger') : dateLinks(each)}
                </li>`,
            )}
        </ul>`,
      })
    }
    ${
      event.canceledAt === null &&
      card({
        title: t('Cancel event'),
        danger: true,
        lead: t('The event stays visible. Who comes is notified.'),
        body: buttonForm({
          to: `${here}/cancel`,
          label: t('Cancel event'),
          kind: 'danger',
          icon: 'x',
          confirm: t('Cancel {title}?', { title: event.title }),
        }),
      })
    }
    ${card({
      title: t('Delete event'),
      danger: true,
      lead: t('Deletes the event with its post and comments.'),
      body: buttonForm({
        to: `${here}/delete`,
        label: t('Delete event'),
        kind: 'danger',
        icon: 'trash-2',
        confirm: t('Delete {title}?', { title: event.title }),
      }),
    })}`,
  };
}

/** One date of a series, to move or cancel. */
export function dateFormView(shown: ShownDate, state: FormState): View {
  const { event, date } = shown;
  const here = `${pathOfEvent(event)}/dates/${date.id}`;
  const { start, end } = toWallTimes({ ...event, ...date });
  const time = (wall: string) => (event.isAllDay ? `${wall}T00:00` : wall);
  const field = bind({ ...state, values: { start: time(start), end: time(end), ...state.values } });
  return {
    title: t('Change date'),
    section,
    style: 'events',
    body: html`${pageHeader({
      above: html`<p><a dir="auto" href="${pathOfDate(shown)}">${event.title}</a></p>`,
      title: t('Change date'),
      lead: eventTimeText({ ...event, ...date }),
    })}
    ${card({
      title: t('Move date'),
      body: form({
        action: here,
        state,
        body: html`<div class="event-times">
            ${textField({ ...field('start'), label: t('Start'), type: 'datetime-local', required: true })}
            ${textField({ ...field('end'), label: t('End'), type: 'datetime-local', required: true })}
          </div>
          <p class="field-hint">
            ${t('In the time zone {zone}', { zone: event.timeZone.replaceAll('_', ' ') })}
          </p>
          ${button({ label: t('Move date'), kind: 'primary' })}`,
      }),
    })}
    ${card({
      title: t('Cancel date'),
      danger: true,
      lead: t('Who comes is notified.'),
      body: buttonForm({
        to: `${here}/cancel`,
        label: t('Cancel date'),
        kind: 'danger',
        icon: 'x',
        confirm: t('Cancel {date}?', { date: eventTimeText({ ...event, ...date }) }),
      }),
    })}`,
  };
}

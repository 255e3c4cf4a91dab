import { dateFormat, t, tc } from '../../../web/translation/translate.ts';
import { toLocal } from '../../../kernel/time.ts';
import { html, type Html } from '../../../web/html.ts';
import type { AnnouncedEvent } from '../post.ts';

const dayFormat = dateFormat({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
const timeFormat = dateFormat({ hour: '2-digit', minute: '2-digit' });

type Times = Pick<AnnouncedEvent, 'startsAt' | 'endsAt' | 'timeZone' | 'isAllDay'>;

/** When an event takes place, in its own time zone: Fri, 26 March 2027, 19:00 – 21:00 (Europe/Berlin). */
export function eventTimeText({ startsAt, endsAt, timeZone, isAllDay }: Times): string {
  const start = toLocal(startsAt, timeZone);
  // An event for all day ends at the midnight after it.
  const end = toLocal(isAllDay ? new Date(endsAt.getTime() - 1) : endsAt, timeZone);
  const [first, last] = [dayFormat.format(start), dayFormat.format(end)];
  if (isAllDay) return first === last ? first : `${first} – ${last}`;
  const [from, to] = [timeFormat.format(start), timeFormat.format(end)];
  const zone = timeZone.replaceAll('_', ' ');
  return first === last
    ? `${first}, ${from} – ${to} (${zone})`
    : `${first}, ${from} – ${last}, ${to} (${zone})`;
}

/** The event that a post announces, as a link to its page. */
export const eventLink = (id: string, event: AnnouncedEvent): Html =>
  html`<p class="post-event">
    <a class="link" href="/events/${id}">${t('Event')}: ${eventTimeText(event)}</a>
    ${event.place !== '' && html`<span dir="auto">${event.place}</span>`}
    ${event.isCanceled && html`<strong>${tc('event', 'Canceled')}</strong>`}
  </p>`;

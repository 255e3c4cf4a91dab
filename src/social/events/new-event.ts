import { parseProfileUrl } from '../../identity/profile/profile.ts';
import { msg, invalid, missing } from '../../kernel/problem.ts';
import { cleanText, isBlank, toLine } from '../../kernel/text.ts';
import { cleanName } from '../../kernel/typed-text/clean-name.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Event } from './event.ts';
import { parseTicketPrice } from './tickets/selling.ts';
import { toSchedule, toWallTimes, type TypedSchedule } from './schedule.ts';

export const longestEventTitle = 120;
export const longestEventAbout = 4000;
export const longestPlace = 120;
export const longestAddress = 300;
export const maxCapacity = 100_000;

/** An event as submitted. */
export interface TypedEvent extends TypedSchedule {
  title: string;
  about: string;
  place: string;
  address: string;
  link: string;
  /** Null for no limit. */
  capacity: number | null;
  /** Of a ticket, such as `4.50`. Empty or 0: free. Undefined: as before. */
  price?: string | undefined;
}

/** The event as the forms and the API submit it. */
export function toTyped(event: Event): TypedEvent {
  const { title, about, place, address, link, timeZone, isAllDay, rule, capacity } = event;
  const { start, end } = toWallTimes(event);
  return { title, about, place, address, link, timeZone, isAllDay, rule, capacity, start, end };
}

/** The text of the post. */
export const announce = ({ title, about }: { title: string; about: string }): string =>
  about === '' ? title : `${title}\n\n${about}`;

/** Validates an event. Throws a `Problem` at the invalid field. */
export function toColumns(
  { clock, config }: Pick<App, 'clock' | 'config'>,
  host: Pick<Viewer, 'permissions'>,
  typed: TypedEvent,
) {
  const now = clock.now();
  const { timeZone, rule, dates } = toSchedule(typed, now);
  const [first] = dates;
  if (!first) throw missing(msg('Event'));
  const { capacity } = typed;
  if (capacity !== null && !(Number.isInteger(capacity) && capacity >= 1 && capacity <= maxCapacity))
    throw invalid('capacity', msg('Enter a number from 1 to {maxCapacity}', { maxCapacity }));
  const price = typed.price === undefined ? undefined : parseTicketPrice({ config }, host, typed.price);
  const link = typed.link.trim();
  return {
    dates,
    columns: {
      title: checkTitle(typed.title),
      about: cleanText(typed.about, 'about', longestEventAbout),
      place: cleanName(toLine(cleanText(typed.place, 'place', longestPlace))),
      address: cleanName(toLine(cleanText(typed.address, 'address', longestAddress))),
      link: link === '' ? '' : parseProfileUrl('link', link),
      time_zone: timeZone,
      is_all_day: typed.isAllDay,
      starts_at: first.startsAt,
      ends_at: first.endsAt,
      rule,
      capacity,
      ...(price !== undefined && { price: price === null ? null : String(price) }),
      updated_at: now,
    },
  };
}

function checkTitle(typed: string): string {
  const title = cleanName(toLine(cleanText(typed, 'title', longestEventTitle)));
  if (isBlank(title)) throw invalid('title', msg('Enter a title'));
  return title;
}

import { days, fromLocal, toLocal } from '../../kernel/time.ts';
import type { Event, EventDate } from './event.ts';
import { pathOfEvent } from './event.ts';

// The format of RFC 5545.

interface CalendarOptions {
  /** Public URL of Plaza. */
  base: string;
  name: string;
}

/** An event as one entry: a series by its rule, with what differs from it. */
export function seriesCalendar(event: Event, dates: readonly EventDate[], options: CalendarOptions): string {
  const at = (moment: Date) => localTime(event, moment);
  const length = event.endsAt.getTime() - event.startsAt.getTime();
  const isMoved = ({ originalAt, startsAt, endsAt }: EventDate) =>
    originalAt.getTime() !== startsAt.getTime() ||
    Math.abs(endsAt.getTime() - startsAt.getTime() - length) > days(1);
  const canceled = dates.filter((date) => date.canceledAt !== null && event.canceledAt === null);
  const moved = dates.filter((date) => date.canceledAt === null && isMoved(date));
  const uid = uidOf(options, `event-${event.id}`);
  const [only] = dates;
  const first = event.rule === '' && only ? only : event;
  const series =
    event.rule === ''
      ? []
      : [
          `RRULE:${toUtcRule(event)}`,
          ...(canceled.length > 0
            ? [
                `EXDATE${times(
                  event,
                  canceled.map(({ originalAt }) => originalAt),
                )}`,
              ]
            : []),
        ];
  return calendar(options, [
    ...(event.isAllDay ? [] : timeZone(event.timeZone, event.startsAt, dates.at(-1)?.endsAt ?? event.endsAt)),
    ...entry(
      event,
      { uid, base: options.base, status: statusOf(event, event.rule === '' ? only : undefined) },
      [`DTSTART${at(first.startsAt)}`, `DTEND${at(first.endsAt)}`, ...series],
    ),
    ...(event.rule === '' ? [] : moved).flatMap((date) =>
      entry(event, { uid, base: options.base, status: statusOf(event, date) }, [
        `RECURRENCE-ID${at(date.originalAt)}`,
        `DTSTART${at(date.startsAt)}`,
        `DTEND${at(date.endsAt)}`,
      ]),
    ),
  ]);
}

/** Dates as an entry each, with the answers of a person. Their times are in UTC, which needs no time zone. */
export const datesCalendar = (
  shown: readonly { event: Event; date: EventDate }[],
  options: CalendarOptions,
): string =>
  calendar(
    options,
    shown.flatMap(({ event, date }) => {
      const uid = uidOf(options, `event-${event.id}-${date.id}`);
      return entry(event, { uid, base: options.base, status: statusOf(event, date) }, [
        `DTSTART${momentOf(event, date.startsAt)}`,
        `DTEND${momentOf(event, date.endsAt)}`,
      ]);
    }),
  );

function calendar({ name }: CalendarOptions, entries: readonly string[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Plaza//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escape(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...entries,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const entry = (
  event: Event,
  { uid, base, status }: { uid: string; base: string; status: string },
  times: readonly string[],
): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${utc(event.updatedAt)}`,
  `LAST-MODIFIED:${utc(event.updatedAt)}`,
  `SEQUENCE:${event.sequence}`,
  ...times,
  `SUMMARY:${escape(event.title)}`,
  ...property('DESCRIPTION', [event.about, event.link].filter(Boolean).join('\n\n')),
  ...property('LOCATION', [event.place, event.address].filter(Boolean).join(', ')),
  `URL:${base}${pathOfEvent(event)}`,
  `STATUS:${status}`,
  'END:VEVENT',
];

const property = (name: string, text: string): string[] => (text === '' ? [] : [`${name}:${escape(text)}`]);

const uidOf = ({ base }: CalendarOptions, name: string): string => `${name}@${new URL(base).host}`;

function statusOf(event: Event, date?: EventDate): string {
  if (event.canceledAt ?? date?.canceledAt) return 'CANCELLED';
  return date?.mine === 'interested' || date?.mine === 'waiting' ? 'TENTATIVE' : 'CONFIRMED';
}

/** `20270329T190000Z`. */
const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** `20270329T190000`, in a time zone. */
const local = (at: Date, zone: string): string => utc(toLocal(at, zone)).slice(0, -1);

const localTime = (event: Event, at: Date): string => times(event, [at]);

const times = ({ isAllDay, timeZone }: Event, moments: readonly Date[]): string =>
  isAllDay
    ? `;VALUE=DATE:${moments.map((at) => local(at, timeZone).slice(0, 8)).join(',')}`
    : `;TZID=${timeZone}:${moments.map((at) => local(at, timeZone)).join(',')}`;

const momentOf = (event: Event, at: Date): string => (event.isAllDay ? times(event, [at]) : `:${utc(at)}`);

/** The rule with its last day in the type of the start: a day, or the last start in UTC. */
const toUtcRule = ({ rule, isAllDay, startsAt, timeZone }: Event): string =>
  rule.replace(/UNTIL=(\d{4})(\d{2})(\d{2})/, (whole, year: string, month: string, day: string) => {
    if (isAllDay) return whole;
    const clock = toLocal(startsAt, timeZone).toISOString().slice(11);
    return `UNTIL=${utc(fromLocal(new Date(`${year}-${month}-${day}T${clock}`), timeZone))}`;
  });

/** The clock changes of a time zone around an event, as one observance each. */
function timeZone(zone: string, from: Date, to: Date): string[] {
  const offset = (at: number) => toLocal(new Date(at), zone).getTime() - at;
  const start = from.getTime() - days(366);
  const observances: string[] = [];
  const add = (at: number, before: number, after: number) => {
    const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
    observances.push(
      `BEGIN:${kind}`,
      `DTSTART:${utc(new Date(at + before)).slice(0, -1)}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(after)}`,
      `END:${kind}`,
    );
  };
  add(start, offset(start), offset(start));
  for (let at = start; at < to.getTime() + days(31); at += days(7)) {
    let [low, high] = [at, at + days(7)];
    if (offset(low) === offset(high)) continue;
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 120_000) * 60_000;
      if (offset(middle) === offset(low)) low = middle;
      else high = middle;
    }
    add(high, offset(low), offset(high));
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE'];
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`;
}

const escape = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`);

/** Lines have at most 75 bytes. The next line begins with a space. Characters stay whole. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

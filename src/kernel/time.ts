/** Durations in milliseconds. */
export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => n * 60_000;
export const hours = (n: number) => n * 3_600_000;
export const days = (n: number) => n * 86_400_000;

/** `YYYY-MM-DD HH:MM:SS` in UTC: the dates of the link API, and the times of people and chat on Plaza. */
export const sqlDate = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?)?$/i;

/** The first moment of a day that is written as `YYYY-MM-DD`, in UTC. Undefined if the calendar does not have it. */
export const parseDay = (text: string): Date | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTime(text) : undefined;

/**
 * The moment of a day or time in ISO 8601 or as `YYYY-MM-DD HH:MM:SS`. Without an offset it is in the zone; see
 * `fromLocal` for times that a clock change skips or repeats. Undefined for what no calendar or clock has, such as
 * February 30 or 24:00, which `Date` would move to the next day.
 */
export function parseTime(text: string, zone = 'UTC'): Date | undefined {
  const match = pattern.exec(text);
  if (!match || !isTimeZone(zone)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  const offset = match[8];
  if (offset === undefined) return withFourDigits(fromLocal(local, zone));
  const minutes = minutesOf(offset);
  return minutes === undefined ? undefined : withFourDigits(new Date(local.getTime() - minutes * 60_000));
}

const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The minutes of an offset from UTC such as `+02:00`. No zone is further away than 14 hours. */
function minutesOf(offset: string): number | undefined {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  if (Number(minutes) > 59 || Number(hours) * 60 + Number(minutes) > 14 * 60) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The names that IANA uses today for those that ICU still returns. */
const renamedZones: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara', 'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca', 'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba', 'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis', 'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville', 'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata', 'Asia/Katmandu': 'Asia/Kathmandu', 'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh', 'Atlantic/Faeroe': 'Atlantic/Faroe', 'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton', 'Pacific/Ponape': 'Pacific/Pohnpei', 'Pacific/Truk': 'Pacific/Chuuk',
}; // prettier-ignore

/** Time zones to choose from in forms. */
export const timeZones = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone !== 'UTC')
    .map((zone) => renamedZones[zone] ?? zone)
    .sort(),
];

/** A time zone per major UTC offset. Scripts add the browser's own zone, and drafts offer all zones. */
export const commonZones = [
  'UTC', 'Pacific/Honolulu', 'America/Anchorage', 'America/Los_Angeles', 'America/Denver', 'America/Chicago',
  'America/New_York', 'America/Halifax', 'America/Sao_Paulo', 'Europe/London', 'Europe/Berlin', 'Europe/Athens',
  'Africa/Lagos', 'Africa/Nairobi', 'Europe/Istanbul', 'Asia/Dubai', 'Asia/Karachi', 'Asia/Kolkata', 'Asia/Dhaka',
  'Asia/Bangkok', 'Asia/Shanghai', 'Asia/Tokyo', 'Australia/Sydney', 'Pacific/Auckland',
]; // prettier-ignore

/** Whether the zone is valid. Accepts deprecated names, which browsers still send. */
export function isTimeZone(zone: string): boolean {
  try {
    return /^[A-Za-z][A-Za-z0-9_+\-/]{1,59}$/.test(zone) && formatOf(zone).format() !== '';
  } catch {
    return false;
  }
}

/**
 * The name of a time zone to store: that of IANA, whatever the letter case and however old the name that was typed.
 * Undefined if there is no such zone.
 */
export function parseTimeZone(typed: string): string | undefined {
  const zone = typed.trim();
  if (!isTimeZone(zone)) return undefined;
  const known = formatOf(zone).resolvedOptions().timeZone;
  return renamedZones[known] ?? known;
}

/** Cached because creating a format is slow. Bounded, because names are accepted in any case. */
const formats = new Map<string, Intl.DateTimeFormat>();
const maxFormats = 500;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(zone, format);
  return format;
}

/** Formats the local time in a zone as form fields have it: `2026-03-29T08:30`. */
export const toWallTime = (at: Date, zone: string): string =>
  formatOf(zone).format(at).replace(' ', 'T').slice(0, 'yyyy-mm-ddThh:mm'.length);

/** The moment of a local time in a zone. Undefined if the date does not exist. */
export function fromWallTime(wall: string, zone: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(wall) || !isTimeZone(zone)) return undefined;
  const asUtc = Date.parse(`${wall}Z`);
  // Date parsing rolls a day that the month does not have over into the next month.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(wall)) return undefined;
  return withFourDigits(fromLocal(new Date(asUtc), zone));
}

/** What is the year 10,000 in UTC has no form that is read and written everywhere. */
const withFourDigits = (at: Date): Date | undefined => (at.getUTCFullYear() > 9999 ? undefined : at);

/** A date whose UTC fields are the local time in the zone. For arithmetic with local days. */
export const toLocal = (at: Date, zone: string): Date =>
  zone === 'UTC' ? at : new Date(at.getTime() + offsetAt(at.getTime(), zone));

/**
 * The moment of a date from `toLocal`. A local time skipped in spring is read with the offset before the
 * change. One that occurs twice in autumn is the first.
 */
export function fromLocal(local: Date, zone: string): Date {
  if (zone === 'UTC') return local;
  const asUtc = local.getTime();
  const day = 86_400_000;
  // The offsets before and after a nearby clock change. The earlier one is tried first.
  const offsets = [asUtc - day, asUtc + day].map((near) => offsetAt(near, zone));
  const fitting = offsets.map((offset) => asUtc - offset).filter((at) => at + offsetAt(at, zone) === asUtc);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : asUtc - (offsets[0] ?? 0));
}

/** Between these, ICU writes dates that `Date` parses: in the Gregorian calendar, with a year of four digits. */
const [earliest, latest] = [Date.UTC(1600, 0), Date.UTC(9999, 0)];

/** The zone's offset from UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const at = Math.min(Math.max(moment, earliest), latest);
  const wall = formatOf(zone).format(new Date(at)).replace(' ', 'T');
  return Date.parse(`${wall}Z`) - Math.floor(at / 1000) * 1000;
}

/** Time zones to choose from in forms. */
export const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

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
    return /^[A-Za-z0-9_+\-/]{2,60}$/.test(zone) && formatOf(zone).format() !== '';
  } catch {
    return false;
  }
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
  return fromLocal(new Date(asUtc), zone);
}

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

/** The zone's offset from UTC at a moment, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const wall = formatOf(zone).format(new Date(at)).replace(' ', 'T');
  return Date.parse(`${wall}Z`) - Math.floor(at / 1000) * 1000;
}

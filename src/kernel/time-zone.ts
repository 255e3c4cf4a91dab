/** The zones that a form offers, with what they are called. */
export const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Old names of zones, which browsers still send, are known too. */
export function isTimeZone(zone: string): boolean {
  try {
    return /^[A-Za-z0-9_+\-/]{2,60}$/.test(zone) && formatOf(zone).format() !== '';
  } catch {
    return false;
  }
}

/** A format takes longer to make than to use. Names come in any case, so the number of them has a bound. */
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

/** What a clock on the wall of a zone shows, as a form's field has it: `2026-03-29T08:30`. */
export const toWallTime = (at: Date, zone: string): string =>
  formatOf(zone).format(at).replace(' ', 'T').slice(0, 'yyyy-mm-ddThh:mm'.length);

/** The moment at which a clock on the wall of a zone shows this; undefined where no calendar has it. */
export function fromWallTime(wall: string, zone: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(wall) || !isTimeZone(zone)) return undefined;
  const asUtc = Date.parse(`${wall}Z`);
  // A day that its month does not have is taken for one of the next.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(wall)) return undefined;
  return fromLocal(new Date(asUtc), zone);
}

/** A date whose UTC fields are what a clock on the wall of a zone shows at a moment: for arithmetic with local days. */
export const toLocal = (at: Date, zone: string): Date =>
  zone === 'UTC' ? at : new Date(at.getTime() + offsetAt(at.getTime(), zone));

/**
 * The moment of such a date. A time that is skipped in spring is the one that clocks would show had they not been
 * turned; one that comes twice in autumn is the first.
 */
export function fromLocal(local: Date, zone: string): Date {
  if (zone === 'UTC') return local;
  const asUtc = local.getTime();
  const day = 86_400_000;
  // The offsets before and after any change that is near; the earlier one is tried first.
  const offsets = [asUtc - day, asUtc + day].map((near) => offsetAt(near, zone));
  const fitting = offsets.map((offset) => asUtc - offset).filter((at) => at + offsetAt(at, zone) === asUtc);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : asUtc - (offsets[0] ?? 0));
}

/** Milliseconds by which a zone is ahead of UTC at a moment. */
function offsetAt(at: number, zone: string): number {
  const wall = formatOf(zone).format(new Date(at)).replace(' ', 'T');
  return Date.parse(`${wall}Z`) - Math.floor(at / 1000) * 1000;
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * Formats a time relative to now, such as `5m ago` or `in 2d`, or as a date if it is more than four weeks
 * away. Shared by the server and the browser. `isBrief` omits "ago", for lists of past times: `5m`.
 */
export function relativeText(moment: Date, now: Date, language: string, isBrief = false): string {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (distance > 28 * 86_400) {
    const isThisYear = moment.getUTCFullYear() === now.getUTCFullYear();
    return (isThisYear ? dayFormat : yearFormat)(language).format(moment);
  }
  for (const [unit, length] of units) {
    if (distance < length) continue;
    return isBrief
      ? briefFormats[unit](language).format(Math.trunc(distance / length))
      : relativeFormat(language).format(Math.trunc(seconds / length), unit);
  }
  return relativeFormat(language).format(0, 'second');
}

/** Formats the full date and time with its time zone, by default the reader's. */
export function exactTime(moment: Date, language: string, zone: 'UTC' | 'local' = 'local'): string {
  return (zone === 'UTC' ? utcFormat : localFormat)(language).format(moment);
}

// Formatters are cached, because creating one takes a hundred times as long as using it.
const day = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const exact = { dateStyle: 'long', timeStyle: 'long' } as const;
const relativeFormat = memoized(
  (language) =>
    // The narrow German style would give “vor 5 m”.
    new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: language === 'de' ? 'short' : 'narrow' }),
);
const briefFormat = (unit: string) =>
  memoized((language) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }));
const briefFormats = { day: briefFormat('day'), hour: briefFormat('hour'), minute: briefFormat('minute') };
const dayFormat = memoized((language) => new Intl.DateTimeFormat(language, day));
const yearFormat = memoized((language) => new Intl.DateTimeFormat(language, { ...day, year: 'numeric' }));
const utcFormat = memoized((language) => new Intl.DateTimeFormat(language, { ...exact, timeZone: 'UTC' }));
const localFormat = memoized((language) => new Intl.DateTimeFormat(language, exact));

function memoized<Format>(create: (language: string) => Format): (language: string) => Format {
  const cache = new Map<string, Format>();
  return (language) => {
    const found = cache.get(language) ?? create(language);
    cache.set(language, found);
    return found;
  };
}

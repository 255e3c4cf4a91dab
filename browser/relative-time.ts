const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * `5m ago`, `in 2d`; a date when it is more than four weeks away. The server and the browser both say it by this rule. `isBrief`: `5m`,
 * where all that is listed has been.
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

/** The full date and time, with the zone it is in: the reader's own unless told. */
export function exactTime(moment: Date, language: string, zone: 'UTC' | 'local' = 'local'): string {
  return (zone === 'UTC' ? utcFormat : localFormat)(language).format(moment);
}

// Making a format takes a hundred times as long as using one.
const day = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const exact = { dateStyle: 'long', timeStyle: 'long' } as const;
const relativeFormat = memoized(
  (language) =>
    // German would say “vor 5 m”.
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

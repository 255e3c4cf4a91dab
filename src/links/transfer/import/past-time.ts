const iso =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;
/** Spreadsheets rewrite dates in the order of their country. */
const local = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*(AM|PM)?)?$/i;

/**
 * Parses a time in an export, in UTC unless it has another offset. Returns undefined for a time that does not
 * exist or could be two different days, such as 3/4/2024.
 */
export function parsePastTime(text: string): Date | undefined {
  const typed = text.trim();
  const [isIso, year, month, day, hour = '0', minute = '0', second = '0', zone = ''] = iso.exec(typed) ?? [];
  if (isIso !== undefined) return timeOf([year, month, day, hour, minute, second], zone);
  const other = local.exec(typed);
  if (other) return localTime(other);
  // A month in letters, as in `1 March 2024` and `Fri, 01 Mar 2024 10:00:00 GMT`.
  if (typed.length > 60 || !/\b[A-Za-z]{3,9}\b/.test(typed) || !/\b\d{4}\b/.test(typed)) return undefined;
  const hasZone = /(Z|UTC|GMT|[+-]\d\d:?\d\d)\)?$/.test(typed);
  const at = new Date(hasZone ? typed : `${typed} UTC`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function localTime([, first, mark, second, year, hour = '0', ...rest]: RegExpExecArray): Date | undefined {
  const [minute = '0', seconds = '0', half = ''] = rest;
  const [a, b] = [Number(first), Number(second)];
  // Only the order with slashes differs between countries.
  const isDayFirst = mark === '.' || a > 12 || a === b;
  if (!isDayFirst && b <= 12) return undefined;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  return timeOf([year, month, day, String(hours), minute, seconds], '');
}

function timeOf(parts: readonly (string | undefined)[], zone: string): Date | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!isReal) return undefined;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return new Date(at.getTime() - offset * 60_000);
}

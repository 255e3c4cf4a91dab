import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';

const day = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const time = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?`;
const pattern = new RegExp(`^${day}(?:[ T]${time} ?(Z|[+-]\\d{2}:?\\d{2})?)?$`, 'i');

/**
 * Parses an expiry: `YYYY-MM-DD HH:MM:SS`, a date (its start) or ISO 8601, in UTC unless an offset is given.
 * It must be in the future, unless it equals the current expiry, because forms send that back.
 */
export function parseExpiry(text: string, now: Date, present: Date | null = null): Date {
  const at = parseMoment(text, 'expiry');
  if (at <= now && at.getTime() !== present?.getTime())
    throw invalid('expiry', t('The expiry must be in the future'));
  return at;
}

/** Parses a date and time. Throws a `Problem` at `field` if it is invalid. */
export function parseMoment(text: string, field: string): Date {
  const at = toMoment(text.trim());
  if (!at)
    throw invalid(
      field,
      t('The {value} must be in the form YYYY-MM-DD HH:MM:SS (UTC)', {
        value: field === 'at' ? 'time' : field,
      }),
    );
  return at;
}

function toMoment(text: string): Date | undefined {
  const [, ...parts] = pattern.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map((part: string | undefined) => Number(part ?? 0));
  const at = new Date(Date.UTC(year, month - 1, date, hour, minute, second));
  // Invalid times such as February 30 or 25:00 roll over and then differ from the input.
  const asWritten =
    at.getUTCMonth() === month - 1 &&
    at.getUTCDate() === date &&
    at.getUTCHours() === hour &&
    at.getUTCMinutes() === minute &&
    second < 60;
  return asWritten ? new Date(at.getTime() - offset(parts[6])) : undefined;
}

/** Returns the UTC offset of a time zone such as `+02:00` in milliseconds. */
function offset(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ahead : ahead;
}

import { t } from '../../../kernel/translation/translate.ts';
import { isTimeZone, parseTime } from '../../../kernel/time.ts';
import { invalid } from '../../../kernel/problem.ts';

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
  const at = parseTime(text.trim().replace(/[.,]\d{1,9}/, ''));
  if (!at)
    throw invalid(
      field,
      t('The {value} must be in the form YYYY-MM-DD HH:MM:SS (UTC)', {
        value: field === 'at' ? 'time' : field,
      }),
    );
  return at;
}

/** A time as it is written in a zone, in UTC. What is no time stays as it is, for the error at its field. */
export function inUtc(text: string | undefined, zone: string | undefined): string | undefined {
  if (zone === undefined || zone.trim() === '') return text;
  if (!isTimeZone(zone.trim())) throw invalid('timezone', t('Unknown time zone'));
  return text && (parseTime(text.trim(), zone.trim())?.toISOString() ?? text);
}

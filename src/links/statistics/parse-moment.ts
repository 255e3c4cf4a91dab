import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { isTimeZone } from '../../kernel/time.ts';

/**
 * Parses a day as `YYYY-MM-DD` and returns its start in UTC. Use `fromLocal` to convert it to another zone.
 */
export function parseDay(field: string, text: string): Date {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parsed(text, 'T00:00:00Z') : undefined;
  if (!at) throw invalid(field, t('“{field}” must be a day as YYYY-MM-DD', { field }));
  return at;
}

/** Parses a day like `parseDay`, or a time as `YYYY-MM-DD HH:MM:SS`. */
export function parseMoment(field: string, text: string): Date {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2})Z?)?$/.exec(text) ?? [];
  const at = day === undefined ? undefined : parsed(day, `T${time}Z`);
  if (!at) throw invalid(field, t('“{field}” must be YYYY-MM-DD or YYYY-MM-DD HH:MM:SS', { field }));
  return at;
}

/** Returns undefined for invalid dates: JavaScript parses February 30 as March 2. */
function parsed(day: string, time: string): Date | undefined {
  const at = new Date(day + time);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return undefined;
  // The time zone conversion supports only four-digit years, and no data is that old.
  return at.getUTCFullYear() < 1900 ? undefined : at;
}

/** Validates the name of a time zone. Defaults to UTC. */
export function parseZone(name: string | undefined): string {
  if (name !== undefined && !isTimeZone(name))
    throw invalid('timezone', t('timezone must be the name of a time zone, such as Europe/Berlin'));
  return name ?? 'UTC';
}

import { t } from '../../../kernel/translation/translate.ts';
import { isTimeZone, parseTime } from '../../../kernel/time.ts';
import { invalid } from '../../../kernel/problem.ts';

/**
 * Parses the start and end of a block's schedule from two `datetime-local` fields and their time zone, UTC if
 * none is named. Blank means no limit.
 */
export function parseSchedule({
  starts = '',
  ends = '',
  timezone = '',
}: Readonly<Record<string, string | undefined>>) {
  const zone = timezone === '' ? 'UTC' : timezone;
  if (!isTimeZone(zone)) throw invalid('timezone', t('Unknown time zone'));
  const startsAt = parseMoment('starts', starts, zone);
  const endsAt = parseMoment('ends', ends, zone);
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid('ends', t('The end must be after the start'));
  return { startsAt, endsAt };
}

function parseMoment(field: string, text: string, zone: string): Date | null {
  const given = text.trim();
  if (given === '') return null;
  const isLocal = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(\.\d+)?$/.test(given);
  const at = isLocal && given >= '2000' ? parseTime(given, zone) : undefined;
  if (!at) throw invalid(field, t('Enter a date and time, such as 2030-05-01T12:00'));
  return at;
}

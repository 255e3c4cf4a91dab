import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';

/**
 * Parses the start and end of a block's schedule from two `datetime-local` fields, in UTC. Blank means no
 * limit.
 */
export function parseSchedule({ starts = '', ends = '' }: Readonly<Record<string, string | undefined>>) {
  const startsAt = parseMoment('starts', starts);
  const endsAt = parseMoment('ends', ends);
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid('ends', t('The end must be after the start'));
  return { startsAt, endsAt };
}

function parseMoment(field: string, text: string): Date | null {
  const given = text.trim();
  if (given === '') return null;
  const at = new Date(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(\.\d+)?$/.test(given) ? `${given}Z` : Number.NaN,
  );
  // Invalid dates, such as February 30, roll over and then differ from the input.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(given.slice(0, 16)) || given < '2000')
    throw invalid(field, t('Enter a date and time, such as 2030-05-01T12:00'));
  return at;
}

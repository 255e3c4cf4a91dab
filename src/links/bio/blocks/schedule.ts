import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';

/** From when and until when a block is shown, as two fields `datetime-local` say it, in UTC. Blank: without an end. */
export function readSchedule({ starts = '', ends = '' }: Readonly<Record<string, string | undefined>>) {
  const startsAt = readMoment('starts', starts);
  const endsAt = readMoment('ends', ends);
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid('ends', t('The end must be after the start'));
  return { startsAt, endsAt };
}

function readMoment(field: string, text: string): Date | null {
  const given = text.trim();
  if (given === '') return null;
  const at = new Date(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(\.\d+)?$/.test(given) ? `${given}Z` : Number.NaN,
  );
  // What is in no calendar, such as the 30th of February, rolls over and then differs from what was written.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(given.slice(0, 16)) || given < '2000')
    throw invalid(field, t('Enter a date and time, such as 2030-05-01T12:00'));
  return at;
}

import { t } from '../../kernel/translation/translate.ts';
import type { Static } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import { days, fromLocal, hours } from '../../kernel/time.ts';
import { startOfStep } from '../clicks/statistics/statistics-range.ts';
import type { StatisticsRange } from '../clicks/statistics/statistics-range.ts';
import { parseMoment, parseZone } from './parse-moment.ts';
import type { LinkStatisticsQuery } from './wire.ts';

const maxPoints = 2000;
const lengths = { hour: hours(1), day: days(1), month: days(28) } as const;

/** Parses the range of an API request. It starts at the beginning of a step, and may end within one. */
export function parseRequestedRange(
  now: Date,
  {
    from,
    to,
    step = 'day',
    timezone,
  }: Pick<Static<typeof LinkStatisticsQuery>, 'from' | 'to' | 'step' | 'timezone'>,
): StatisticsRange & { zone: string } {
  const zone = parseZone(timezone);
  const end = to === undefined ? now : fromLocal(parseMoment('to', to), zone);
  const begin =
    from === undefined ? new Date(end.getTime() - days(7)) : fromLocal(parseMoment('from', from), zone);
  if (end <= begin) throw invalid('to', t('“to” must be after “from”'));
  if ((end.getTime() - begin.getTime()) / lengths[step] > maxPoints)
    throw invalid(
      'step',
      t('This would be more than {maxPoints} points. Use a longer step or a shorter period.', {
        maxPoints,
      }),
    );
  return { from: startOfStep(begin, step, zone), to: end, step, zone };
}

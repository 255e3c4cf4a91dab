import { msg, t, type Message } from '../../../kernel/translation/translate.ts';

const periods: Readonly<Record<string, Message>> = {
  day: msg('{count, plural, =1 {a day} other {every # days}}'),
  week: msg('{count, plural, =1 {a week} other {every # weeks}}'),
  month: msg('{count, plural, =1 {a month} other {every # months}}'),
  year: msg('{count, plural, =1 {a year} other {every # years}}'),
};

/** The billing interval: `a month`, `every 3 months`. */
export const periodWords = ({ period, periodNum }: { period: string; periodNum: number }): string =>
  periods[period] ? t(periods[period], { count: periodNum }) : period;

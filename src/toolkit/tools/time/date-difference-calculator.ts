import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseDay } from '../../encodings/parse-time.ts';

export default tool({
  title: 'Date difference calculator',
  summary: 'Count days, weeks, months and working days between two dates',
  keywords: 'days between duration',
  input: {
    from: input.line('From', '2026-01-15', { max: 30 }),
    to: input.line('To', '2026-12-24', { max: 30 }),
  },
  output: {
    days: output.integer('Days'),
    weeks: output.number('Weeks'),
    workingDays: output.integer('Working days'),
    years: output.integer('Years'),
    months: output.integer('and months'),
    rest: output.integer('and days'),
  },
  sample: { days: 343, weeks: 49, workingDays: 245, years: 0, months: 11, rest: 9 },
  run: ({ from, to }) => {
    const [start, end] = [parseDay('from', from), parseDay('to', to)];
    const days = Math.round((end.getTime() - start.getTime()) / 86_400_000);
    const [first, last] = days < 0 ? [end, start] : [start, end];
    let months =
      (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
    if (addMonths(first, months) > last) months -= 1;
    const rest = Math.round((last.getTime() - addMonths(first, months).getTime()) / 86_400_000);
    return {
      days,
      weeks: Math.round((days / 7) * 100) / 100,
      workingDays: workingDays(first, Math.abs(days)),
      years: Math.floor(months / 12),
      months: months % 12,
      rest,
    };
  },
});

/** The same day in a later month, or its last day. */
function addMonths(date: Date, months: number): Date {
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const longest = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(first.setUTCDate(Math.min(date.getUTCDate(), longest)));
}

function workingDays(first: Date, days: number): number {
  const rest = Array.from({ length: days % 7 }, (_, i) => (first.getUTCDay() + i) % 7).filter(
    (day) => day > 0 && day < 6,
  );
  return Math.floor(days / 7) * 5 + rest.length;
}

import { input, output, tool } from '../../tool.ts';
import { parseToolDay } from '../../encodings/parse-time.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'date-calculator',
    title: 'Date calculator',
    summary: 'Add or subtract days, weeks, months and years',
    keywords: 'add days to date deadline',
    input: {
      date: input.line('Date', '2026-01-31', { max: 30 }),
      years: input.optional(input.integer('Years', 0, -1000, 1000), 0),
      months: input.optional(input.integer('Months', 1, -12_000, 12_000), 0),
      weeks: input.optional(input.integer('Weeks', 0, -50_000, 50_000), 0),
      days: input.optional(input.integer('Days', 0, -400_000, 400_000), 0),
    },
    output: { date: output.text('Date'), weekday: output.text('Weekday') },
    sample: { date: '2026-02-28', weekday: 'Saturday' },
    run: ({ date, years, months, weeks, days }) => {
      const start = parseToolDay('date', date);
      const first = new Date(Date.UTC(start.getUTCFullYear() + years, start.getUTCMonth() + months, 1));
      const longest = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
      first.setUTCDate(Math.min(start.getUTCDate(), longest) + weeks * 7 + days);
      return {
        date: first
          .toISOString()
          .slice(0, first.getUTCFullYear() > 9999 || first.getUTCFullYear() < 0 ? 13 : 10),
        weekday: first.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }),
      };
    },
  }),
  tool({
    slug: 'date-difference-calculator',
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
      const [start, end] = [parseToolDay('from', from), parseToolDay('to', to)];
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
  }),
  tool({
    slug: 'age-calculator',
    title: 'Age calculator',
    summary: 'Calculate the age on a day, and the days until the next birthday',
    keywords: 'birthday years old',
    input: {
      born: input.line('Born', '1990-06-15', { max: 30 }),
      on: input.optional(input.line('On, empty: today', '2026-01-01', { max: 30 }), ''),
    },
    output: {
      years: output.integer('Years'),
      months: output.integer('and months'),
      days: output.integer('Days in all'),
      nextBirthday: output.integer('Days to the next birthday'),
    },
    sample: { years: 35, months: 6, days: 12984, nextBirthday: 165 },
    run: ({ born, on }, { clock }) => {
      const [birth, day] = [
        parseToolDay('born', born),
        on.trim() === ''
          ? parseToolDay('on', clock.now().toISOString().slice(0, 10))
          : parseToolDay('on', on),
      ];
      if (birth > day) throw invalid('born', 'This is after the other day');
      const months =
        (day.getUTCFullYear() - birth.getUTCFullYear()) * 12 +
        day.getUTCMonth() -
        birth.getUTCMonth() -
        (day.getUTCDate() < birth.getUTCDate() ? 1 : 0);
      const next = new Date(Date.UTC(day.getUTCFullYear(), birth.getUTCMonth(), birth.getUTCDate()));
      if (next <= day) next.setUTCFullYear(next.getUTCFullYear() + 1);
      const between = (a: Date, b: Date) => Math.round((b.getTime() - a.getTime()) / 86_400_000);
      return {
        years: Math.floor(months / 12),
        months: months % 12,
        days: between(birth, day),
        nextBirthday: between(day, next),
      };
    },
  }),
];

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

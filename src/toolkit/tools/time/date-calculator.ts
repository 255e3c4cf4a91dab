import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseDay } from '../../encodings/parse-time.ts';

export default tool({
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
    const start = parseDay('date', date);
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
});

import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseDay } from '../../encodings/parse-time.ts';

export default tool({
  title: 'Week number calculator',
  summary: 'Find the ISO week of a date, with its Monday and Sunday',
  keywords: 'calendar week iso 8601',
  input: { date: input.line('Date', '2026-11-22', { max: 30 }) },
  output: {
    week: output.integer('Week'),
    year: output.integer('Of the year'),
    monday: output.text('Monday'),
    sunday: output.text('Sunday'),
  },
  sample: { week: 47, year: 2026, monday: '2026-11-16', sunday: '2026-11-22' },
  run: ({ date }) => {
    const day = parseDay('date', date);
    const monday = new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000);
    const thursday = new Date(monday.getTime() + 3 * 86_400_000);
    const year = thursday.getUTCFullYear();
    const iso = (value: number) => new Date(value).toISOString().slice(0, 10);
    return {
      week: 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / 604_800_000),
      year,
      monday: iso(monday.getTime()),
      sunday: iso(monday.getTime() + 6 * 86_400_000),
    };
  },
});

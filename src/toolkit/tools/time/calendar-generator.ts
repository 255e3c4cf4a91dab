import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Calendar generator',
  summary: 'Draw the calendar of a month with ISO weeks',
  input: {
    year: input.integer('Year', 2026, 1, 9999),
    month: input.integer('Month', 11, 1, 12),
    sunday: input.flag('Weeks begin on Sunday'),
  },
  output: { calendar: output.code('Calendar'), days: output.integer('Days') },
  sample: {
    calendar:
      'November 2026\nMo Tu We Th Fr Sa Su\n                   1\n 2  3  4  5  6  7  8\n 9 10 11 12 13 14 15\n16 17 18 19 20 21 22\n23 24 25 26 27 28 29\n30',
    days: 30,
  },
  run: ({ year, month, sunday }) => {
    const first = new Date(0);
    first.setUTCFullYear(year, month - 1, 1);
    const last = new Date(0);
    last.setUTCFullYear(year, month, 0);
    const offset = (first.getUTCDay() + (sunday ? 0 : 6)) % 7;
    const cells = [
      ...Array.from({ length: offset }, () => '  '),
      ...Array.from({ length: last.getUTCDate() }, (_, i) => String(i + 1).padStart(2)),
    ];
    const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, i) =>
      cells.slice(i * 7, i * 7 + 7).join(' '),
    );
    const title = `${first.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' })} ${year}`;
    return {
      calendar: [title, sunday ? 'Su Mo Tu We Th Fr Sa' : 'Mo Tu We Th Fr Sa Su', ...weeks].join('\n'),
      days: last.getUTCDate(),
    };
  },
});

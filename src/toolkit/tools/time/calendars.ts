import { input, output, tool } from '../../tool.ts';
import { parseToolDay } from '../../encodings/parse-time.ts';

export default [
  tool({
    slug: 'calendar-generator',
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
  }),
  tool({
    slug: 'week-number-calculator',
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
      const day = parseToolDay('date', date);
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
  }),
  tool({
    slug: 'leap-year-checker',
    title: 'Leap year checker',
    summary: 'Check whether a year is a leap year',
    input: { year: input.integer('Year', 2028, 1, 9999) },
    output: {
      isLeap: output.flag('Leap year'),
      days: output.integer('Days'),
      next: output.integer('Next leap year'),
    },
    sample: { isLeap: true, days: 366, next: 2032 },
    run: ({ year }) => {
      const isLeap = (y: number) => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
      let next = year + 1;
      while (!isLeap(next)) next += 1;
      return { isLeap: isLeap(year), days: isLeap(year) ? 366 : 365, next };
    },
  }),
  tool({
    slug: 'easter-calculator',
    title: 'Easter calculator',
    summary: 'Find Easter and the holidays that depend on it',
    keywords: 'holiday pentecost good friday',
    input: { year: input.integer('Year', 2026, 1583, 9999) },
    output: {
      easter: output.text('Easter Sunday'),
      goodFriday: output.text('Good Friday'),
      ascension: output.text('Ascension'),
      pentecost: output.text('Pentecost'),
      orthodox: output.text('Orthodox Easter'),
    },
    sample: {
      easter: '2026-04-05',
      goodFriday: '2026-04-03',
      ascension: '2026-05-14',
      pentecost: '2026-05-24',
      orthodox: '2026-04-12',
    },
    run: ({ year }) => {
      // Anonymous Gregorian algorithm.
      const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
      const h =
        (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
      const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
      const m = Math.floor((a + 11 * h + 22 * l) / 451);
      const day = h + l - 7 * m + 114;
      const easter = Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1);
      // Meeus's Julian algorithm, converted to the Gregorian calendar.
      const d = (19 * a + 15) % 30;
      const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
      const julian = d + e + 114;
      const shift = b - Math.floor(b / 4) - 2;
      const orthodox = Date.UTC(year, Math.floor(julian / 31) - 1, (julian % 31) + 1 + shift);
      const iso = (time: number, days = 0) => new Date(time + days * 86_400_000).toISOString().slice(0, 10);
      return {
        easter: iso(easter),
        goodFriday: iso(easter, -2),
        ascension: iso(easter, 39),
        pentecost: iso(easter, 49),
        orthodox: iso(orthodox),
      };
    },
  }),
];

import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
    const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
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
});

import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseDay } from '../../encodings/parse-time.ts';

export default tool({
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
      parseDay('born', born),
      on.trim() === '' ? parseDay('on', clock.now().toISOString().slice(0, 10)) : parseDay('on', on),
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
});

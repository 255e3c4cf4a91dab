import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});

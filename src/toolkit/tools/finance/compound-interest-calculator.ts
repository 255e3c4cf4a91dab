import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { money } from '../../encodings/numbers.ts';

export default tool({
  title: 'Compound interest calculator',
  summary: 'Calculate the growth of savings with deposits and compound interest',
  keywords: 'savings investment future value',
  input: {
    start: input.number('Start', 1000, 0, 1e12),
    deposit: input.optional(input.number('Deposit a month', 100, 0, 1e9), 0),
    rate: input.number('Interest in % a year', 5, -50, 100),
    years: input.integer('Years', 10, 1, 100),
  },
  output: {
    end: output.number('In the end'),
    deposits: output.number('Paid in'),
    interest: output.number('Interest'),
    byYear: output.table('By year', { year: output.integer('Year'), balance: output.number('Balance') }),
  },
  sample: {
    end: 17175.24,
    deposits: 13000,
    interest: 4175.24,
    byYear: [
      { year: 1, balance: 2279.05 },
      { year: 2, balance: 3623.53 },
      { year: 3, balance: 5036.81 },
      { year: 4, balance: 6522.38 },
      { year: 5, balance: 8083.97 },
      { year: 6, balance: 9725.44 },
      { year: 7, balance: 11450.9 },
      { year: 8, balance: 13264.64 },
      { year: 9, balance: 15171.17 },
      { year: 10, balance: 17175.24 },
    ],
  },
  run: ({ start, deposit, rate, years }) => {
    const monthly = rate / 1200;
    let balance = start;
    const byYear = Array.from({ length: years }, (_, year) => {
      for (let month = 0; month < 12; month += 1) balance = balance * (1 + monthly) + deposit;
      return { year: year + 1, balance: money(balance) };
    });
    const deposits = start + deposit * 12 * years;
    return { end: money(balance), deposits: money(deposits), interest: money(balance - deposits), byYear };
  },
});

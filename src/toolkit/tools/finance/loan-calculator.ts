import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { annuity, money } from '../../encodings/numbers.ts';

export default tool({
  title: 'Loan calculator',
  summary: 'Calculate the monthly payment, interest and schedule of a loan',
  keywords: 'mortgage amortization credit',
  input: {
    amount: input.number('Amount', 200_000, 0.01, 1e12),
    rate: input.number('Interest in % a year', 4, 0, 100),
    years: input.number('Years', 30, 0.1, 100),
  },
  output: {
    payment: output.number('Monthly payment'),
    total: output.number('Paid in all'),
    interest: output.number('Interest in all'),
    schedule: output.table('By year', {
      year: output.integer('Year'),
      interest: output.number('Interest'),
      principal: output.number('Principal'),
      balance: output.number('Left'),
    }),
  },
  run: ({ amount, rate, years }) => {
    const months = Math.max(1, Math.round(years * 12));
    const monthly = rate / 1200;
    const payment = annuity(amount, monthly, months);
    const schedule: { year: number; interest: number; principal: number; balance: number }[] = [];
    let balance = amount;
    for (let month = 0; month < months; month += 1) {
      const interest = balance * monthly;
      balance -= payment - interest;
      const year = Math.floor(month / 12) + 1;
      const row =
        schedule[year - 1] ?? (schedule[year - 1] = { year, interest: 0, principal: 0, balance: 0 });
      row.interest += interest;
      row.principal += payment - interest;
      row.balance = balance;
    }
    return {
      payment: money(payment),
      total: money(payment * months),
      interest: money(payment * months - amount),
      schedule: schedule.map((row) => ({
        year: row.year,
        interest: money(row.interest),
        principal: money(row.principal),
        balance: money(Math.max(0, row.balance)),
      })),
    };
  },
});

import { input, output, tool } from '../../tool.ts';
import { money, annuity, parseNumbers } from '../../encodings/numbers.ts';

export default [
  tool({
    slug: 'compound-interest-calculator',
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
  }),
  tool({
    slug: 'loan-calculator',
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
  }),
  tool({
    slug: 'inflation-calculator',
    title: 'Inflation calculator',
    summary: 'Calculate the future value of an amount under inflation',
    keywords: 'purchasing power',
    input: {
      amount: input.number('Amount', 1000, 0, 1e12),
      rate: input.number('Inflation in % a year', 2.5, -20, 1000),
      years: input.integer('Years', 10, 1, 200),
    },
    output: {
      needed: output.number('Needed then to buy the same'),
      worth: output.number('Buys then what costs today'),
    },
    sample: { needed: 1280.08, worth: 781.2 },
    run: ({ amount, rate, years }) => ({
      needed: money(amount * (1 + rate / 100) ** years),
      worth: money(amount / (1 + rate / 100) ** years),
    }),
  }),
  tool({
    slug: 'npv-irr-calculator',
    title: 'NPV and IRR calculator',
    summary: 'Calculate the net present value and internal rate of return of yearly payments',
    keywords: 'net present value investment',
    input: {
      payments: input.line('Payments, the first one today', '-1000, 300, 420, 680', { max: 2000 }),
      rate: input.number('Discount rate in %', 8, -99, 1000),
    },
    output: {
      npv: output.number('Net present value'),
      irr: output.orNull(output.number('Internal rate of return in %')),
    },
    sample: { npv: 177.67, irr: 16.34 },
    run: ({ payments, rate }) => {
      const values = parseNumbers('payments', payments);
      const npv = (share: number) =>
        values.reduce((sum, value, year) => sum + value / (1 + share) ** year, 0);
      let [low, high] = [-0.99, 10];
      if (npv(low) * npv(high) > 0) return { npv: money(npv(rate / 100)), irr: null };
      for (let i = 0; i < 200; i += 1) {
        const middle = (low + high) / 2;
        if (npv(low) * npv(middle) <= 0) high = middle;
        else low = middle;
      }
      return { npv: money(npv(rate / 100)), irr: money(low * 100) };
    },
  }),
];

import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { money } from '../../encodings/numbers.ts';

export default [
  tool({
    slug: 'break-even-calculator',
    title: 'Break-even calculator',
    summary: 'Calculate how many units to sell until costs are covered',
    input: {
      fixed: input.number('Fixed costs', 10_000, 0, 1e12),
      price: input.number('Price of one', 25, 0.01, 1e12),
      variable: input.number('Variable cost of one', 10, 0, 1e12),
    },
    output: {
      units: output.integer('Pieces'),
      revenue: output.number('Revenue'),
      contribution: output.number('Contribution of one'),
    },
    sample: { units: 667, revenue: 16675, contribution: 15 },
    run: ({ fixed, price, variable }) => {
      if (variable >= price) throw invalid('variable', 'At this cost nothing is ever earned');
      const units = Math.ceil(fixed / (price - variable));
      return { units, revenue: units * price, contribution: price - variable };
    },
  }),
  tool({
    slug: 'salary-calculator',
    title: 'Salary converter',
    summary: 'Convert pay between hourly, daily, weekly, monthly and yearly rates',
    keywords: 'hourly wage annual',
    input: {
      amount: input.number('Amount', 25, 0, 1e12),
      per: input.required(input.choice('Per', ['hour', 'day', 'week', 'month', 'year'], 'hour')),
      hours: input.optional(input.number('Hours a week', 40, 1, 168)),
      weeks: input.optional(input.number('Weeks a year', 52, 1, 53)),
    },
    output: {
      hour: output.number('An hour'),
      day: output.number('A day'),
      week: output.number('A week'),
      month: output.number('A month'),
      year: output.number('A year'),
    },
    sample: { hour: 25, day: 200, week: 1000, month: 4333.33, year: 52000 },
    run: ({ amount, per, hours, weeks }) => {
      const year = amount * { hour: hours * weeks, day: 5 * weeks, week: weeks, month: 12, year: 1 }[per];
      return {
        hour: money(year / weeks / hours),
        day: money(year / weeks / 5),
        week: money(year / weeks),
        month: money(year / 12),
        year: money(year),
      };
    },
  }),
];

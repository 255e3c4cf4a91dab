import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { money } from '../../encodings/numbers.ts';

export default tool({
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
});

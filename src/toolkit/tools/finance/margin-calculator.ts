import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { money } from '../../encodings/numbers.ts';

export default tool({
  title: 'Margin calculator',
  summary: 'Calculate profit, margin and markup of a price',
  keywords: 'profit markup revenue cost',
  input: { cost: input.number('Cost', 60, 0, 1e12), price: input.number('Price', 100, 0.01, 1e12) },
  output: {
    profit: output.number('Profit'),
    margin: output.number('Margin in %'),
    markup: output.orNull(output.number('Markup in %')),
  },
  sample: { profit: 40, margin: 40, markup: 66.67 },
  run: ({ cost, price }) => ({
    profit: money(price - cost),
    margin: money(((price - cost) / price) * 100),
    markup: cost === 0 ? null : money(((price - cost) / cost) * 100),
  }),
});

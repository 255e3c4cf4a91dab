import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { money } from '../../encodings/numbers.ts';

export default tool({
  title: 'Discount calculator',
  summary: 'Calculate a price after discounts',
  keywords: 'sale percent off',
  input: {
    price: input.number('Price', 80, 0, 1e12),
    discount: input.number('Discount in %', 25, 0, 100),
    second: input.optional(input.number('Second discount in %', 0, 0, 100)),
  },
  output: {
    price: output.number('Price'),
    saved: output.number('Saved'),
    percent: output.number('Discount in all, %'),
  },
  sample: { price: 60, saved: 20, percent: 25 },
  run: ({ price, discount, second }) => {
    const reduced = price * (1 - discount / 100) * (1 - second / 100);
    return {
      price: money(reduced),
      saved: money(price - reduced),
      percent: price === 0 ? 0 : Math.round((1 - reduced / price) * 1000) / 10,
    };
  },
});

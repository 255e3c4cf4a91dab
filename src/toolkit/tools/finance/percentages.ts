import { input, output, tool } from '../../tool.ts';
import { money } from '../../encodings/numbers.ts';

export default [
  tool({
    slug: 'discount-calculator',
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
  }),
  tool({
    slug: 'margin-calculator',
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
  }),
  tool({
    slug: 'tip-calculator',
    title: 'Tip calculator',
    summary: 'Calculate the tip and each person’s share',
    keywords: 'split bill restaurant gratuity',
    input: {
      bill: input.number('Bill', 86.4, 0, 1e9),
      tip: input.number('Tip in %', 15, 0, 100),
      people: input.optional(input.integer('People', 4, 1, 1000), 1),
    },
    output: { tip: output.number('Tip'), total: output.number('Total'), each: output.number('Each') },
    sample: { tip: 12.96, total: 99.36, each: 24.84 },
    run: ({ bill, tip, people }) => ({
      tip: money((bill * tip) / 100),
      total: money(bill * (1 + tip / 100)),
      each: money((bill * (1 + tip / 100)) / people),
    }),
  }),
  tool({
    slug: 'vat-calculator',
    title: 'VAT calculator',
    summary: 'Add tax to a price, or remove it',
    keywords: 'sales tax gst net gross',
    input: {
      amount: input.number('Amount', 100),
      rate: input.number('Tax in %', 19, 0, 100),
      kind: input.choice('Amount is', ['net', 'gross'], 'net'),
    },
    output: { net: output.number('Net'), tax: output.number('Tax'), gross: output.number('Gross') },
    sample: { net: 100, tax: 19, gross: 119 },
    run: ({ amount, rate, kind }) => {
      const net = kind === 'net' ? amount : amount / (1 + rate / 100);
      const gross = kind === 'gross' ? amount : amount * (1 + rate / 100);
      return { net: money(net), tax: money(gross - net), gross: money(gross) };
    },
  }),
];

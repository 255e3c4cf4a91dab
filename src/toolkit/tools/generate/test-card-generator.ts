import { randomInt } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { luhnDigit } from '../../encodings/numbers.ts';

export default tool({
  title: 'Test card number generator',
  summary: 'Create test card numbers with a valid check digit, which belong to no account',
  keywords: 'credit card luhn fake credit-card-generator',
  input: {
    brand: input.choice('Brand', ['visa', 'mastercard', 'amex', 'discover'], 'visa'),
    count: input.optional(input.integer('Count', 3, 1, 100)),
  },
  output: { numbers: output.list('Numbers') },
  run: ({ brand, count }) => {
    const [prefixes, length] = (
      {
        visa: [['4'], 16],
        mastercard: [['51', '52', '53', '54', '55'], 16],
        amex: [['34', '37'], 15],
        discover: [['6011', '65'], 16],
      } as const
    )[brand];
    const create = () => {
      let digits: string = prefixes[randomInt(prefixes.length)] ?? '';
      while (digits.length < length - 1) digits += String(randomInt(10));
      return digits + luhnDigit(digits);
    };
    return { numbers: Array.from({ length: count }, create) };
  },
});

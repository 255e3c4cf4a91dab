import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { luhnDigit } from '../../encodings/numbers.ts';

const brands: readonly (readonly [RegExp, string])[] = [
  [/^4(?:\d{12}|\d{15}|\d{18})$/, 'Visa'],
  [/^(?:5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|2720\d{12})$/, 'Mastercard'],
  [/^3[47]\d{13}$/, 'American Express'],
  [/^6(?:011|5\d\d|4[4-9]\d)\d{12}$/, 'Discover'],
  [/^3(?:0[0-5]|[68]\d)\d{11}$/, 'Diners Club'],
  [/^35(?:2[89]|[3-8]\d)\d{12}$/, 'JCB'],
  [/^62\d{14,17}$/, 'UnionPay'],
];

export default [
  tool({
    slug: 'card-validator',
    title: 'Card number validator',
    summary: 'Validate a card number and identify its brand',
    keywords: 'credit card luhn',
    secret: true,
    input: { number: input.line('Card number', '4242 4242 4242 4242', { max: 40 }) },
    output: { isValid: output.flag('Valid'), brand: output.text('Brand'), length: output.integer('Digits') },
    sample: { isValid: true, brand: 'Visa', length: 16 },
    run: ({ number }) => {
      const digits = number.replace(/[\s-]/g, '');
      if (!/^\d{8,19}$/.test(digits)) throw invalid('number', 'Send 8 to 19 digits');
      return {
        isValid: luhnDigit(digits.slice(0, -1)) === digits.at(-1),
        brand: brands.find(([pattern]) => pattern.test(digits))?.[1] ?? 'unknown',
        length: digits.length,
      };
    },
  }),
  tool({
    slug: 'luhn-calculator',
    title: 'Luhn calculator',
    summary: 'Compute and verify the check digit of the Luhn algorithm',
    keywords: 'imei sin check digit mod 10',
    input: { digits: input.line('Digits', '7992739871', { max: 100 }) },
    output: {
      checkDigit: output.text('Check digit'),
      complete: output.text('With check digit'),
      isValid: output.flag('Valid as it is'),
    },
    sample: { checkDigit: '3', complete: '79927398713', isValid: false },
    run: ({ digits }) => {
      const plain = digits.replace(/[\s-]/g, '');
      if (!/^\d+$/.test(plain)) throw invalid('digits', 'Send digits');
      return {
        checkDigit: luhnDigit(plain),
        complete: plain + luhnDigit(plain),
        isValid: plain.length > 1 && luhnDigit(plain.slice(0, -1)) === plain.at(-1),
      };
    },
  }),
];

import { randomInt } from 'node:crypto';
import { input, output, tool } from '../../tool.ts';
import { luhnDigit } from '../../encodings/numbers.ts';

const forms: Readonly<Record<string, string>> = {
  DE: '18',
  FR: '23',
  ES: '20',
  NL: '4a10',
  GB: '4a14',
  AT: '16',
  BE: '12',
  CH: '17',
  IT: '1a22',
  PL: '24',
};

export default [
  tool({
    slug: 'test-card-generator',
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
  }),
  tool({
    slug: 'test-iban-generator',
    title: 'Test IBAN generator',
    summary: 'Create test IBANs with valid check digits, which belong to no account',
    keywords: 'fake bank account fake-iban-generator',
    input: {
      country: input.choice('Country', ['DE', 'FR', 'ES', 'NL', 'GB', 'AT', 'BE', 'CH', 'IT', 'PL'], 'DE'),
      count: input.optional(input.integer('Count', 3, 1, 100)),
    },
    output: { ibans: output.list('IBANs') },
    run: ({ country, count }) => {
      const [letters = '0', digits = ''] = (forms[country] ?? '').includes('a')
        ? (forms[country] ?? '').split('a')
        : ['0', forms[country] ?? ''];
      const create = () => {
        const account =
          Array.from({ length: Number(letters) }, () => String.fromCharCode(randomInt(65, 91))).join('') +
          Array.from({ length: Number(digits) }, () => String(randomInt(10))).join('');
        const number = [...`${account}${country}00`]
          .map((c) => (/\d/.test(c) ? c : String(c.charCodeAt(0) - 55)))
          .join('');
        const check = 98n - (BigInt(number) % 97n);
        return country + check.toString().padStart(2, '0') + account;
      };
      return { ibans: Array.from({ length: count }, create) };
    },
  }),
];

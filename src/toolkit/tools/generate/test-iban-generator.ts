import { randomInt } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

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

export default tool({
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
});

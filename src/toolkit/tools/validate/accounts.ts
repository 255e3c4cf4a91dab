import { input, output, tool } from '../../tool.ts';
import type { VATCountryCode } from 'validator/lib/isVAT.js';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'iban-validator',
    title: 'IBAN validator',
    summary: 'Validate the format and check digits of an international bank account number',
    keywords: 'bank account sepa',
    input: { iban: input.line('IBAN', 'DE89 3704 0044 0532 0130 00', { max: 50 }) },
    output: {
      isValid: output.flag('Valid'),
      country: output.text('Country'),
      formatted: output.text('Formatted'),
    },
    sample: { isValid: true, country: 'DE', formatted: 'DE89 3704 0044 0532 0130 00' },
    run: async ({ iban }) => {
      const { default: validator } = await import('validator');
      const plain = iban.replace(/\s/g, '').toUpperCase();
      return {
        isValid: validator.isIBAN(plain),
        country: /^[A-Z]{2}/.exec(plain)?.[0] ?? '',
        formatted: (plain.match(/.{1,4}/g) ?? []).join(' '),
      };
    },
  }),
  tool({
    slug: 'vat-number-validator',
    title: 'VAT number validator',
    summary: 'Validate the format of a VAT number',
    keywords: 'tax id eu vies',
    input: { number: input.line('VAT number', 'DE136695976', { max: 40 }) },
    output: { isValid: output.flag('Valid form'), country: output.text('Country') },
    sample: { isValid: true, country: 'DE' },
    run: async ({ number }) => {
      const { default: validator } = await import('validator');
      const plain = number.replace(/[\s.-]/g, '').toUpperCase();
      const country = /^[A-Z]{2}/.exec(plain)?.[0] ?? '';
      try {
        return {
          isValid: validator.isVAT(plain, (country === 'EL' ? 'GR' : country) as VATCountryCode),
          country,
        };
      } catch {
        throw invalid('number', 'Send a number that begins with its country, such as DE136695976');
      }
    },
  }),
];

import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});

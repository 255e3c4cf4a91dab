import type { VATCountryCode } from 'validator/lib/isVAT.js';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});

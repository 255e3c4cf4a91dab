import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Number formatter',
  summary: 'Format a number for a country, currency or science',
  keywords: 'locale currency thousands separator scientific compact',
  input: {
    number: input.number('Number', 1234567.891),
    locale: input.optional(input.line('Language', 'de-DE', { max: 20 }), 'en'),
    style: input.choice(
      'Style',
      ['decimal', 'currency', 'percent', 'scientific', 'engineering', 'compact'],
      'decimal',
    ),
    currency: input.optional(input.line('Currency', 'EUR', { max: 3 }), ''),
    digits: input.optional(input.integer('Decimals', 2, 0, 20)),
  },
  output: { text: output.text('Number') },
  sample: { text: '1.234.567,89' },
  run: ({ number, locale, style, currency, digits }) => {
    if (style === 'currency' && currency === '') throw invalid('currency', 'Send a currency such as EUR');
    const notation =
      style === 'scientific' || style === 'engineering' || style === 'compact' ? style : 'standard';
    try {
      return {
        text: new Intl.NumberFormat(locale, {
          notation,
          style: style === 'currency' || style === 'percent' ? style : 'decimal',
          ...(style === 'currency' && { currency }),
          minimumFractionDigits: notation === 'standard' ? digits : 0,
          maximumFractionDigits: digits,
        }).format(number),
      };
    } catch (error) {
      throw invalid(
        /currency/i.test((error as Error).message) ? 'currency' : 'locale',
        'Send a language such as de-DE and a currency such as EUR',
      );
    }
  },
});

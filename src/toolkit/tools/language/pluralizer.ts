import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Plural rules checker',
  summary: 'Show the plural forms of a language, and the one that a number takes',
  keywords: 'cldr i18n plural ordinal',
  input: {
    locale: input.line('Language', 'ar', { max: 20 }),
    number: input.number('Number', 5),
    ordinal: input.flag('Ordinal'),
  },
  output: { category: output.text('Form'), categories: output.list('All forms of the language') },
  sample: { category: 'few', categories: ['zero', 'one', 'two', 'few', 'many', 'other'] },
  run: ({ locale, number, ordinal }) => {
    try {
      const rules = new Intl.PluralRules(locale, { type: ordinal ? 'ordinal' : 'cardinal' });
      return { category: rules.select(number), categories: rules.resolvedOptions().pluralCategories };
    } catch {
      throw invalid('locale', 'Send a language such as ar');
    }
  },
});

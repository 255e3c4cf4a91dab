import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Language and country names',
  summary: 'Translate the name of a language, country, currency or script',
  keywords: 'iso 639 3166 4217 locale translate',
  input: {
    code: input.line('Code', 'de', { max: 20 }),
    kind: input.choice('Kind', ['language', 'region', 'currency', 'script'], 'language'),
    in: input.optional(input.line('In', 'fr', { max: 20 }), 'en'),
  },
  output: { name: output.text('Name') },
  sample: { name: 'allemand' },
  run: ({ code, kind, in: language }) => {
    let names: Intl.DisplayNames;
    try {
      names = new Intl.DisplayNames(language, { type: kind, fallback: 'none' });
    } catch {
      throw invalid('in', 'Send a language such as fr');
    }
    try {
      const name = names.of(kind === 'region' || kind === 'currency' ? code.toUpperCase() : code);
      if (name) return { name };
    } catch {
      // Rejected below.
    }
    throw invalid('code', `This is no ${kind} that is known`);
  },
});

import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Text replacer',
  summary: 'Replace every occurrence of a text',
  keywords: 'find replace substitute',
  input: {
    text: input.text('Text', 'The cat sat on the mat'),
    find: input.line('Find', 'the', { min: 1 }),
    replace: input.optional(input.line('Replace with', 'a'), ''),
    ignoreCase: input.flag('Ignore case', true),
  },
  output: { text: output.text('Text'), replaced: output.integer('Replaced') },
  sample: { text: 'a cat sat on a mat', replaced: 2 },
  run: ({ text, find, replace, ignoreCase }) => {
    const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), ignoreCase ? 'giu' : 'gu');
    let replaced = 0;
    const result = text.replace(pattern, () => {
      replaced += 1;
      return replace;
    });
    if (result.length > 2_000_000) throw invalid('replace', 'The result is longer than 2,000,000 characters');
    return { text: result, replaced };
  },
});

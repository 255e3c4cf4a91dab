import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'List sorter',
  summary: 'Sort lines alphabetically, by length or by number',
  keywords: 'alphabetize order sort lines ascending descending natural',
  input: {
    text: input.text('Lines', 'pear\napple\n10 figs\n9 plums\nBanana'),
    by: input.choice('Sort by', ['alphabet', 'natural', 'length', 'number'], 'natural'),
    descending: input.flag('Descending'),
    ignoreCase: input.flag('Ignore case', true),
  },
  output: { text: output.text('Lines') },
  sample: { text: '9 plums\n10 figs\napple\nBanana\npear' },
  run: ({ text, by, descending, ignoreCase }) => {
    const collator = new Intl.Collator('en', {
      numeric: by === 'natural',
      sensitivity: ignoreCase ? 'base' : 'variant',
    });
    const numberOf = (line: string) => Number(/-?\d+(?:\.\d+)?/.exec(line)?.[0] ?? Number.POSITIVE_INFINITY);
    const compare = (a: string, b: string) =>
      by === 'length'
        ? a.length - b.length
        : by === 'number'
          ? numberOf(a) - numberOf(b) || 0
          : collator.compare(a, b);
    const sorted = text.split('\n').sort(compare);
    return { text: (descending ? sorted.reverse() : sorted).join('\n') };
  },
});

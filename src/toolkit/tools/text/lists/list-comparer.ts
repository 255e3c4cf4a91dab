import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'List comparer',
  summary: 'Find the lines that two lists share, and those in only one of them',
  keywords: 'intersection difference union compare sets',
  input: {
    a: input.text('First list', 'ada\nbob\ncleo'),
    b: input.text('Second list', 'bob\ncleo\ndan'),
    ignoreCase: input.flag('Ignore case'),
  },
  output: {
    both: output.list('In both'),
    onlyFirst: output.list('Only in the first'),
    onlySecond: output.list('Only in the second'),
  },
  sample: { both: ['bob', 'cleo'], onlyFirst: ['ada'], onlySecond: ['dan'] },
  run: ({ a, b, ignoreCase }) => {
    const toSet = (text: string) =>
      new Set(
        text
          .split('\n')
          .map((line) => (ignoreCase ? line.trim().toLowerCase() : line.trim()))
          .filter(Boolean),
      );
    const [first, second] = [toSet(a), toSet(b)];
    return {
      both: [...first.intersection(second)],
      onlyFirst: [...first.difference(second)],
      onlySecond: [...second.difference(first)],
    };
  },
});

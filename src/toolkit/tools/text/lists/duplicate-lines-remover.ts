import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'Duplicate lines remover',
  summary: 'Remove duplicate lines, or list the lines that occur twice',
  keywords: 'unique distinct dedupe',
  input: {
    text: input.text('Lines', 'apple\npear\nApple\npear'),
    ignoreCase: input.flag('Ignore case'),
    trim: input.flag('Ignore spaces around', true),
  },
  output: {
    text: output.text('Lines'),
    removed: output.integer('Lines removed'),
    duplicates: output.list('Lines that were there more than once'),
  },
  sample: { text: 'apple\npear\nApple', removed: 1, duplicates: ['pear'] },
  run: ({ text, ignoreCase, trim }) => {
    const seen = new Map<string, number>();
    const lines = text.split('\n');
    const keyOf = (line: string) => {
      const trimmed = trim ? line.trim() : line;
      return ignoreCase ? trimmed.toLowerCase() : trimmed;
    };
    const remaining = lines.filter((line) => {
      const count = (seen.get(keyOf(line)) ?? 0) + 1;
      seen.set(keyOf(line), count);
      return count === 1;
    });
    return {
      text: remaining.join('\n'),
      removed: lines.length - remaining.length,
      duplicates: remaining.filter((line) => (seen.get(keyOf(line)) ?? 0) > 1),
    };
  },
});

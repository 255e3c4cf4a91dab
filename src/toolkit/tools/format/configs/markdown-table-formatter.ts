import { invalid } from '../../../../kernel/problem.ts';
import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'Markdown table formatter',
  summary: 'Align the columns of a Markdown table',
  input: { markdown: input.text('Markdown', '|a|long name|\n|-|:-:|\n|1|2|') },
  output: { markdown: output.code('Markdown') },
  sample: { markdown: '| a   | long name |\n| --- | :-------: |\n| 1   | 2         |' },
  run: ({ markdown }) => {
    const rows = markdown
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) =>
        line
          .trim()
          .replace(/^\||\|$/g, '')
          .split('|')
          .map((cell) => cell.trim()),
      );
    const width = Math.max(...rows.map((row) => row.length));
    if (width > 200) throw invalid('markdown', 'This has more than 200 columns');
    const isRule = (row: readonly string[]) => row.every((cell) => /^:?-+:?$/.test(cell));
    const widths = Array.from({ length: width }, (_, i) =>
      Math.max(3, ...rows.filter((row) => !isRule(row)).map((row) => row[i]?.length ?? 0)),
    );
    const lines = rows.map((row) => {
      const cells = widths.map((size, i) => {
        const cell = row[i] ?? '';
        if (!isRule(row)) return cell.padEnd(size);
        return (cell.startsWith(':') ? ':' : '-') + '-'.repeat(size - 2) + (cell.endsWith(':') ? ':' : '-');
      });
      return `| ${cells.join(' | ')} |`;
    });
    return { markdown: lines.join('\n') };
  },
});

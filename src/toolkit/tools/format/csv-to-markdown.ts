import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseCsv } from '../../encodings/csv.ts';

export default tool({
  title: 'CSV to Markdown table',
  summary: 'Convert comma-separated values to a Markdown table',
  isolated: true,
  input: {
    csv: input.text('CSV', 'name,age\nAda,36'),
    separator: input.choice('Separator', ['auto', ',', ';', 'tab', '|'], 'auto'),
  },
  output: { markdown: output.code('Markdown') },
  sample: { markdown: '| name | age |\n| --- | --- |\n| Ada | 36 |' },
  run: async ({ csv, separator }) => {
    const rows = await parseCsv('csv', csv, separator);
    const [head = [], ...body] = rows.map((row) =>
      row.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\r\n?|\n/g, '<br>')),
    );
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    return { markdown: [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n') };
  },
});

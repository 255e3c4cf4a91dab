import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { parseCsv } from '../../encodings/csv.ts';

export default tool({
  title: 'ASCII table generator',
  summary: 'Draw comma-separated values as an ASCII table',
  keywords: 'text table plain',
  isolated: true,
  input: {
    csv: input.text('CSV', 'name,age\nAda,36', { max: 20_000 }),
    style: input.choice('Lines', ['ascii', 'unicode'], 'unicode'),
  },
  output: { table: output.code('Table') },
  sample: { table: '┌──────┬─────┐\n│ name │ age │\n├──────┼─────┤\n│ Ada  │ 36  │\n└──────┴─────┘' },
  run: async ({ csv, style }) => {
    const rows = await parseCsv('csv', csv);
    const width = Math.max(0, ...rows.map((row) => row.length));
    if (width * rows.length > 20_000) throw invalid('csv', 'This has more than 20,000 cells');
    const sizes = Array.from({ length: width }, (_, i) =>
      Math.max(...rows.map((row) => row[i]?.length ?? 0)),
    );
    const [dash, bar, corners] = style === 'ascii' ? ['-', '|', '+++++++++'] : ['─', '│', '┌┬┐├┼┤└┴┘'];
    const rule = (at: number) =>
      (corners[at] ?? '') +
      sizes.map((size) => dash.repeat(size + 2)).join(corners[at + 1]) +
      (corners[at + 2] ?? '');
    const lines = rows.map(
      (row) => `${bar}${sizes.map((size, i) => ` ${(row[i] ?? '').padEnd(size)} `).join(bar)}${bar}`,
    );
    const [head = '', ...body] = lines;
    return { table: [rule(0), head, rule(3), ...body, rule(6)].join('\n') };
  },
});

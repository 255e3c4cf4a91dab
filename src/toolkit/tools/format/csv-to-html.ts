import { escape } from '../../../web/html.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseCsv } from '../../encodings/csv.ts';

export default tool({
  title: 'CSV to HTML table',
  summary: 'Convert comma-separated values to an HTML table',
  isolated: true,
  input: { csv: input.text('CSV', 'name,age\nAda,36'), header: input.flag('First line has names', true) },
  output: { html: output.code('HTML') },
  sample: {
    html: '<table>\n  <thead>\n    <tr><th>name</th><th>age</th></tr>\n  </thead>\n  <tbody>\n    <tr><td>Ada</td><td>36</td></tr>\n  </tbody>\n</table>',
  },
  run: async ({ csv, header }) => {
    const rows = await parseCsv('csv', csv);
    const line = (cells: readonly string[], tag: string) =>
      `    <tr>${cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`;
    const [head, body] = header ? [rows.slice(0, 1), rows.slice(1)] : [[], rows];
    const thead = head.map((row) => `  <thead>\n${line(row, 'th')}\n  </thead>\n`).join('');
    return {
      html: `<table>\n${thead}  <tbody>\n${body.map((row) => line(row, 'td')).join('\n')}\n  </tbody>\n</table>`,
    };
  },
});

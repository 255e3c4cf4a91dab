import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { toCsv } from '../../encodings/csv.ts';
import { parseDistinct } from '../../encodings/json-text.ts';

export default tool({
  title: 'JSON to CSV',
  summary: 'Convert a list of JSON objects to comma-separated values',
  keywords: 'tsv spreadsheet excel',
  isolated: true,
  input: {
    json: input.text('JSON', '[{"name":"Ada","age":36},{"name":"Bob","city":"Paris"}]'),
    separator: input.choice('Separator', [',', ';', 'tab'], ','),
  },
  output: { csv: output.code('CSV') },
  sample: { csv: 'name,age,city\nAda,36,\nBob,,Paris\n' },
  run: async ({ json, separator }) => {
    const node = parseDistinct('json', json);
    const rows = node.kind === 'list' ? node.items : [node];
    return { csv: await toCsv(rows, separator === 'tab' ? '\t' : separator) };
  },
});

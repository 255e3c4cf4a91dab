import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseCsv } from '../../encodings/csv.ts';

export default tool({
  title: 'CSV inspector',
  summary: 'Summarize the columns of comma-separated values',
  keywords: 'profile columns analyze',
  isolated: true,
  input: { csv: input.text('CSV', 'name,age\nAda,36\nBob,41\nCleo,') },
  output: {
    rows: output.integer('Rows'),
    columns: output.table('Columns', {
      name: output.text('Name'),
      type: output.text('Type'),
      filled: output.integer('Filled'),
      distinct: output.integer('Distinct'),
      min: output.text('Least'),
      max: output.text('Most'),
    }),
  },
  sample: {
    rows: 3,
    columns: [
      { name: 'name', type: 'text', filled: 3, distinct: 3, min: 'Ada', max: 'Cleo' },
      { name: 'age', type: 'number', filled: 2, distinct: 2, min: '36', max: '41' },
    ],
  },
  run: async ({ csv }) => {
    const [names = [], ...rows] = await parseCsv('csv', csv);
    const columns = names.slice(0, 200).map((name, i) => {
      const values = rows.map((row) => row[i] ?? '').filter((value) => value !== '');
      const isNumber =
        values.length > 0 && values.every((value) => value.trim() !== '' && Number.isFinite(Number(value)));
      const sorted = values.toSorted((a, b) => (isNumber ? Number(a) - Number(b) : a < b ? -1 : 1));
      return {
        name,
        type: isNumber ? 'number' : 'text',
        filled: values.length,
        distinct: new Set(values).size,
        min: sorted[0] ?? '',
        max: sorted.at(-1) ?? '',
      };
    });
    return { rows: rows.length, columns };
  },
});

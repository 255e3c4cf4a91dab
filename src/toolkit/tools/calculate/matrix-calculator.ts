import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { determinant, inverse, product, parseMatrix, transposed, writeMatrix } from '../../encodings/math.ts';

export default tool({
  title: 'Matrix calculator',
  summary: 'Calculate determinant, inverse, transpose and product of matrices',
  keywords: 'linear algebra',
  input: {
    a: input.text('Matrix A, a row a line', '1 2\n3 4', { max: 5000 }),
    operation: input.required(
      input.choice('Operation', ['determinant', 'inverse', 'transpose', 'product', 'sum'], 'inverse'),
    ),
    b: input.optional(input.text('Matrix B', '5 6\n7 8', { max: 5000 }), ''),
  },
  output: { result: output.code('Result') },
  sample: { result: '-2 1\n1.5 -0.5' },
  run: ({ a, operation, b }) => {
    const result = calculate(a, operation, b);
    if (/Infinity|NaN/.test(result)) throw invalid('a', 'The result is beyond the range of numbers');
    return { result };
  },
});

function calculate(a: string, operation: string, b: string): string {
  const first = parseMatrix('a', a);
  if (operation === 'determinant') return String(determinant('a', first));
  if (operation === 'inverse') return writeMatrix(inverse('a', first));
  if (operation === 'transpose') return writeMatrix(transposed(first));
  const second = parseMatrix('b', b);
  if (operation === 'product') return writeMatrix(product('b', first, second));
  if (first.length !== second.length || first[0]?.length !== second[0]?.length)
    throw invalid('b', 'Both need the same size');
  return writeMatrix(first.map((row, i) => row.map((value, j) => value + (second[i]?.[j] ?? 0))));
}

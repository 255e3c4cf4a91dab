import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Quadratic equation solver',
  summary: 'Solve ax² + bx + c = 0, including complex solutions',
  keywords: 'roots parabola',
  input: {
    a: input.number('a', 1),
    b: input.optional(input.number('b', -3), 0),
    c: input.optional(input.number('c', 2), 0),
  },
  output: {
    solutions: output.list('Solutions'),
    discriminant: output.number('Discriminant'),
    vertex: output.text('Vertex'),
  },
  sample: { solutions: ['1', '2'], discriminant: 1, vertex: '(1.5, -0.25)' },
  run: ({ a, b, c }) => {
    const text = (value: number) => {
      if (!Number.isFinite(value)) throw invalid('a', 'The result is beyond the range of numbers');
      return String(Number((value + 0).toPrecision(12)));
    };
    if (a === 0 && b === 0) throw invalid('a', 'a and b must not both be zero');
    if (a === 0) return { solutions: [text(-c / b)], discriminant: b * b, vertex: '' };
    const discriminant = b * b - 4 * a * c;
    const vertex = `(${text(-b / (2 * a))}, ${text(c - (b * b) / (4 * a))})`;
    const root = Math.sqrt(Math.abs(discriminant)) / (2 * a);
    const middle = -b / (2 * a);
    if (discriminant < 0)
      return {
        solutions: [
          `${text(middle)} + ${text(Math.abs(root))}i`,
          `${text(middle)} − ${text(Math.abs(root))}i`,
        ],
        discriminant,
        vertex,
      };
    const solutions = [...new Set([middle - root, middle + root].sort((x, y) => x - y).map(text))];
    return { solutions, discriminant, vertex };
  },
});

import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { evaluate } from '../../encodings/math.ts';

export default tool({
  title: 'Function plotter',
  summary: 'Draw the graph of a function of x',
  keywords: 'graph plot chart math',
  input: {
    expression: input.line('f(x) =', 'x^3 / 8 - x', { max: 500 }),
    from: input.optional(input.number('x from', -5, -1e6, 1e6)),
    to: input.optional(input.number('x to', 5, -1e6, 1e6)),
  },
  output: { plot: output.svg('Graph'), min: output.number('Lowest y'), max: output.number('Highest y') },
  run: ({ expression, from, to }) => {
    if (to <= from) throw invalid('to', 'Send a number above the first');
    const points = Array.from({ length: 201 }, (_, i) => {
      const x = from + ((to - from) * i) / 200;
      return { x, y: evaluate('expression', expression, { x }) };
    }).filter(({ y }) => Number.isFinite(y));
    if (points.length === 0) throw invalid('expression', 'The function has no value in this range');
    const [min, max] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
    const height = max - min || 1;
    const at = (x: number, y: number) =>
      `${(40 + ((x - from) / (to - from)) * 540).toFixed(1)},${(20 + ((max - y) / height) * 260).toFixed(1)}`;
    const line = (a: string, b: string) =>
      `<path d="M${a} L${b}" stroke="currentColor" stroke-opacity="0.25"/>`;
    const axes = [
      min <= 0 && max >= 0 ? line(at(from, 0), at(to, 0)) : '',
      from <= 0 && to >= 0 ? line(at(0, min), at(0, max)) : '',
    ].join('');
    const path = points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${at(x, y)}`).join(' ');
    const label = (text: number, x: number, y: number, anchor: string) =>
      `<text x="${x}" y="${y}" text-anchor="${anchor}">${Number(text.toPrecision(4))}</text>`;
    const labels =
      label(from, 40, 298, 'start') +
      label(to, 580, 298, 'end') +
      label(max, 4, 24, 'start') +
      label(min, 4, 282, 'start');
    const plot = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 304" font-family="sans-serif" font-size="12" fill="currentColor"><g fill="none">${axes}<path d="${path}" stroke="#2563eb" stroke-width="2"/></g>${labels}</svg>`;
    return { plot, min: Number(min.toPrecision(10)), max: Number(max.toPrecision(10)) };
  },
});

import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Permutations and combinations calculator',
  summary: 'Count permutations and combinations',
  keywords: 'ncr npr binomial probability',
  input: { n: input.integer('Of n', 49, 0, 1000), r: input.integer('Choose r', 6, 0, 1000) },
  output: {
    combinations: output.text('Combinations'),
    permutations: output.text('Permutations'),
    withRepetition: output.text('Combinations with repetition'),
  },
  sample: { combinations: '13983816', permutations: '10068347520', withRepetition: '25827165' },
  run: ({ n, r }) => {
    const falling = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => BigInt(from - i)).reduce(
        (product, factor) => product * factor,
        1n,
      );
    const choose = (from: number, count: number) =>
      count > from ? 0n : falling(from, count) / falling(count, count);
    return {
      combinations: choose(n, r).toString(),
      permutations: (r > n ? 0n : falling(n, r)).toString(),
      withRepetition: n === 0 ? (r === 0 ? '1' : '0') : choose(n + r - 1, r).toString(),
    };
  },
});

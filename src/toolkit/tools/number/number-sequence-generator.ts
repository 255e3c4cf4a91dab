import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Sequence generator',
  summary: 'List Fibonacci numbers, primes, squares, powers of two or factorials',
  keywords: 'fibonacci primes factorial',
  input: {
    kind: input.choice(
      'Sequence',
      ['fibonacci', 'primes', 'squares', 'cubes', 'triangular', 'powers of two', 'factorials'],
      'fibonacci',
    ),
    count: input.optional(input.integer('Count', 10, 1, 500)),
  },
  output: { numbers: output.list('Numbers') },
  sample: { numbers: ['0', '1', '1', '2', '3', '5', '8', '13', '21', '34'] },
  run: ({ kind, count }) => {
    const list = (create: (i: bigint) => bigint) =>
      Array.from({ length: count }, (_, i) => create(BigInt(i)).toString());
    let [a, b, product] = [0n, 1n, 1n];
    if (kind === 'fibonacci') return { numbers: list(() => (([a, b] = [b, a + b]), b - a)) };
    if (kind === 'primes') return { numbers: primes(count).map(String) };
    if (kind === 'factorials') return { numbers: list((i) => (product *= i === 0n ? 1n : i)) };
    const formula = {
      squares: (i: bigint) => i * i,
      cubes: (i: bigint) => i ** 3n,
      triangular: (i: bigint) => (i * (i + 1n)) / 2n,
      'powers of two': (i: bigint) => 2n ** i,
    }[kind];
    return { numbers: list(formula) };
  },
});

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => prime * prime > number || number % prime > 0)) found.push(number);
  return found;
}

import type { Server } from './server.ts';

/** One side of a comparison: who asks which server for what. */
interface Side {
  name: string;
  server: Pick<Server, 'origin'>;
  headers: Record<string, string>;
  path: string;
}

/** Maximum cost of a side relative to the first side. */
const bar = 1.5;

/** Requests all sides alternately, so that other load affects all of them, and prints the cost of each. */
export async function compare(label: string, sides: readonly Side[], requests: number): Promise<void> {
  const times = sides.map((): number[] => []);
  for (let round = -10; round < requests; round += 1)
    for (const [index, { server, path, headers }] of sides.entries()) {
      const begin = performance.now();
      const answer = await fetch(server.origin + path, { headers, redirect: 'manual' });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      if (round >= 0) times[index]?.push(performance.now() - begin);
    }
  // The 10th percentile is the cost of the page without other work of the machine.
  const costs = times.map((some) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 10)] ?? NaN);
  const cells = sides.map(({ name }, index) => {
    const ratio = (costs[index] ?? NaN) / (costs[0] ?? NaN);
    return `${name} ${costs[index]?.toFixed(1)} (${ratio.toFixed(2)}${ratio > bar ? ' SLOW' : ''})`.padEnd(
      34,
    );
  });
  console.log(label.padEnd(42) + cells.join(''));
}

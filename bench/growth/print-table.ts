import type { Cost } from './measure.ts';
import type { World } from './open-world.ts';

/** Maximum cost of a read in the largest world relative to the smallest. */
const bar = 1.3;

const columns = ['queries', 'blocks', 'rows', 'postgres', 'planned', 'node'] as const;

/**
 * Prints a Markdown table with a row per read: its cost in each world and the ratio of the largest to the
 * smallest.
 */
export function printTable(worlds: readonly World[], costs: readonly (readonly Cost[])[]): void {
  const [first = []] = costs;
  const sizes = worlds.map(({ size }) => short(size.posts)).join(' / ');
  console.log(`\nFigures are at ${sizes} posts and links. Times are ms of processor time per request.\n`);
  console.log(
    '| read | queries | blocks | rows | PostgreSQL | planning share | Node | blocks ratio | PostgreSQL ratio |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  const others: string[] = [];
  for (const { label } of first) {
    const each = costs.map((all) => all.find((cost) => cost.label === label));
    const smallest = each[0];
    const largest = each.at(-1);
    const status = each.find((cost) => cost && cost.status !== 200)?.status;
    if (status !== undefined) {
      others.push(`${label} (${status})`);
      continue;
    }
    const cells = columns.map((column) => each.map((cost) => figure(column, cost)).join(' / '));
    // Differences of half a millisecond or twenty blocks are noise.
    const ratios = [
      ratio(smallest?.blocks, largest?.blocks, 20),
      ratio(smallest?.postgres, largest?.postgres, 0.5),
    ];
    console.log(`| ${[label, ...cells, ...ratios].join(' | ')} |`);
  }
  if (others.length > 0) console.log(`\nNot measured, because the status is not 200: ${others.join(', ')}`);
}

function figure(column: (typeof columns)[number], cost?: Cost): string {
  if (!cost) return '';
  if (column === 'planned')
    return `${((100 * cost.planning) / (cost.planning + cost.execution || 1)).toFixed(0)}%`;
  return cost[column].toFixed(column === 'blocks' || column === 'rows' ? 0 : 1);
}

function ratio(small = NaN, large = NaN, noise: number): string {
  const n = large / small;
  return `${n.toFixed(2)}${n > bar && large - small > noise ? ' !' : ''}`;
}

const short = (n: number) => (n >= 1_000_000 ? `${n / 1_000_000} M` : `${n / 1000} k`);

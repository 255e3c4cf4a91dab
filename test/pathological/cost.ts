/**
 * Returns the processor time of some work in this process, in milliseconds, which does not depend on other
 * load.
 */
export function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the minimum of several runs, because the excess is caused by the machine. */
export const minOf = (tries: number, work: () => unknown): number => {
  let min = Infinity;
  for (let i = 0; i < tries; i += 1) min = Math.min(min, cpuOf(work));
  return min;
};

/** A total cost in milliseconds that is harmless, however short the text. */
const negligible = 25;

/** A cost below this is too small to determine its growth. */
const measurable = 0.5;

export interface Cost {
  name: string;
  /** Length of the longest measured text. */
  length: number;
  /** Milliseconds per thousand characters. */
  perKilobyte: number;
  isTooMuch: boolean;
}

/**
 * Measures the cost of some work as its text grows up to `longest`. Continues beyond the second length only
 * if the cost grows faster than linearly, and stops at the first cost above the maximum, so that cubic work
 * terminates too.
 */
export function costOf(
  work: (text: string) => unknown,
  create: (length: number) => string,
  { longest, lengths, max }: { longest: number; lengths: readonly number[]; max: number },
): Omit<Cost, 'name'> {
  let before = Infinity;
  for (const length of lengths) {
    const text = create(Math.min(length, longest));
    const size = Math.max(text.length, 1);
    // The first runs are slower, because code is not compiled yet.
    let time = minOf(before === Infinity ? 3 : 1, () => work(text));
    const isMore = () => time > negligible && (time / size) * 1000 > max;
    if (isMore())
      time = Math.min(
        time,
        minOf(4, () => work(text)),
      );
    const perKilobyte = (time / size) * 1000;
    const isTooMuch = isMore();
    const grows = time > measurable && perKilobyte > before * 1.5;
    const isEnough = length >= longest || length === lengths.at(-1) || (before < Infinity && !grows);
    if (isTooMuch || isEnough) return { length: size, perKilobyte, isTooMuch };
    before = perKilobyte;
  }
  throw new Error('No lengths to measure');
}

/** Milliseconds of processor that some work takes in this process: what others on the machine do does not count. */
export function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of several tries: what is above it is the machine's. */
export const minOf = (tries: number, work: () => unknown): number => {
  let min = Infinity;
  for (let i = 0; i < tries; i += 1) min = Math.min(min, cpuOf(work));
  return min;
};

/** What costs so little altogether harms nobody, however short the text is. */
const negligible = 25;

/** Less than this says nothing of how the cost grows. */
const measurable = 0.5;

export interface Cost {
  name: string;
  /** Of the longest text that it was measured with. */
  length: number;
  /** Milliseconds for a thousand characters. */
  perKilobyte: number;
  isTooMuch: boolean;
}

/**
 * What some work costs over a text as it grows, up to `longest`. It continues beyond the second length only where the cost
 * grows faster than the text, and stops at the first at which it is more than `most`, so that what is cubic ends too.
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
    // What runs for the first time is slow for another reason.
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

/**
 * Judges the processor time of work without asserting a duration: the cost is compared with a fixed piece of
 * work that is measured in the same moment, and with itself on half of the text. A slower or busier machine
 * slows both sides alike.
 */

/** Returns the processor time of some work in this process, in milliseconds. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** As `cpuOf`, until the promise settles. */
export async function cpuOfAsync(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const sentence = 'It was the best of times, it was the “worst” of times; see https://example.org/a?b=1. ';
const page = sentence.repeat(1200);

/**
 * Processes a text of 100,000 characters as a parser does: by patterns, pieces, a map and JSON. Its cost is
 * the unit of all limits here, about 5 ms on a machine of 2024.
 */
function referenceWork(): number {
  const words = new Map<string, number>();
  for (const word of page.split(/[^\p{L}\p{N}]+/u)) words.set(word, (words.get(word) ?? 0) + 1);
  const escaped = page.replaceAll(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
  return words.size + (JSON.parse(JSON.stringify([escaped])) as string[]).length;
}

/** Returns the cost of the reference at this moment, in milliseconds. */
export const referenceCost = () => Math.max(cpuOf(referenceWork), 0.5);

let recent = { cost: 0, until: 0 };

/** As `referenceCost`, measured at most a quarter of a second ago: enough to tell what needs a closer look. */
export function recentReferenceCost(): number {
  const now = performance.now();
  if (now > recent.until) recent = { cost: referenceCost(), until: now + 250 };
  return recent.cost;
}

// The first runs are slower, because code is not compiled yet.
for (let warm = 0; warm < 10; warm += 1) referenceWork();

/** Measurements of work that looks too expensive. The excess of most is caused by the machine. */
const attempts = 6;

/**
 * Returns how many times more the work costs than the reference, as the minimum of several measurements if
 * it exceeds `max`. The cost of `prepare`, which precedes each of them, does not count.
 */
export async function timesReference<T>(
  max: number,
  prepare: () => Promise<T>,
  work: (prepared: T) => Promise<unknown>,
): Promise<number> {
  let min = Infinity;
  for (let attempt = 0; attempt < attempts && min > max; attempt += 1) {
    const prepared = await prepare();
    const cost = await cpuOfAsync(() => work(prepared));
    min = Math.min(min, cost / (attempt === 0 ? recentReferenceCost() : referenceCost()));
  }
  return min;
}

/** Maximum cost per thousand characters, in units of the reference. */
const maxPerKilobyte = 1;
/** A total cost, in units of the reference, that is harmless whatever its growth. */
const harmless = 5;
/** Twice the text may cost this many times as much. */
const maxGrowth = 2.5;

export interface Cost {
  name: string;
  /** Length of the longest measured text. */
  length: number;
  /** Units of the reference per thousand characters. */
  perKilobyte: number;
  isTooMuch: boolean;
}

/**
 * Measures the cost of some work as its text grows up to `longest`. Continues beyond the second length only
 * if the cost grows faster than linearly, and stops at the first cost that is too much, so that cubic work
 * terminates too.
 */
export function costOf(
  work: (text: string) => unknown,
  create: (length: number) => string,
  { longest, lengths }: { longest: number; lengths: readonly number[] },
): Omit<Cost, 'name'> {
  let before = Infinity;
  for (const length of lengths) {
    const text = create(Math.min(length, longest));
    const size = Math.max(text.length, 1);
    // The first run of a short text compiles the code.
    if (before === Infinity) work(text);
    let cost = cpuOf(() => work(text)) / recentReferenceCost();
    let isTooMuch = false;
    if (cost > harmless) ({ cost, isTooMuch } = judge(work, text, create(Math.floor(size / 2))));
    const perKilobyte = (cost / size) * 1000;
    const grows = cost > harmless / 50 && perKilobyte > before * 1.5;
    const isEnough = length >= longest || length === lengths.at(-1) || (before < Infinity && !grows);
    if (isTooMuch || isEnough) return { length: size, perKilobyte, isTooMuch };
    before = perKilobyte;
  }
  throw new Error('No lengths to measure');
}

/** Measures the text, its half and the reference in turn, until neither limit is exceeded. */
function judge(
  work: (text: string) => unknown,
  text: string,
  half: string,
): { cost: number; isTooMuch: boolean } {
  const min = { whole: Infinity, half: Infinity, reference: Infinity };
  for (let attempt = 0; ; attempt += 1) {
    min.reference = Math.min(min.reference, referenceCost());
    min.half = Math.min(
      min.half,
      cpuOf(() => work(half)),
    );
    min.whole = Math.min(
      min.whole,
      cpuOf(() => work(text)),
    );
    const cost = min.whole / min.reference;
    const isMuch = (cost / Math.max(text.length, 1)) * 1000 > maxPerKilobyte;
    // A cost that is one of a short text is not judged by its growth, because of what does not grow.
    const growsTooFast = min.half > min.reference && min.whole > min.half * growthOf(text, half);
    const isTooMuch = cost > harmless && (isMuch || growsTooFast);
    if (!isTooMuch || attempt === attempts) return { cost, isTooMuch };
  }
}

/** Shapes do not have exactly the requested length. */
const growthOf = (text: string, half: string) =>
  maxGrowth * (text.length / Math.max(half.length, 1) / 2) ** 1.3;

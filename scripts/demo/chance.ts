import { createHash } from 'node:crypto';

/** Chance that comes out the same every time, so that every demo looks alike. */
export interface Chance {
  /** From 0 up to 1. */
  number(): number;
  between(min: number, max: number): number;
  /** Whole, both ends included. */
  whole(min: number, max: number): number;
  isLucky(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the keys, as often as its weight says. */
  weigh<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  shuffle<T>(from: readonly T[]): T[];
}

/** The same seed brings the same chances (mulberry32). */
export function createChance(seed: string): Chance {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number) => min + Math.floor(number() * (max - min + 1));
  return {
    number,
    whole,
    between: (min, max) => min + number() * (max - min),
    isLucky: (probability) => number() < probability,
    pick: (from) => {
      const found = from[whole(0, from.length - 1)];
      if (found === undefined) throw new Error('There is nothing to pick from');
      return found;
    },
    weigh: <Key extends string>(weights: Readonly<Record<Key, number>>) => {
      const entries = Object.entries(weights) as [Key, number][];
      let left = number() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) if ((left -= weight) < 0) return key;
      throw new Error('There is nothing to weigh');
    },
    shuffle: (from) =>
      from
        .map((item) => ({ item, place: number() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}

import { createHash } from 'node:crypto';

/** A deterministic random generator, so that every demo looks alike. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  number(): number;
  between(min: number, max: number): number;
  /** An integer, both ends included. */
  whole(min: number, max: number): number;
  isLucky(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** A random key, weighted by its value. */
  weigh<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  shuffle<T>(from: readonly T[]): T[];
}

/** The same seed gives the same sequence (mulberry32). */
export function createChance(seed: string): Random {
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
      if (found === undefined) throw new Error('Cannot pick from an empty list');
      return found;
    },
    weigh: <Key extends string>(weights: Readonly<Record<Key, number>>) => {
      const entries = Object.entries(weights) as [Key, number][];
      let left = number() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) if ((left -= weight) < 0) return key;
      throw new Error('The weights must have a positive sum');
    },
    shuffle: (from) =>
      from
        .map((item) => ({ item, place: number() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}

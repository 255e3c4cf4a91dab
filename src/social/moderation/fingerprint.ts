import { createHash } from 'node:crypto';
import { foldText, wordsOf } from './words/text-rule.ts';

/** Shorter texts are the same by chance: everybody says "Happy birthday". */
const minWords = 8;
/** Those after them change nothing: a text is no other because of how it ends. It bounds what a text costs. */
const maxWords = 3000;

/** The fingerprint of a text: texts that differ in a word or two share most of its 64 bits. */
interface Fingerprint {
  fingerprint: bigint;
  /** Its four quarters. */
  bands: readonly [number, number, number, number];
}

/** So many bits may differ in what is nearly the same; more would need more bands to be found. */
export const nearBits = 3;

/** Nothing of what is short. Addresses, names, signs and digits do not count: they are what senders vary. */
export function fingerprintOf(text: string): Fingerprint | undefined {
  const bare = foldText(text).replaceAll(/https?:\/\/\S+|[@#][\p{L}\p{N}_.]+|\p{N}+/gu, ' ');
  const words = wordsOf(bare).slice(0, maxWords);
  if (words.length < minWords) return undefined;
  const weights = new Int32Array(64);
  for (let index = 0; index < words.length; index += 1) {
    addFeature(weights, words[index] ?? '');
    if (index > 0) addFeature(weights, `${words[index - 1]} ${words[index]}`);
  }
  const quarters = [0, 1, 2, 3].map((quarter) => bandOf(weights, quarter));
  const [first = 0, second = 0, third = 0, fourth = 0] = quarters;
  return {
    fingerprint: BigInt.asIntN(
      64,
      quarters.reduceRight((fingerprint, quarter) => (fingerprint << 16n) | BigInt(quarter), 0n),
    ),
    bands: [first, second, third, fourth],
  };
}

/** In plain numbers: this is done for each word, and with a `bigint` for each bit it takes fifty times as long. */
function addFeature(weights: Int32Array, feature: string): void {
  const digest = createHash('md5').update(feature).digest();
  for (let bit = 0; bit < 64; bit += 1)
    weights[bit] = (weights[bit] ?? 0) + ((((digest[bit >> 3] ?? 0) >> (bit & 7)) & 1) * 2 - 1);
}

/** Sixteen bits of the fingerprint, from the least significant on. */
const bandOf = (weights: Int32Array, quarter: number): number =>
  weights
    .subarray(quarter * 16, quarter * 16 + 16)
    .reduce((band, weight, bit) => (weight > 0 ? band | (1 << bit) : band), 0);

const hashOf = (text: string): bigint => createHash('md5').update(text).digest().readBigUInt64LE();

/** The hash of an address in the table of links. */
export const addressHash = (address: string): bigint => BigInt.asIntN(64, hashOf(address));

import { createHash } from 'node:crypto';
import { foldText, wordsOf } from './words/text-rule.ts';

/** Shorter texts are the same by chance: everybody says "Happy birthday". */
const fewestWords = 8;

/** The fingerprint of a text: texts that differ in a word or two share most of its 64 bits. */
export interface Print {
  print: bigint;
  /** Its four quarters. */
  bands: readonly [number, number, number, number];
}

/** So many bits may differ in what is nearly the same; more would need more bands to be found. */
export const nearBits = 3;

/** Nothing of what is short. Addresses, names, signs and digits do not count: they are what senders vary. */
export function printOf(text: string): Print | undefined {
  const bare = foldText(text).replaceAll(/https?:\/\/\S+|[@#][\p{L}\p{N}_.]+|\p{N}+/gu, ' ');
  const words = wordsOf(bare);
  if (words.length < fewestWords) return undefined;
  const weights = new Array<number>(64).fill(0);
  for (let index = 0; index < words.length; index += 1) {
    addFeature(weights, words[index] ?? '');
    if (index > 0) addFeature(weights, `${words[index - 1]} ${words[index]}`);
  }
  let print = 0n;
  for (const [bit, weight] of weights.entries()) if (weight > 0) print |= 1n << BigInt(bit);
  return {
    print: BigInt.asIntN(64, print),
    bands: [band(print, 0), band(print, 1), band(print, 2), band(print, 3)],
  };
}

function addFeature(weights: number[], feature: string): void {
  const hash = hashOf(feature);
  for (const [bit, weight] of weights.entries())
    weights[bit] = weight + ((hash >> BigInt(bit)) & 1n ? 1 : -1);
}

const band = (print: bigint, index: number): number => Number((print >> BigInt(index * 16)) & 0xffffn);

const hashOf = (text: string): bigint => createHash('md5').update(text).digest().readBigUInt64LE();

/** What stands for an address in the table of links. */
export const addressHash = (address: string): bigint => BigInt.asIntN(64, hashOf(address));

import { ofText } from '../text/prepared.ts';
import { withoutLinks } from '../../kernel/typed-text/find-links.ts';
import { createHash } from 'node:crypto';
import { foldText, wordsOf } from './words/text-rule.ts';

/** Shorter texts often coincide by chance, such as "Happy birthday". */
const minWords = 8;
/** Further words are ignored. This bounds the cost per text; the ending does not make a text different. */
const maxWords = 3000;

/** A similarity hash: texts that differ in a word or two share most of its 64 bits. */
interface Fingerprint {
  fingerprint: bigint;
  /** Its four 16-bit quarters. */
  bands: readonly [number, number, number, number];
}

/** Maximum differing bits of near-duplicates. More would require more bands to find them. */
export const nearBits = 3;

/**
 * Returns undefined for short texts. URLs, names, punctuation and digits are ignored, because spammers vary
 * them.
 */
export const fingerprintOf = ofText('fingerprintOf', 2, (text): Fingerprint | undefined => {
  const bare = foldText(withoutLinks(text)).replaceAll(/[@#][\p{L}\p{N}_.]+|\p{N}+/gu, ' ');
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
});

/** Uses plain numbers, because this runs for each word and a `bigint` per bit is fifty times slower. */
function addFeature(weights: Int32Array, feature: string): void {
  const digest = createHash('md5').update(feature).digest();
  for (let bit = 0; bit < 64; bit += 1)
    weights[bit] = (weights[bit] ?? 0) + ((((digest[bit >> 3] ?? 0) >> (bit & 7)) & 1) * 2 - 1);
}

/** Sixteen bits of the fingerprint, least significant first. */
const bandOf = (weights: Int32Array, quarter: number): number =>
  weights
    .subarray(quarter * 16, quarter * 16 + 16)
    .reduce((band, weight, bit) => (weight > 0 ? band | (1 << bit) : band), 0);

const hashOf = (text: string): bigint => createHash('md5').update(text).digest().readBigUInt64LE();

/** The hash of a URL in the link table. */
export const addressHash = (address: string): bigint => BigInt.asIntN(64, hashOf(address));

import { createHash } from 'node:crypto';
import { longestHost, normalize } from '../../kernel/text.ts';
import { findTextLinks, withoutLinks } from '../../kernel/typed-text/find-links.ts';
import { linksIn } from '../../kernel/typed-text/tokens.ts';
import { ofText } from '../text/prepared.ts';
import { tokensIn } from '../text/tokens.ts';

/** An entry of the operator's list. */
export interface TextRule {
  /**
   * `word`: a word or phrase, as whole words. `part`: characters anywhere. `domain`: the host of a link,
   * including subdomains.
   */
  kind: TextRuleKind;
  pattern: string;
  outcome: 'hold' | 'refuse';
}

export const textRuleKinds = ['word', 'part', 'domain'] as const;
export type TextRuleKind = (typeof textRuleKinds)[number];

/** Normalizes text for comparison: ignores case, width and composition variants, and invisible characters. */
export const foldText = ofText('foldText', 0.5, (text): string =>
  normalize(text, 'NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase(),
);

export const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** The folded words of a text, each after a space and before one, which turns the search for words into one for characters. */
export const spacedWords = ofText(
  'spacedWords',
  1.5,
  (text): string => ` ${wordsOf(foldText(text)).join(' ')} `,
);

/** The distinct folded words of a text, separated by spaces: one string costs less to send than a list. */
export const distinctWords = ofText('distinctWords', 0.2, (text): string =>
  [...new Set(wordsOf(foldText(text)))].join(' '),
);

/** Returns the candidate rules that match. `hosts`: the hosts of its links. */
export function matchRules<Rule extends TextRule>(
  rules: readonly Rule[],
  text: string,
  hosts: readonly string[],
): Rule[] {
  return rules.filter(({ kind, pattern }) => {
    if (kind === 'word') return spacedWords(text).includes(` ${pattern} `);
    if (kind === 'part') return foldText(text).includes(pattern);
    return hosts.some((host) => host === pattern || host.endsWith(`.${pattern}`));
  });
}

/**
 * A host and its parent domains: `a.b.example` returns itself, `b.example` and `example`. For hosts up to 253
 * characters.
 */
export const domainsAbove = (host: string): string[] =>
  host.split('.').map((_, index, parts) => parts.slice(index).join('.'));

/** The hosts of the links in a text, without `www.` and duplicates. Short links are not resolved. */
export function hostsIn(text: string): string[] {
  return [...new Set(linksOf(text).map(({ host }) => host))];
}

/** Links beyond this number are left out. A text with half as many is refused. */
const mostLinks = 200;

/**
 * The distinct links of a text, normalized: without fragment, `www.` and tracking parameters. Finds what is a link
 * in light Markdown or in Markdown, because texts of both kinds are checked.
 */
export const linksOf = ofText('linksOf', 4, (text): { host: string; address: string }[] => {
  const found = new Map<string, { host: string; address: string }>();
  for (const link of linksIn([...tokensIn(text), ...tokensIn(text, 'article')])) {
    if (found.size === mostLinks) break;
    const url = URL.parse(link);
    if (!url) continue;
    const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
    if (host.length > longestHost) continue;
    const address = `${host}${url.pathname.replace(/(?<!\/)\/+$/, '')}${withoutCounters(url)}`;
    found.set(address, { host, address });
  }
  return [...found.values()];
});

/**
 * The query without tracking parameters. Filtered in one pass, because each deletion would rewrite the URL.
 */
function withoutCounters({ search, searchParams }: URL): string {
  const given = [...searchParams];
  const remaining = given.filter(([name]) => !/^(utm_\w+|fbclid|gclid|ref)$/i.test(name));
  if (remaining.length === given.length) return search;
  return remaining.length === 0 ? '' : `?${new URLSearchParams(remaining).toString()}`;
}

/** Further tokens of a long text add no information. */
const maxTokens = 400;
const longestWord = 24;

/**
 * Tokens of a text for the model: its words, the title's words again with a mark, link hosts, and marks for
 * features of its style. Marks contain a colon, which words never do.
 */
export const spamTokens = ({ title = '', text }: { title?: string | undefined; text: string }): string[] =>
  tokensOf(text, title);

export const tokensOf = ofText('spamTokens', 3, (text, title: string): string[] => {
  const words = wordsOf(foldText(withoutLinks(text))).filter(isIndexable);
  const headed = wordsOf(foldText(title)).filter(isIndexable);
  return [
    ...new Set([
      ...hostsIn(text).map((host) => `host:${host}`),
      ...featuresOf(`${title}\n${text}`),
      ...headed.map((word) => `title:${word}`),
      ...headed,
      ...words,
    ]),
  ].slice(0, maxTokens);
});

const isIndexable = (word: string) => word.length > 1 && word.length <= longestWord;

function featuresOf(text: string): string[] {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const links = findTextLinks(text).length;
  const features: [string, boolean][] = [
    ['is:shouting', letters >= 20 && capitals > letters / 2],
    ['is:exclaiming', (text.match(/!/g)?.length ?? 0) >= 3],
    ['is:short', letters < 60],
    ['has:money', /[$€£¥]\s?\d|\d\s?[$€£¥%]/.test(text)],
    ['has:telephone', /\+?\d[\d\s().-]{8,}\d/.test(text)],
    ['has:one-link', links === 1],
    ['has:links', links > 1],
    ['has:markup', /<[a-z][^<>]*>/i.test(text)],
  ];
  return features.flatMap(([mark, holds]) => (holds ? [mark] : []));
}

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

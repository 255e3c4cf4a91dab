import { ofText } from '../../text/prepared.ts';
import { normalize } from '../../../kernel/text.ts';

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

/** Returns the candidate rules that match. `hosts`: the hosts of its links. */
export function matchRules<Rule extends TextRule>(
  rules: readonly Rule[],
  text: string,
  hosts: readonly string[],
): Rule[] {
  const folded = foldText(text);
  // Surrounding spaces turn the search for whole words into a substring search.
  const spaced = ` ${wordsOf(folded).join(' ')} `;
  return rules.filter(({ kind, pattern }) => {
    if (kind === 'word') return spaced.includes(` ${pattern} `);
    if (kind === 'part') return folded.includes(pattern);
    return hosts.some((host) => host === pattern || host.endsWith(`.${pattern}`));
  });
}

/**
 * A host and its parent domains: `a.b.example` returns itself, `b.example` and `example`. For hosts up to 253
 * characters.
 */
export const domainsAbove = (host: string): string[] =>
  host.split('.').map((_, index, parts) => parts.slice(index).join('.'));

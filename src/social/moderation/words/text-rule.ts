import { normalize } from '../../../kernel/text.ts';

/** An entry of the operator's list. */
export interface TextRule {
  /** `word`: a word or phrase, as whole words. `part`: letters anywhere. `domain`: where links lead, and all below it. */
  kind: TextRuleKind;
  pattern: string;
  outcome: 'hold' | 'refuse';
}

export const textRuleKinds = ['word', 'part', 'domain'] as const;
export type TextRuleKind = (typeof textRuleKinds)[number];

/** Letters as they are compared: neither case, nor wide or accented forms typed differently, nor hidden characters tell. */
export const foldText = (text: string) =>
  normalize(text, 'NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase();

export const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Of the rules that might apply, those that do. `hosts`: where its links lead. */
export function matchRules<Rule extends TextRule>(
  rules: readonly Rule[],
  text: string,
  hosts: readonly string[],
): Rule[] {
  const folded = foldText(text);
  // A space at either end makes the search for whole words one for letters.
  const spaced = ` ${wordsOf(folded).join(' ')} `;
  return rules.filter(({ kind, pattern }) => {
    if (kind === 'word') return spaced.includes(` ${pattern} `);
    if (kind === 'part') return folded.includes(pattern);
    return hosts.some((host) => host === pattern || host.endsWith(`.${pattern}`));
  });
}

/** A host of at most 253 characters and all above it: `a.b.example` gives itself, `b.example` and `example`. */
export const domainsAbove = (host: string): string[] =>
  host.split('.').map((_, index, parts) => parts.slice(index).join('.'));

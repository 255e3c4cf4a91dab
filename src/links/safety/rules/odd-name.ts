import { lengthOf } from '../../../kernel/text.ts';
import type { Check } from '../assessment/rule.ts';
import { chosenLabel, type Target } from '../assessment/target.ts';
import { suspiciousTlds } from './suspicious-tlds.ts';

/** Signs of an odd name and their weights. */
const oddities: readonly [points: number, isSo: (target: Target, label: string) => boolean][] = [
  [3, ({ isAddress }) => isAddress],
  [2, ({ labels }) => suspiciousTlds.has(labels.at(-1) ?? '')],
  [2, (_, label) => label.length >= 12 && entropy(label) >= 3.5 && !isPronounceable(label)],
  [2, (_, label) => (label.match(/\d/g)?.length ?? 0) >= 5],
  [1, (_, label) => (label.match(/-/g)?.length ?? 0) >= 3],
  [1, ({ labels }) => labels.length >= 6],
  [1, (_, label) => label.length >= 30],
  [1, ({ port }) => port !== ''],
];

/** Detects generated names by points. */
export const oddName: Check = (target, _facts, threshold) => {
  const label = chosenLabel(target);
  const points = oddities.reduce((sum, [points, applies]) => sum + (applies(target, label) ? points : 0), 0);
  return points >= threshold ? { code: 'name', values: { name: target.name } } : undefined;
};

/** Shannon entropy in bits per character: about 3 for words, 4 for random letters of that length. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const total = lengthOf(text);
  return [...counts.values()].reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0);
}

/** Words of languages in Latin script have a vowel at least every five letters and few digits. */
const isPronounceable = (label: string): boolean =>
  !/[bcdfghjklmnpqrstvwxz]{5,}/.test(label) && !/\d[a-z]+\d/.test(label);

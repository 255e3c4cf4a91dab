import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';

/** Words that would make an app appear official. */
const officialWords = ['official', 'admin', 'administrator', 'moderator', 'staff'];

/**
 * Validates and normalizes an app name, which people see on the consent page. Rejects names that resemble
 * `reservedNames`.
 */
export function parseAppName(given: string, reservedNames: readonly string[]): string {
  const name = normalize(given, 'NFC').trim().replace(/\s+/gu, ' ');
  if (name.length < 2 || name.length > 60) throw invalid('name', t('Enter a name of 2 to 60 characters'));
  // Bidi controls and zero-width characters make one name look like another.
  if (/\p{C}/u.test(name)) throw invalid('name', t('The name contains invisible characters'));
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  if (words.some(mixesScripts))
    throw invalid('name', t('The name mixes letters of several scripts in one word'));
  const taken = new Set([...reservedNames, ...officialWords].map(foldConfusables));
  if (taken.has(foldConfusables(words.join(''))) || words.some((word) => taken.has(foldConfusables(word))))
    throw invalid('name', t('This name is reserved. Choose another one.'));
  return name;
}

const mixesScripts = (word: string) =>
  [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((script) => script.test(word))
    .length > 1;

/** Folds names that look alike to the same string: `P1aza`, `PLÀZA` and `plaza`. */
const foldConfusables = (text: string): string =>
  normalize(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[0134578]/g, (digit) => alike[digit] ?? digit)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l');

const alike: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
};

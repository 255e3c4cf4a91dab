import { t } from '../../kernel/translation/translate.ts';

/**
 * Translates the reason of a rule, which is stored in English, for moderators. Other texts are returned
 * unchanged.
 */
export function ruleDetail(detail: string): string {
  for (const [pattern, translate] of details) {
    const found = pattern.exec(detail);
    if (found) return translate(found[1] ?? '', found[2] ?? '');
  }
  return detail;
}

const details: readonly (readonly [RegExp, (first: string, second: string) => string])[] = [
  [
    /^(\d+) links? by (a .+)$/,
    (n, by) =>
      t(
        '{by, select, known {{n, plural, one {# link} other {# links}} by a member with recent violations} other {{n, plural, one {# link} other {# links}} by a new member}}',
        { n: Number(n), by: kindOf(by) },
      ),
  ],
  [
    /^(\d+) (?:person|people) mentioned by (a .+)$/,
    (n, by) =>
      t(
        '{by, select, known {{n, plural, one {# person} other {# people}} mentioned by a member with recent violations} other {{n, plural, one {# person} other {# people}} mentioned by a new member}}',
        { n: Number(n), by: kindOf(by) },
      ),
  ],
  [
    /^Nearly the same text in (\d+) other places within a day$/,
    (n) =>
      t(
        'Nearly the same text in {n, plural, one {# other place} other {# other places}} within a day',
        numbered(n),
      ),
  ],
  [
    /^(\d+) others posted nearly the same text within a day$/,
    (n) =>
      t(
        '{n, plural, one {# other member} other {# other members}} posted nearly the same text within a day',
        numbered(n),
      ),
  ],
  [
    /^One of their first (\d+) posts$/,
    (n) => t('One of the author’s first {n, plural, one {# post} other {# posts}}', numbered(n)),
  ],
  [
    /^(\d+) other new members posted the same link within a week$/,
    (n) =>
      t(
        '{n, plural, one {# other new member} other {# other new members}} posted the same link within a week',
        numbered(n),
      ),
  ],
  [/^Spam score (\d+) of 100$/, (score) => t('Spam score {score} of 100', { score })],
  [
    /^“(.*)” is on the list of (words|parts of words|domains)$/s,
    (pattern, list) =>
      t(
        '{list, select, domains {“{pattern}” is on the list of domains} words {“{pattern}” is on the list of words} other {“{pattern}” is on the list of parts of words}}',
        { pattern, list },
      ),
  ],
];

const kindOf = (author: string) => (author.includes('violations') ? 'known' : 'new');
const numbered = (n: string) => ({ n: Number(n) });

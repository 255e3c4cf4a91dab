import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { hostsIn } from './hosts.ts';
import {
  domainsAbove,
  foldText,
  matchRules,
  wordsOf,
  type TextRule,
  type TextRuleKind,
} from './text-rule.ts';

/** A text with the name of its field. */
export type FieldText = readonly [field: string, text: string];

/** Returns the list entries that match the texts, with their fields, in one query. */
export async function findMatches(
  app: Pick<App, 'db'>,
  texts: readonly FieldText[],
): Promise<(TextRule & { field: string })[]> {
  const words = new Set(texts.flatMap(([, text]) => wordsOf(foldText(text))));
  if (words.size === 0) return [];
  const hosts = texts.map(([, text]) => hostsIn(text));
  const domains = new Set(hosts.flat().flatMap(domainsAbove));
  const rules = await app.db
    .selectFrom('social.text_rule')
    .where(
      sql<boolean>`(kind = 'word' and first_word = any(${[...words]}::text[])) or kind = 'part'
        or (kind = 'domain' and pattern = any(${[...domains]}::text[]))`,
    )
    .orderBy('id')
    .select([sql<TextRuleKind>`kind`.as('kind'), 'pattern', sql<'hold' | 'refuse'>`outcome`.as('outcome')])
    .execute();
  return texts.flatMap(([field, text], index) =>
    matchRules(rules, text, hosts[index] ?? []).map((rule) => ({ ...rule, field })),
  );
}

import { sql } from 'kysely';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { type App, verb, inTransaction, may, type Viewer } from '../../platform/app.ts';
import {
  distinctWords,
  domainsAbove,
  foldText,
  hostsIn,
  matchRules,
  textRuleKinds,
  wordsOf,
} from './text-marks.ts';
import type { TextRule, TextRuleKind } from './text-marks.ts';

const maxRules = 5000;
const longestPattern = 100;

/** Adds an entry to the list, or changes its outcome. */
export const addTextRule = verb(
  { name: 'moderation.add-word', who: 'moderator' },
  async (app: App, moderator: Viewer, given: TextRule): Promise<void> => {
    requireModerator(moderator);
    await insertTextRules(app, moderator, [{ ...given, pattern: cleanPattern(given) }]);
    const { outcome, kind, pattern } = given;
    await addAuditEntry(app, moderator.id, 'word_list.add', '', `${outcome} ${kind} ${pattern}`);
  },
);

/** Removes an entry from the list. No-op if it is not listed. */
export const removeTextRule = verb(
  { name: 'moderation.remove-word', who: 'moderator' },
  async (
    app: App,
    moderator: Viewer,
    { kind, pattern }: Pick<TextRule, 'kind' | 'pattern'>,
  ): Promise<void> => {
    requireModerator(moderator);
    await app.db
      .deleteFrom('social.text_rule')
      .where('kind', '=', kind)
      .where('pattern', '=', pattern)
      .execute();
    await addAuditEntry(app, moderator.id, 'word_list.remove', '', `${kind} ${pattern}`);
  },
);

export async function listTextRules({ db }: Pick<App, 'db'>): Promise<TextRule[]> {
  return db
    .selectFrom('social.text_rule')
    .select([sql<TextRuleKind>`kind`.as('kind'), 'pattern', sql<TextRule['outcome']>`outcome`.as('outcome')])
    .orderBy('kind')
    .orderBy('pattern')
    .limit(maxRules)
    .execute();
}

/** The list as text with one entry per line: `hold word free money`. */
export const formatTextRules = (rules: readonly TextRule[]): string =>
  rules.map(({ outcome, kind, pattern }) => `${outcome} ${kind} ${pattern}\n`).join('');

/**
 * Imports all entries of a text, or none. Skips empty lines and lines that start with #. Returns the number
 * of entries.
 */
export const importTextRules = verb(
  { name: 'moderation.import-words', who: 'moderator' },
  async (app: App, moderator: Viewer, typed: string): Promise<number> => {
    requireModerator(moderator);
    const lines = typed.split('\n').map((line) => line.trim());
    const rules = lines.flatMap((line, index) =>
      line === '' || line.startsWith('#') ? [] : [parseLine(line, index + 1)],
    );
    if (rules.length === 0) throw invalid('list', msg('The list is empty'));
    await inTransaction(app, (app) => insertTextRules(app, moderator, rules));
    await addAuditEntry(app, moderator.id, 'word_list.import', '', String(rules.length));
    return rules.length;
  },
);

function parseLine(line: string, number: number): TextRule {
  const [, outcome, kind, pattern] = /^(hold|refuse)\s+(word|part|domain)\s+(\S.*)$/i.exec(line) ?? [];
  const found = textRuleKinds.find((each) => each === kind?.toLowerCase());
  if (!found || !pattern)
    throw invalid(
      'list',
      msg('Line {number} is not a valid entry, such as “hold word free money”', { number }),
    );
  const rule = {
    kind: found,
    pattern,
    outcome: outcome?.toLowerCase() === 'refuse' ? 'refuse' : 'hold',
  } as const;
  try {
    return { ...rule, pattern: cleanPattern(rule) };
  } catch (error) {
    if (error instanceof Problem)
      throw invalid('list', msg('Line {number}: {message}', { number, message: error.text }));
    throw error;
  }
}

/** Adds entries, or changes their outcomes. */
export async function insertTextRules(
  app: App,
  moderator: Viewer,
  rules: readonly TextRule[],
): Promise<void> {
  // The last line about an entry wins.
  const each = [...new Map(rules.map((rule) => [`${rule.kind} ${rule.pattern}`, rule])).values()];
  await sql`
    insert into social.text_rule (kind, pattern, outcome, added_by, added_at)
    select kind, pattern, outcome, ${moderator.id}::bigint, ${app.clock.now()}::timestamptz
    from unnest(${each.map(({ kind }) => kind)}::text[], ${each.map(({ pattern }) => pattern)}::text[],
      ${each.map(({ outcome }) => outcome)}::text[]) as given (kind, pattern, outcome)
    on conflict (kind, pattern) do update set outcome = excluded.outcome`.execute(app.db);
  const { n } = await app.db
    .selectFrom('social.text_rule')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  if (Number(n) > maxRules)
    throw invalid('list', msg('The list can have at most {maxRules} entries', { maxRules }));
}

/** Normalizes a pattern for comparison. Throws a `Problem` at the field. */
export function cleanPattern({ kind, pattern: typed }: TextRule): string {
  const folded = foldText(typed).trim();
  if (kind === 'domain') return cleanDomain(folded);
  const pattern = kind === 'word' ? wordsOf(folded).join(' ') : folded;
  if (pattern.length > longestPattern)
    throw invalid('pattern', msg('At most {longestPattern} characters', { longestPattern }));
  if ((pattern.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < (kind === 'part' ? 3 : 2))
    throw invalid(
      'pattern',
      kind === 'part' ? msg('Enter at least three letters') : msg('Enter a word or phrase'),
    );
  return pattern;
}

function cleanDomain(typed: string): string {
  const host = URL.parse(typed.includes('://') ? typed : `http://${typed}`)?.hostname ?? '';
  const domain = host.replace(/^www\./, '').replace(/\.$/, '');
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))
    throw invalid('pattern', msg('Enter a domain, such as example.com'));
  return domain;
}

function requireModerator(viewer: Viewer): void {
  if (!may(viewer, 'moderate')) throw new Problem('forbidden', msg('Only moderators can change this list'));
}

/** A text with the name of its field. */
export type FieldText = readonly [field: string, text: string];

/** Returns the list entries that match the texts, with their fields, in one query. */
export async function findBlockedWords(
  app: Pick<App, 'db'>,
  texts: readonly FieldText[],
): Promise<(TextRule & { field: string })[]> {
  const words = texts.map(([, text]) => distinctWords(text)).join(' ');
  if (words.trim() === '') return [];
  const hosts = texts.map(([, text]) => hostsIn(text));
  const domains = new Set(hosts.flat().flatMap(domainsAbove));
  const rules = await app.db
    .selectFrom('social.text_rule')
    .where(
      sql<boolean>`(kind = 'word' and first_word = any(string_to_array(${words}, ' '))) or kind = 'part'
        or (kind = 'domain' and pattern = any(${[...domains]}::text[]))`,
    )
    .orderBy('id')
    .select([sql<TextRuleKind>`kind`.as('kind'), 'pattern', sql<'hold' | 'refuse'>`outcome`.as('outcome')])
    .execute();
  return texts.flatMap(([field, text], index) =>
    matchRules(rules, text, hosts[index] ?? []).map((rule) => ({ ...rule, field })),
  );
}

import { sql } from 'kysely';
import { normalize } from '../../../kernel/text.ts';
import type { App } from '../../../platform/app.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Facts, ListEntry, RuleName, RuleSetting } from './rule.ts';
import { chosenLabel, hostAndAbove, parseTargetParts, type Target } from './target.ts';

type Row =
  | ({ of: 'entry' } & ListEntry)
  | { of: 'rule'; value: RuleName; outcome: RuleSetting['outcome']; threshold: number | null }
  | { of: 'ours' };

/** Loads all data that the rules need about a destination, in one query. */
export async function gatherFacts(
  { db, config }: Pick<App, 'db' | 'config'>,
  target: Target,
): Promise<Facts> {
  const above = hostAndAbove(target.host);
  const { rows } = await sql<Row>`
    select 'entry' as of, list, value, outcome, reason, null::int as threshold from links.safety_entry
      where list in ('domain', 'trusted') and value = any(${above}::text[])
    union all
    select 'entry', list, value, outcome, reason, null from links.safety_entry
      where list = 'keyword' and position(value in ${readable(target)}) > 0
    union all
    select 'entry', list, value, outcome, reason, null from links.safety_entry where list = 'brand'
    union all
    select 'rule', null, rule, outcome, null, threshold from links.safety_rule
    union all
    select 'ours', null, host, null, null, null from links.domain where host = ${target.host}`.execute(db);
  return {
    entries: rows.filter((row) => row.of === 'entry'),
    settings: rows
      .filter((row) => row.of === 'rule')
      .map(({ value, outcome, threshold }) => ({ rule: value, outcome, threshold })),
    isOurs: rows.some(({ of }) => of === 'ours'),
    ownNames: ownNames(config),
  };
}

/** Returns the text to search for keywords: the raw and decoded URL in lower case. */
function readable({ url, name }: Target): string {
  const text = `${url} ${name}`.toLowerCase();
  try {
    return `${text} ${normalize(decodeURIComponent(url), 'NFKC').toLowerCase()}`.replaceAll('\0', '');
  } catch {
    return text;
  }
}

/** Shorter names resemble too many others. */
const shortestOwn = 5;

const ownNames = ({ hopUrl, plazaUrl }: Pick<Config, 'hopUrl' | 'plazaUrl'>): string[] =>
  [hopUrl, plazaUrl]
    .map((address) => parseTargetParts(address))
    .filter((target) => target !== undefined)
    .filter(({ labels }) => labels.length > 1)
    .map(chosenLabel)
    .filter((label) => label.length >= shortestOwn);

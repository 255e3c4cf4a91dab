import { sql } from 'kysely';
import { normalize } from '../../../kernel/text.ts';
import type { App } from '../../../platform/app.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Facts, ListEntry, RuleName, RuleSetting } from './rule.ts';
import { chosenLabel, hostAndAbove, parseTargetParts, type Target } from './target.ts';

type Row =
  | ({ of: 'entry' } & ListEntry)
  | { of: 'rule'; value: RuleName; outcome: RuleSetting['outcome']; threshold: number | null }
  | { of: 'ours'; value: string };

type Source = Pick<App, 'db' | 'config'>;

/** Loads all data that the rules need about a destination, in one query. */
export async function gatherFacts(app: Source, target: Target): Promise<Facts> {
  const [facts] = await gatherAllFacts(app, [target]);
  if (!facts) throw new Error('No facts of a target');
  return facts;
}

/** As `gatherFacts`, for many destinations. The results are in their order. */
export async function gatherAllFacts({ db, config }: Source, targets: readonly Target[]): Promise<Facts[]> {
  const texts = targets.map(readable);
  const above = [...new Set(targets.flatMap(({ host }) => hostAndAbove(host)))];
  const { rows } = await sql<Row>`
    select 'entry' as of, list, value, outcome, reason, null::int as threshold from links.safety_entry
      where list in ('domain', 'trusted') and value = any(${above}::text[])
    union all
    select 'entry', list, value, outcome, reason, null from links.safety_entry
      where list = 'keyword' and exists (
        select from unnest(${texts}::text[]) text where position(value in text) > 0)
    union all
    select 'entry', list, value, outcome, reason, null from links.safety_entry where list = 'brand'
    union all
    select 'rule', null, rule, outcome, null, threshold from links.safety_rule
    union all
    select 'ours', null, host, null, null, null from links.domain
      where host = any(${targets.map(({ host }) => host)}::text[])`.execute(db);
  const entries = rows.filter((row) => row.of === 'entry');
  const settings = rows
    .filter((row) => row.of === 'rule')
    .map(({ value, outcome, threshold }) => ({ rule: value, outcome, threshold }));
  const ours = new Set(rows.filter((row) => row.of === 'ours').map(({ value }) => value));
  return targets.map(({ host }, at) => ({
    // `assess` compares the domains itself.
    entries: entries.filter(({ list, value }) => list !== 'keyword' || texts[at]?.includes(value)),
    settings,
    isOurs: ours.has(host),
    ownNames: ownNames(config),
  }));
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

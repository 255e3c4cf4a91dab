import { type RawBuilder, sql } from 'kysely';
import { isIP } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { invalid, msg } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import { chosenLabel, hostAndAbove, parseTargetParts, reasonMessage } from './rule.ts';
import type { TargetFacts, SafetyFinding, ListEntry, RuleName, RuleSetting, Target } from './rule.ts';
import { rules } from './rules.ts';

/**
 * Columns of a link: whether visitors are warned, and whether the redirects of its destination must be
 * checked.
 */
export interface Assessment {
  held_at: Date | null;
  held_for: RuleName | null;
  target_check_due_at: Date | null;
}

/** Facts about destinations, by URL. */
export type KnownFacts = ReadonlyMap<string, TargetFacts>;

/** A destination with its field. */
export interface NamedTarget {
  field: string;
  to: string;
}

/** As `assessTarget` for each of many destinations, with one query. Others are served meanwhile. */
export async function* assessTargets(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  targets: readonly NamedTarget[],
  given?: KnownFacts,
): AsyncGenerator<{ field: string; assessment: Assessment }> {
  const urls = targets.map(({ to }) => to);
  const known = given ?? (await gatherKnownFacts(app, urls));
  for (const [place, { field, to }] of targets.entries()) {
    if (place % assessedAtOnce === assessedAtOnce - 1) await setImmediate();
    yield { field, assessment: await assessTarget(app, to, field, known) };
  }
}

/** The rules of a destination take up to a millisecond. */
const assessedAtOnce = 5;

/** Loads the facts about many destinations for `assessTarget`, in one query. */
export async function gatherKnownFacts(
  app: Pick<App, 'db' | 'config'>,
  urls: readonly string[],
): Promise<KnownFacts> {
  const targets = [...new Set(urls)].map(parseTargetParts).filter((target) => target !== undefined);
  if (targets.length === 0) return new Map();
  const facts = await gatherAllFacts(app, targets);
  return new Map(facts.map((of, at) => [targets[at]?.url ?? '', of]));
}

/**
 * Assesses the destination of a new or changed link. The result is stored on the link. Throws a `Problem` at
 * `field` for a blocked URL.
 */
export async function assessTarget(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  url: string,
  field = 'url',
  known?: KnownFacts,
): Promise<Assessment> {
  const target = parseTargetParts(url);
  // App URLs do not lead to a website.
  if (!target) return { held_at: null, held_for: null, target_check_due_at: null };
  const facts = known?.get(url) ?? (await gatherTargetFacts(app, target));
  if (facts.isOurs) throw invalid(field, msg('“{name}” points to this service', { name: target.name }));
  const [worst] = assess(target, facts);
  if (worst?.outcome === 'refuse')
    throw invalid(
      field,
      msg('{reason}. Contact us if this is a mistake.', { reason: reasonMessage(worst.reason) }),
    );
  const now = app.clock.now();
  return {
    held_at: worst ? now : null,
    held_for: worst?.rule ?? null,
    target_check_due_at: now,
  };
}

type NamedRule = keyof ReturnType<typeof rules>;

/**
 * Returns what is wrong with a destination, worst first. The operator's lists take precedence over the rules,
 * and trusted domains pass.
 */
export function assess(target: Target, facts: TargetFacts): SafetyFinding[] {
  const above = hostAndAbove(target.host);
  const isOn = (list: 'domain' | 'trusted') =>
    facts.entries.filter((entry) => entry.list === list && above.includes(entry.value));
  // The longest match wins, so a blocked subdomain of a trusted domain is blocked, and vice versa.
  const [longest] = [...isOn('domain'), ...isOn('trusted')].sort((a, b) => b.value.length - a.value.length);
  const keyword = facts.entries.filter(({ list }) => list === 'keyword');
  if (longest?.list === 'trusted') return [];
  const listed = [...(longest ? [longest] : []), ...keyword].map(
    ({ outcome, value, reason }): SafetyFinding => ({
      rule: 'listed',
      outcome: outcome ?? 'hold',
      reason: { code: outcome === 'refuse' ? 'refused' : 'reviewed', values: { value }, comment: reason },
    }),
  );
  const found = (Object.keys(rules()) as NamedRule[]).flatMap((rule) => ask(rule, target, facts));
  return [...listed, ...found].sort(
    (a, b) => Number(b.outcome === 'refuse') - Number(a.outcome === 'refuse'),
  );
}

function ask(rule: NamedRule, target: Target, facts: TargetFacts): SafetyFinding[] {
  const { outcome, threshold } = settingOf(rule, facts);
  const reason = outcome === 'allow' ? undefined : rules()[rule].check?.(target, facts, threshold);
  return reason === undefined || outcome === 'allow' ? [] : [{ rule, outcome, reason }];
}

/** Returns the operator's setting of a rule, or else its default. */
export function settingOf(rule: NamedRule, { settings }: Pick<TargetFacts, 'settings'>) {
  const said = settings.find((setting) => setting.rule === rule);
  return {
    outcome: said?.outcome ?? rules()[rule].outcome,
    threshold: said?.threshold ?? rules()[rule].threshold?.value ?? 1,
  };
}

type Row =
  | ({ of: 'entry' } & ListEntry)
  | { of: 'rule'; value: RuleName; outcome: RuleSetting['outcome']; threshold: number | null }
  | { of: 'ours'; value: string };

type Source = Pick<App, 'db' | 'config'>;

/** Loads all data that the rules need about a destination, in one query. */
export async function gatherTargetFacts(app: Source, target: Target): Promise<TargetFacts> {
  const [facts] = await gatherAllFacts(app, [target]);
  if (!facts) throw new Error('No facts of a target');
  return facts;
}

/** As `gatherTargetFacts`, for many destinations. The results are in their order. */
async function gatherAllFacts({ db, config }: Source, targets: readonly Target[]): Promise<TargetFacts[]> {
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

/**
 * Rejects URLs that a short link could not have either. Suspicious URLs, for which links show a warning, are
 * also rejected, because blocks, buttons and domain redirects cannot show one.
 */
export async function refuseHarmful(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  targets: readonly NamedTarget[],
): Promise<void> {
  for await (const { field, assessment } of assessTargets(app, targets))
    if (assessment.held_at) throw invalid(field, msg('This URL looks deceptive and cannot be used here'));
}

/** The moderation state of a link: whether visitors are warned or blocked, and why. */
export interface ModerationState {
  heldFor: string | null;
  isSuspended: boolean;
}

/** The caller must check that the viewer may see the link. */
export async function getStanding({ db }: Pick<App, 'db'>, linkId: string): Promise<ModerationState> {
  const row = await db
    .selectFrom('links.link')
    .select(['held_for', 'held_at', 'suspended_at'])
    .where('id', '=', linkId)
    .executeTakeFirst();
  return toModerationState(row);
}

export const toModerationState = (
  row: { held_for: string | null; held_at: Date | null; suspended_at: Date | null } | undefined,
): ModerationState => ({
  heldFor: row?.held_at ? (row.held_for ?? 'listed') : null,
  isSuspended: Boolean(row?.suspended_at),
});

/** SQL condition that a link's destination is a domain or its subdomain, in a form that uses the index. */
export function destinationFields(domain: string): RawBuilder<boolean> {
  const backwards = Array.from(isIP(domain) === 6 ? `[${domain}]` : domain)
    .reverse()
    .join('');
  const below = `${backwards.replace(/[\\%_]/g, '\\$&')}.%`;
  return sql<boolean>`(
    reverse(links.target_host(link.url)) = ${backwards} or reverse(links.target_host(link.url)) like ${below}
  )`;
}

import { sql } from 'kysely';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { msg, invalid, missing, Problem } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { t } from '../../web/translation/translate.ts';
import { cleanPattern, insertTextRules, listTextRules } from './text-rules.ts';
import type { TextRule } from './text-marks.ts';

/** In characters, and in rows. The list of words has no room for more. */
export const longestList = 600_000;
const maxRows = 5000;

type Outcome = TextRule['outcome'];

/** The columns of the export of Mastodon's administrators, in their order. */
const columns = [
  '#domain',
  '#severity',
  '#reject_media',
  '#reject_reports',
  '#public_comment',
  '#obfuscate',
] as const;

/**
 * What a severity is here, where no servers federate: links to a suspended domain are rejected, links to a limited one
 * held for review.
 */
const outcomes: Readonly<Record<string, Outcome>> = { suspend: 'refuse', silence: 'hold' };

/** A row of a list as it would be imported. */
export interface DomainRow {
  /** The line of the file, from 1. */
  line: number;
  domain: string;
  state: 'new' | 'changed' | 'same' | 'skipped';
  /** Null if the row is skipped. */
  outcome: Outcome | null;
  /** Why the row is skipped. */
  reason: string;
}

/** Reads a list of Mastodon and compares it with the list of words. Changes nothing. */
export const previewDomainBlocks = verb(
  { name: 'domains.preview', who: 'moderator', limit: perAccount(20, minutes(5)) },
  async (app, typed: string): Promise<DomainRow[]> => compare(app, await parseList(typed)),
);

async function compare(app: Pick<App, 'db'>, rows: readonly DomainRow[]): Promise<DomainRow[]> {
  const known = new Map(
    (await listTextRules(app)).flatMap((rule) =>
      rule.kind === 'domain' ? [[rule.pattern, rule.outcome] as const] : [],
    ),
  );
  const seen = new Set<string>();
  return rows.map((row) => {
    if (row.outcome === null) return row;
    if (seen.has(row.domain)) return { ...row, state: 'skipped', outcome: null, reason: t('Listed twice') };
    seen.add(row.domain);
    const before = known.get(row.domain);
    return { ...row, state: before === undefined ? 'new' : before === row.outcome ? 'same' : 'changed' };
  });
}

async function parseList(typed: string): Promise<DomainRow[]> {
  if (typed.length > longestList)
    throw invalid('list', msg('The list can have at most {longestList} characters', { longestList }));
  const { parse } = await import('csv-parse/sync');
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(typed, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: maxRows + 2,
    }) as unknown as typeof records;
  } catch {
    throw invalid('list', msg('This is not a CSV file'));
  }
  const first = records[0]?.record ?? [];
  const titles = first[0]?.startsWith('#') ? first.map((title) => title.toLowerCase()) : ['#domain'];
  const rows = first[0]?.startsWith('#') ? records.slice(1) : records;
  if (rows.length === 0) throw invalid('list', msg('The list is empty'));
  if (rows.length > maxRows)
    throw invalid('list', msg('The list can have at most {maxRows} rows', { maxRows }));
  if (!titles.includes('#domain')) throw invalid('list', msg('The list has no column #domain'));
  const cell = (record: readonly string[], title: (typeof columns)[number]) =>
    record[titles.indexOf(title)] ?? '';
  return rows.map(({ record, info }) =>
    toRow(info.lines, cell(record, '#domain'), cell(record, '#severity').toLowerCase() || 'suspend'),
  );
}

function toRow(line: number, typed: string, severity: string): DomainRow {
  const skipped = (reason: string): DomainRow => ({
    ...{ line, domain: typed.slice(0, 200), state: 'skipped', outcome: null, reason },
  });
  if (typed.includes('*')) return skipped(t('The domain is obfuscated'));
  if (severity === 'noop') return skipped(t('The severity noop limits no links'));
  const outcome = Object.hasOwn(outcomes, severity) ? outcomes[severity] : undefined;
  if (!outcome)
    return skipped(t('The severity “{severity}” is unknown', { severity: severity.slice(0, 40) }));
  try {
    const domain = cleanPattern({ kind: 'domain', pattern: typed, outcome });
    return { line, domain, state: 'new', outcome, reason: '' };
  } catch (error) {
    if (error instanceof Problem) return skipped(t('This is not a domain'));
    throw error;
  }
}

type Change = readonly [domain: string, outcome: Outcome, before: Outcome | null];

/** Imports the rows of a list that are new or changed. Returns the id for the undo, and how many they are. */
export const importDomainBlocks = verb(
  { name: 'domains.import', who: 'moderator', limit: perAccount(20, minutes(5)) },
  async (
    app,
    moderator: Viewer,
    typed: string,
  ): Promise<{ id: string; imported: number; skipped: number }> => {
    const list = await parseList(typed);
    return inTransaction(app, async (app) => {
      // Two imports at once would each restore what the other changed.
      await sql`lock table social.text_rule in share row exclusive mode`.execute(app.db);
      const rows = await compare(app, list);
      const before = new Map(
        (await listTextRules(app)).map((rule) => [`${rule.kind} ${rule.pattern}`, rule.outcome]),
      );
      const changes = rows.flatMap(({ domain, outcome, state }): Change[] =>
        outcome !== null && (state === 'new' || state === 'changed')
          ? [[domain, outcome, before.get(`domain ${domain}`) ?? null]]
          : [],
      );
      if (changes.length === 0) throw invalid('list', msg('The list has nothing to import'));
      await insertTextRules(
        app,
        moderator,
        changes.map(([pattern, outcome]) => ({ kind: 'domain', pattern, outcome })),
      );
      const { id } = await app.db
        .insertInto('social.domain_import')
        .values({ imported_by: moderator.id, at: app.clock.now(), changes: JSON.stringify(changes) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addAuditEntry(app, moderator.id, 'word_list.import', '', `domains: ${changes.length}`);
      return {
        id,
        imported: changes.length,
        skipped: rows.filter(({ state }) => state === 'skipped').length,
      };
    });
  },
);

/** Undoes an import of the last 30 days. Domains that were changed since then stay as they are. */
export const undoDomainImport = verb(
  { name: 'domains.undo', who: 'moderator' },
  (app, moderator: Pick<Viewer, 'id'>, id: string): Promise<void> =>
    inTransaction(app, async (app) => {
      const now = app.clock.now();
      const undone = await app.db
        .updateTable('social.domain_import')
        .set({ undone_at: now })
        .where('id', '=', id)
        .where('undone_at', 'is', null)
        .where('at', '>', new Date(now.getTime() - days(30)))
        .returning('changes')
        .executeTakeFirst();
      if (!undone) throw missing(msg('Import'));
      const changes = undone.changes as unknown as Change[];
      const given = sql`jsonb_array_elements(${JSON.stringify(changes)}::jsonb) as change`;
      const isIt = sql`rule.kind = 'domain' and rule.pattern = change ->> 0 and rule.outcome = change ->> 1`;
      await sql`delete from social.text_rule as rule using ${given} where ${isIt} and change ->> 2 is null`.execute(
        app.db,
      );
      await sql`update social.text_rule as rule set outcome = change ->> 2 from ${given}
        where ${isIt} and change ->> 2 is not null`.execute(app.db);
      await addAuditEntry(app, moderator.id, 'word_list.undo', '', `domains: ${changes.length}`);
    }),
);

/** The domains of the list of words as Mastodon's administrators export and import theirs. */
export async function formatDomainBlocks(app: Pick<App, 'db'>): Promise<string> {
  const rules = (await listTextRules(app)).filter(({ kind }) => kind === 'domain');
  const lines = rules.map(
    ({ pattern, outcome }) => `${pattern},${outcome === 'refuse' ? 'suspend' : 'silence'},false,false,,false`,
  );
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

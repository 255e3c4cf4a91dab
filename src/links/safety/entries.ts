import { sql } from 'kysely';
import { isIP } from 'node:net';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { longestHost, normalize } from '../../kernel/text.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import type { ListEntry } from './rule.ts';

interface NewEntries {
  list: ListEntry['list'];
  /** One per line. */
  values: string;
  outcome: 'hold' | 'refuse';
  reason: string;
}

/** Adds names to a list, or updates existing ones. Returns how many are new. */
export const addEntries = verb(
  { name: 'safety.add-entries', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, given: NewEntries): Promise<number> => {
    const { list } = given;
    const values = parseEntries(given.values, list);
    const reason = given.reason.trim();
    if (reason.length > 200) throw invalid('reason', msg('A reason can have at most 200 characters'));
    const outcome = list === 'domain' || list === 'keyword' ? given.outcome : null;
    return inTransaction(app, async (app) => {
      const { rows } = await sql<{ is_new: boolean }>`
      insert into links.safety_entry (list, value, outcome, reason, added_by, added_at)
      select ${list}, value, ${outcome}, ${reason}, ${operator.id}, ${app.clock.now()}
      from unnest(${values}::text[]) as value
      on conflict (list, value) do update set outcome = excluded.outcome, reason = excluded.reason
      returning xmax = 0 as is_new`.execute(app.db);
      const added = rows.filter(({ is_new }) => is_new).length;
      const what = values.length === 1 ? values.join() : String(values.length);
      await addAuditEntry(app, operator.id, 'link_list.add', '', `${list}: ${what}`);
      return added;
    });
  },
);

/** Removes a name from its list. Does nothing if it is not listed. */
export const removeEntry = verb(
  { name: 'safety.remove-entry', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const removed = await app.db
        .deleteFrom('links.safety_entry')
        .where('id', '=', id)
        .returning(['list', 'value'])
        .executeTakeFirst();
      if (!removed) return;
      await addAuditEntry(app, operator.id, 'link_list.remove', '', `${removed.list}: ${removed.value}`);
    });
  },
);

export interface StoredEntry extends ListEntry {
  id: string;
  addedAt: Date;
  addedBy: string | null;
}

export const entriesPerPage = 50;

/**
 * Returns the entries of a list, newest first. `search` matches part of the name, and `before` is the last id
 * of the previous page.
 */
export async function listEntries(
  { db }: Pick<App, 'db'>,
  { list, search, before }: { list: ListEntry['list']; search?: string; before?: string | undefined },
): Promise<StoredEntry[]> {
  return db
    .selectFrom('links.safety_entry as entry')
    .leftJoin('identity.account as account', 'account.id', 'entry.added_by')
    .select([
      'entry.id',
      'entry.value',
      'entry.reason',
      'entry.added_at as addedAt',
      'account.username as addedBy',
    ])
    .select((row) => [
      row.ref('entry.list').$castTo<ListEntry['list']>().as('list'),
      row.ref('entry.outcome').$castTo<ListEntry['outcome']>().as('outcome'),
    ])
    .where('entry.list', '=', list)
    .$if(Boolean(search), (query) => query.where(sql<boolean>`position(${search ?? ''} in entry.value) > 0`))
    .$call(whenGiven(before, (query, before) => query.where('entry.id', '<', before)))
    .orderBy('entry.id', 'desc')
    .limit(entriesPerPage)
    .execute();
}

const maxAtOnce = 50_000;

/** Parses pasted entries, one per line, in normal form without duplicates. */
export function parseEntries(text: string, list: ListEntry['list']): string[] {
  const lines = text
    .split(/[\n,;]/)
    .map((line) => (line.split('#', 1)[0] ?? '').trim())
    .filter(Boolean);
  if (lines.length === 0) throw invalid('values', msg('Enter at least one, one per line'));
  if (lines.length > maxAtOnce)
    throw invalid('values', msg('At most {maxAtOnce} can be added at once', { maxAtOnce: maxAtOnce }));
  return [...new Set(lines.map((line) => read[list](line)))];
}

const read: Readonly<Record<ListEntry['list'], (line: string) => string>> = {
  domain: parseDomain,
  trusted: parseDomain,
  keyword: (line) => {
    const word = normalize(line, 'NFKC').toLowerCase();
    if (word.length < 3 || word.length > 100)
      throw invalid('values', msg('“{word}” must have 3 to 100 characters', { word: word.slice(0, 40) }));
    return word;
  },
  brand: (line) => {
    const name = line.toLowerCase();
    if (!/^[\p{L}\p{N}-]{3,60}$/u.test(name))
      throw invalid(
        'values',
        msg('“{line}” is not part of a domain name, such as example', { line: line.slice(0, 40) }),
      );
    return name;
  },
};

/** Also accepts hosts files, full URLs and wildcard names, because published lists use these formats. */
function parseDomain(line: string): string {
  const named = line
    .replace(/^(0\.0\.0\.0|127\.0\.0\.1|\|\|)\s*/, '')
    .replace(/^\*\./, '')
    .replace(/\^$/, '');
  const url = URL.parse(/^https?:\/\//i.test(named) ? named : `http://${named}`);
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '') ?? '';
  const isDomain = isIP(host) !== 0 || /^[^.\s%]+(\.[^.\s%]+)+$/.test(host);
  if (!isDomain || host.length > longestHost)
    throw invalid('values', msg('“{line}” is not a domain', { line: line.slice(0, 60) }));
  return host;
}

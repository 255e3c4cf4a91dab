import { sql } from 'kysely';
import { missing, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { t } from '../../web/translation/translate.ts';
import type { FormatName } from './formats.ts';

export const importStates = [
  'reading',
  'unreadable',
  'ready',
  'running',
  'finished',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof importStates)[number];

/** `known`: it was here before. `kept`: the import was undone, but others replied to it. */
export const entryStates = ['waiting', 'done', 'known', 'skipped', 'failed', 'undone', 'kept'] as const;
export type EntryState = (typeof entryStates)[number];

/** An archive of another service that a member moves in with. */
export interface Import {
  id: string;
  fileName: string;
  state: ImportState;
  format: FormatName;
  /** The account or address there, as the archive says. */
  from: string;
  kinds: readonly string[];
  problem: string;
  createdAt: Date;
  finishedAt: Date | null;
  /** Entries by kind and state. */
  counts: readonly EntryCount[];
}

export interface EntryCount {
  kind: string;
  state: EntryState;
  n: number;
}

/** An entry that waits, as stored. */
export interface Waiting {
  position: number;
  kind: string;
  source: string;
  content: unknown;
}

/** What became of an entry. */
export interface EntryOutcome {
  state: EntryState;
  reason?: string;
  postId?: string;
  targetId?: string;
  content?: object;
}

/** The latest imports of the viewer. */
export async function listImports(app: App, viewer: Pick<Viewer, 'id'>, id?: string): Promise<Import[]> {
  const { rows } = await sql<Omit<Import, 'counts'> & { counts: EntryCount[] | null }>`
    select id::text, file_name as "fileName", state, format, moved_from as "from", kinds, problem,
      created_at as "createdAt", finished_at as "finishedAt", (
        select json_agg(counted) from (
          select kind, state, count(*)::integer as n from social.import_entry as entry
          where entry.import_id = import.id group by kind, state order by kind, state
        ) as counted) as counts
    from social.import where account_id = ${viewer.id} ${id === undefined ? sql`` : sql`and id = ${id}`}
    order by import.id desc limit 20`.execute(app.db);
  return rows.map(({ counts, ...row }) => ({ ...row, counts: counts ?? [] }));
}

export async function getImport(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Import> {
  const [found] = await listImports(app, viewer, id);
  if (!found) throw missing(msg('Import'));
  return found;
}

/** Number of entries of some kinds or in some states. */
export const countEntries = (
  { counts }: Pick<Import, 'counts'>,
  isCounted: (count: EntryCount) => boolean,
): number => counts.reduce((sum, count) => sum + (isCounted(count) ? count.n : 0), 0);

/** An entry in the report. */
export interface ReportedEntry {
  position: number;
  kind: string;
  source: string;
  state: EntryState;
  /** Why it was not imported or is kept. */
  reason: string;
  postId: string | null;
}

export const entriesOnPage = 50;

/** Entries of an import in their order, and one more than a page to detect others. */
export async function listArchiveEntries(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  { states = entryStates, after = 0 }: { states?: readonly EntryState[]; after?: number },
): Promise<ReportedEntry[]> {
  await getImport(app, viewer, id);
  const { rows } = await sql<ReportedEntry>`
    select position, kind, source, state, reason, post_id::text as "postId" from social.import_entry
    where import_id = ${id} and position > ${after} and state = any(${states}::text[])
    order by position limit ${sql.lit(entriesOnPage + 1)}`.execute(app.db);
  return rows;
}

export const kindLabels = (): Readonly<Record<string, string>> => ({
  post: t('Posts'),
  reply: t('Replies to others'),
  bookmark: t('Bookmarks'),
  list: t('List members'),
  follow: t('Follows'),
  mute: t('Muted people'),
  block: t('Blocked people'),
  article: t('Articles'),
  not_public: t('Not public, paid or deleted'),
  unreadable: t('Unreadable lines'),
  person: t('People'),
  forum: t('Forums'),
  forum_moderator: t('Forum moderators'),
  thread: t('Threads'),
  thread_reply: t('Replies'),
  group: t('Groups'),
  group_member: t('Group members'),
  like: t('Likes'),
  solution: t('Solutions'),
  boost: t('Boosts'),
  direct: t('Private mentions'),
  favorite: t('Favorites'),
});

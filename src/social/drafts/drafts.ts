import { sql } from 'kysely';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { days, minutes, parseTimeZone } from '../../kernel/time.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { type Draft, type DraftContent, type DraftKind, selectDrafts, toDraft } from './draft.ts';

const maxDrafts = 200;
const longestContent = 500_000;

interface UnfinishedContent {
  /** Undefined for a new draft or the existing draft of a change to `postId`. */
  id?: string | undefined;
  kind: DraftKind;
  /** The post that the draft changes. The caller must check that it belongs to the author. */
  postId?: string | undefined;
  content: DraftContent;
  /**
   * Paths of uploads in the draft, which are then kept. Throws a `Problem` at `files` for uploads of other
   * people.
   */
  files?: readonly string[] | undefined;
}

/**
 * Saves a draft and returns its id. Only the size is validated. A scheduled draft stays scheduled unless its
 * publication failed: then it must be scheduled again.
 */
export async function saveDraft(
  app: App,
  author: Pick<Viewer, 'id'>,
  given: UnfinishedContent,
): Promise<string> {
  const content = JSON.stringify(given.content).replaceAll(String.raw`\u0000`, '');
  if (content.length > longestContent) throw new Problem('too-large', msg('This draft is too long'));
  return inTransaction(app, async (app) => {
    const id =
      given.id === undefined
        ? await insert(app, author, given, content)
        : await update(app, author, { ...given, id: given.id }, content);
    if (given.files) await saveFiles(app, author, id, given.files);
    return id;
  });
}

async function update(
  app: App,
  { id: accountId }: Pick<Viewer, 'id'>,
  { id, kind }: UnfinishedContent & { id: string },
  content: string,
): Promise<string> {
  const changed = await app.db
    .updateTable('social.draft')
    .set({
      content,
      updated_at: app.clock.now(),
      publish_at: sql<Date | null>`case when problem = '' then publish_at end`,
      problem: '',
    })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw missing(msg('Draft'));
  return changed.id;
}

async function insert(
  app: App,
  { id: accountId }: Pick<Viewer, 'id'>,
  { kind, postId = null }: Omit<UnfinishedContent, 'postId'> & { postId?: string | null | undefined },
  content: string,
): Promise<string> {
  const now = app.clock.now();
  const { n } = await app.db
    .selectFrom('social.draft')
    .where('account_id', '=', accountId)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  if (Number(n) >= maxDrafts)
    throw new Problem(
      'conflict',
      msg('You can have at most {maxDrafts} drafts. Delete some first.', { maxDrafts }),
    );
  const { id } = await app.db
    .insertInto('social.draft')
    .values({ account_id: accountId, kind, post_id: postId, content, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['post_id', 'account_id'])
        .where('post_id', 'is not', null)
        .doUpdateSet({ content, updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function saveFiles(
  { db }: App,
  { id: accountId }: Pick<Viewer, 'id'>,
  draftId: string,
  files: readonly string[],
): Promise<void> {
  const paths = [...new Set(files)];
  await db.deleteFrom('social.draft_file').where('draft_id', '=', draftId).execute();
  if (paths.length === 0) return;
  const found = await db
    .selectFrom('social.upload')
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .where('account_id', '=', accountId)
    .select('id')
    .forUpdate()
    .execute();
  if (found.length < paths.length) throw invalid('files', msg('File not found. Upload it first.'));
  await db
    .insertInto('social.draft_file')
    .values(found.map(({ id }) => ({ draft_id: draftId, upload_id: id })))
    .execute();
}

const furthest = days(366);
/** Tolerates a time in the current minute. */
const leeway = minutes(1);

/** Schedules a draft, or unschedules it if `at` is null. Throws a `Problem` at `publish_at`. */
export const schedule = verb(
  { name: 'drafts.schedule', who: 'member', limit: perAccount(120, minutes(5)) },
  async (
    app,
    author: Pick<Viewer, 'id'>,
    id: string,
    { at, timeZone: typed = 'UTC' }: { at: Date | null; timeZone?: string | undefined },
  ) => {
    if (at) checkTime(at, app.clock.now());
    const timeZone = parseTimeZone(typed);
    if (timeZone === undefined) throw invalid('time_zone', msg('Unknown time zone'));
    const changed = await app.db
      .updateTable('social.draft')
      .set({ publish_at: at, problem: '', ...(at && { time_zone: timeZone }) })
      .where('id', '=', id)
      .where('account_id', '=', author.id)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw missing(msg('Draft'));
  },
);

export function checkTime(at: Date, now: Date): void {
  if (Number.isNaN(at.getTime())) throw invalid('publish_at', msg('Enter a valid time'));
  if (at.getTime() < now.getTime() - leeway) throw invalid('publish_at', msg('Choose a time in the future'));
  if (at.getTime() > now.getTime() + furthest)
    throw invalid('publish_at', msg('Choose a time within the next year'));
}

/** Deletes a draft. Files that are no longer referenced are deleted within a day. */
export const deleteDraft = verb(
  { name: 'drafts.delete', who: 'member' },
  async ({ db }, author: Pick<Viewer, 'id'>, id: string) => {
    const deleted = await db
      .deleteFrom('social.draft')
      .where('id', '=', id)
      .where('account_id', '=', author.id)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw missing(msg('Draft'));
  },
);

/**
 * Returns the author's drafts: scheduled ones first, the next due first, then the others, most recently
 * changed first.
 */
export async function listDrafts(
  app: App,
  author: Pick<Viewer, 'id'>,
  { kind }: { kind?: DraftKind } = {},
): Promise<Draft[]> {
  const rows = await selectDrafts(app)
    .where('draft.account_id', '=', author.id)
    .$call(whenGiven(kind, (query, kind) => query.where('draft.kind', '=', kind)))
    .orderBy('draft.publish_at', (order) => order.asc().nullsLast())
    .orderBy('draft.updated_at', 'desc')
    .orderBy('draft.id', 'desc')
    .limit(maxDrafts)
    .execute();
  return rows.map(toDraft);
}

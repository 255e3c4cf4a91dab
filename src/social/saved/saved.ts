import { sql, type SqlBool } from 'kysely';
import { msg, invalid, missing, Problem } from '../../kernel/problem.ts';
import { isBlank, lengthOf, toLine } from '../../kernel/text.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow, whenGiven } from '../../platform/database/queries.ts';
import { idsNeeded, type PageOfPosts, pageOfRows, type PostListPart } from '../posts/reading/lists.ts';
import { getPostHeader, visiblePosts } from '../posts/reading/visible.ts';
import { getTextQuery } from '../search/to-tsquery.ts';
import { deleteWithUndo, undoDeletion } from '../undo.ts';

const limit = perAccount(300, minutes(5));

/** Saves a post visible to the viewer for later, or removes it. Others are not notified. */
export const savePost = verb(
  { name: 'saved.save', who: 'member', limit },
  async (app, viewer: Viewer, id: string, act: 'save' | 'unsave' = 'save') => {
    if (act === 'unsave') {
      await app.db
        .deleteFrom('social.saved')
        .where('account_id', '=', viewer.id)
        .where('post_id', '=', id)
        .execute();
      return;
    }
    await getPostHeader(app, viewer, id);
    await app.db
      .insertInto('social.saved')
      .values({ account_id: viewer.id, post_id: id, saved_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
);

interface SavedWanted extends PostListPart {
  /** Filters by text. */
  words?: string | undefined;
  /** A folder of the viewer. */
  folderId?: string | undefined;
}

/** Returns the viewer's saved posts that are still visible to them, last saved first. */
export async function listSaved(
  app: App,
  viewer: Viewer,
  { words = '', folderId, ...part }: SavedWanted = {},
): Promise<PageOfPosts> {
  const query = words.trim() === '' ? '' : await getTextQuery(app, words);
  const rows = await visiblePosts(app.db, viewer)
    .innerJoin('social.saved as saved', 'saved.post_id', 'post.id')
    .where('saved.account_id', '=', viewer.id)
    .$call(whenGiven(folderId, (query, id) => query.where('saved.folder_id', '=', id)))
    .$if(words.trim() !== '', (saved) => saved.where(sql<SqlBool>`post.search @@ ${query}::tsquery`))
    .$call(
      whenGiven(part.before, (query, before) =>
        query.where(
          sql<SqlBool>`(saved.saved_at, saved.post_id) < (select saved_at, post_id from social.saved
          where account_id = ${viewer.id} and post_id = ${before})`,
        ),
      ),
    )
    .orderBy('saved.saved_at', 'desc')
    .orderBy('saved.post_id', 'desc')
    .limit(idsNeeded(part))
    .select('post.id')
    .execute();
  return pageOfRows(app, viewer, rows, part);
}

/** A folder of the viewer's saved posts. */
export interface SavedFolder {
  id: string;
  title: string;
  /** Number of posts, including those that are no longer visible to the viewer. */
  count: number;
}

const maxFolders = 100;
export const longestFolderTitle = 60;

/** The viewer's folders by title. */
export async function listFolders(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<SavedFolder[]> {
  const rows = await db
    .selectFrom('social.saved_folder as folder')
    .where('folder.account_id', '=', viewer.id)
    .where('folder.deleted_at', 'is', null)
    .orderBy(sql`lower(folder.title)`)
    .orderBy('folder.id')
    .select(['folder.id', 'folder.title'])
    .select(
      sql<number>`(select count(*)::integer from social.saved where saved.folder_id = folder.id)`.as('count'),
    )
    .execute();
  return rows;
}

export async function getFolder(app: App, viewer: Viewer, id: string): Promise<SavedFolder> {
  const folder = (await listFolders(app, viewer)).find((each) => each.id === id);
  if (!folder) throw missing(msg('Folder'));
  return folder;
}

export const addFolder = verb(
  { name: 'saved.add-folder', who: 'member', limit },
  (app, viewer: Viewer, title: string): Promise<string> =>
    inTransaction(app, async (app) => {
      await refuseMoreFolders(app, viewer);
      const { id } = await app.db
        .insertInto('social.saved_folder')
        .values({ account_id: viewer.id, title: toTitle(title), created_at: app.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    }),
);

export const renameFolder = verb(
  { name: 'saved.rename-folder', who: 'member', limit },
  async (app, viewer: Viewer, id: string, title: string): Promise<void> => {
    await getFolder(app, viewer, id);
    await app.db
      .updateTable('social.saved_folder')
      .set({ title: toTitle(title) })
      .where('id', '=', id)
      .execute();
  },
);

/** Deletes a folder. Its posts stay saved. `restoreFolder` can undo it for an hour, until another one is deleted. */
export const deleteFolder = verb(
  { name: 'saved.delete-folder', who: 'member', limit },
  async (app, viewer: Viewer, id: string): Promise<void> => {
    await getFolder(app, viewer, id);
    await deleteWithUndo(app, viewer, 'social.saved_folder', id);
  },
);

/** Undoes `deleteFolder`. The posts that were in it, and moved nowhere else, are in it again. */
export const restoreFolder = verb(
  { name: 'saved.restore-folder', who: 'member', limit },
  (app, viewer: Viewer, id: string): Promise<void> =>
    inTransaction(app, async (app) => {
      await refuseMoreFolders(app, viewer);
      await undoDeletion(app, viewer, { table: 'social.saved_folder', id, name: msg('Deleted folder') });
    }),
);

async function refuseMoreFolders(app: App, viewer: Viewer): Promise<void> {
  await lockRow(app, 'identity.account', viewer.id);
  if ((await listFolders(app, viewer)).length >= maxFolders)
    throw new Problem('conflict', msg('You can have at most {maxFolders} folders', { maxFolders }));
}

function toTitle(typed: string): string {
  const title = toLine(typed);
  if (isBlank(title)) throw invalid('title', msg('Enter a title'));
  if (lengthOf(title) > longestFolderTitle)
    throw invalid('title', msg('Use at most {max} characters', { max: longestFolderTitle }));
  return title;
}

/** Moves a post into a folder, or out of all folders. Saves it if it is not saved. */
export const moveSaved = verb(
  { name: 'saved.move', who: 'member', limit },
  async (app, viewer: Viewer, postId: string, folderId: string | null): Promise<void> => {
    if (folderId !== null) await getFolder(app, viewer, folderId);
    await savePost(app, viewer, postId);
    await app.db
      .updateTable('social.saved')
      .set({ folder_id: folderId })
      .where('account_id', '=', viewer.id)
      .where('post_id', '=', postId)
      .execute();
  },
);

/** The folder of a saved post. Null if it is in none. Undefined if it is not saved. */
export async function findFolderOf(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  postId: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('social.saved as saved')
    .leftJoin('social.saved_folder as folder', (join) =>
      join.onRef('folder.id', '=', 'folder_id').on('folder.deleted_at', 'is', null),
    )
    .where('saved.account_id', '=', viewer.id)
    .where('post_id', '=', postId)
    .select('folder.id')
    .executeTakeFirst();
  return row?.id;
}

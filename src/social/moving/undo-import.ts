import { sql } from 'kysely';
import { findViewer } from '../../identity/account/viewer.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { changeMember, deletePeopleList, listPeopleLists } from '../feed/lists/people-lists.ts';
import { deletePost } from '../posts/deleting.ts';
import { unblock, unmute } from '../relationships/blocks.ts';
import { unfollow } from '../relationships/follows.ts';
import { savePost } from '../saved/saved.ts';

interface Done {
  position: number;
  kind: string;
  post_id: string | null;
  target_id: string | null;
  content: unknown;
}

/** Removes what an import added, entry by entry, so that it continues after an interruption. */
export async function undoImport(app: App, { id }: { id: string }): Promise<void> {
  const undoing = await app.db
    .selectFrom('social.import')
    .where('id', '=', id)
    .where('state', '=', 'undoing')
    .select('account_id')
    .executeTakeFirst();
  if (!undoing) return;
  const viewer = await findViewer(app, undoing.account_id);
  if (viewer) while (await undoNext(app, viewer, id));
  await app.db
    .updateTable('social.import')
    .set({ state: 'undone' })
    .where('id', '=', id)
    .where('state', '=', 'undoing')
    .execute();
}

const undoNext = (app: App, viewer: Viewer, id: string): Promise<boolean> =>
  inTransaction(app, async (app) => {
    const entry: Done | undefined = await app.db
      .selectFrom('social.import_entry')
      .where('import_id', '=', id)
      .where('state', '=', 'done')
      .orderBy('position')
      .limit(1)
      .forUpdate()
      .select(['position', 'kind', 'post_id', 'target_id', 'content'])
      .executeTakeFirst();
    if (!entry) return false;
    const state = await inTransaction(app, (app) => undo(app, viewer, entry)).catch((error: unknown) => {
      // Deleted by its author or somebody else since.
      if (error instanceof Problem && error.status < 500) return 'undone' as const;
      throw error;
    });
    await app.db
      .updateTable('social.import_entry')
      .set({ state })
      .where('import_id', '=', id)
      .where('position', '=', entry.position)
      .execute();
    return true;
  });

async function undo(app: App, viewer: Viewer, entry: Done): Promise<'undone' | 'kept'> {
  const { kind, post_id: postId, target_id: targetId } = entry;
  if (postId !== null) {
    if (await hasReplies(app, viewer, postId)) return 'kept';
    await deletePost(app, viewer, postId);
  }
  if (targetId === null) return 'undone';
  if (kind === 'bookmark') await savePost(app, viewer, targetId, 'unsave');
  if (kind === 'follow') await unfollow(app, viewer, targetId);
  if (kind === 'mute') await unmute(app, viewer, targetId);
  if (kind === 'block') await unblock(app, viewer, targetId);
  if (kind === 'list') await leaveList(app, viewer, (entry.content as { listId: string }).listId, targetId);
  return 'undone';
}

/** Whether others commented on the post, or shared it with a text of theirs. */
async function hasReplies({ db }: App, { id }: Viewer, postId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select (
    exists (select from social.comment where post_id = ${postId} and author_id <> ${id} and deleted_at is null)
    or exists (select from social.post where quote_id = ${postId} and author_id <> ${id} and deleted_at is null)
  ) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** A list that is empty then was made by the import, or is of no use. */
async function leaveList(app: App, viewer: Viewer, listId: string, personId: string): Promise<void> {
  await changeMember(app, viewer, listId, { id: personId }, 'remove');
  const list = (await listPeopleLists(app, viewer)).find(({ id }) => id === listId);
  if (list?.count === 0) await deletePeopleList(app, viewer, listId);
}

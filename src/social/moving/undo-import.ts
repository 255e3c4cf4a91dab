import { sql } from 'kysely';
import { eraseUnused } from '../../identity/account-deletion/account-deletion.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import { Problem } from '../../kernel/problem.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { deleteForum } from '../forums/forums.ts';
import { removeModerator } from '../forums/moderators.ts';
import { changeMember, deletePeopleList, listPeopleLists } from '../feed/lists/people-lists.ts';
import { deletePost } from '../posts/deleting.ts';
import { unblock, unmute } from '../relationships/blocks.ts';
import { unfollow } from '../relationships/follows.ts';
import { savePost } from '../saved/saved.ts';
import { undoSolution } from './community/forum-roles.ts';
import { undoGroup, undoGroupMember } from './community/groups.ts';

interface Done {
  position: number;
  kind: string;
  post_id: string | null;
  target_id: string | null;
  content: unknown;
}

/** Removes what an import added, entry by entry, so that it continues after an interruption. */
export async function undoSteps(app: App, { id }: { id: string }): Promise<void> {
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
      .orderBy('position', 'desc')
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
    // A forum cannot be removed while there are deleted threads in it.
    if (kind === 'thread' || kind === 'thread_reply')
      await app.db.deleteFrom('social.post').where('id', '=', postId).execute();
  }
  if (targetId === null) return 'undone';
  if (kind === 'person') return undoPerson(app, viewer, targetId);
  if (kind === 'forum') return undoForum(app, viewer, targetId);
  if (kind === 'forum_moderator')
    await removeModerator(app, viewer, (entry.content as { forumId: string }).forumId, targetId);
  if (kind === 'solution') await undoSolution(app, targetId);
  if (kind === 'group') return undoGroup(app, targetId);
  if (kind === 'group_member')
    return undoGroupMember(app, (entry.content as { groupId: string }).groupId, targetId);
  if (kind === 'bookmark') await savePost(app, viewer, targetId, 'unsave');
  if (kind === 'follow') await unfollow(app, viewer, targetId);
  if (kind === 'mute') await unmute(app, viewer, targetId);
  if (kind === 'block') await unblock(app, viewer, targetId);
  if (kind === 'list') await leaveList(app, viewer, (entry.content as { listId: string }).listId, targetId);
  return 'undone';
}

/** Whoever has signed in, or wrote what is kept, stays. */
async function undoPerson(app: App, operator: Viewer, id: string): Promise<'undone' | 'kept'> {
  const kept = await app.db
    .selectFrom('social.post')
    .where('author_id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return !kept && (await eraseUnused(app, operator.id, id)) ? 'undone' : 'kept';
}

/** A forum with threads or subforums stays. */
const undoForum = (app: App, operator: Viewer, id: string): Promise<'undone' | 'kept'> =>
  inTransaction(app, (app) => deleteForum(app, operator, id)).then(
    () => 'undone',
    (error: unknown) => {
      if (error instanceof Problem && error.kind === 'conflict') return 'kept';
      throw error;
    },
  );

/** Whether others commented on the post, shared it with a text of theirs, or replied in the thread after the import. */
async function hasReplies({ db }: App, { id }: Viewer, postId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select (
    exists (select from social.post where parent_id = ${postId} and imported_at is null and deleted_at is null) or
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

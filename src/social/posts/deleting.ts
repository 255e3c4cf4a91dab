import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { mayModerateGroup } from '../access/group.ts';
import { addGroupEntry } from '../access/group-log.ts';
import { mayManagePost } from './editing.ts';
import { countPost } from './publishing.ts';
import { getPostHeader, type PostHeader } from './reading/visible.ts';
import { findRepost, notifyShare, withdrawShare } from './sharing.ts';
import { deleteContinuations, restoreContinuations } from './threads.ts';

/** Deletes a post, with those that continue it. Allowed for its author and for moderators. `restorePost` can undo it for an hour. */
export const deletePost = verb(
  { name: 'posts.delete', who: 'member' },
  async (app, viewer: Viewer, id: string) => {
    const post = await getPostHeader(app, viewer, id);
    if (!(await mayManagePost(app, viewer, post, 'delete')))
      throw new Problem('forbidden', msg('Only the author or a moderator can delete a post'));
    await refuseDeleting(app, viewer, post);
    await inTransaction(app, async (app) => {
      const deleted = { deleted_at: app.clock.now(), deleted_by: viewer.id };
      const taken = await app.db
        .updateTable('social.post')
        .set(deleted)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('held_at')
        .executeTakeFirst();
      if (taken && post.author.id !== viewer.id) await recordDeletion(app, viewer, post);
      if (taken) await deleteContinuations(app, id, deleted);
      if (!taken || taken.held_at) return;
      await countPost(app, id, -1);
      await withdrawShare(app, id);
    });
  },
);

/** Records what somebody else than the author deleted: in the log of the group by its team, otherwise for operators. */
async function recordDeletion(app: App, viewer: Viewer, { id, author, group }: PostHeader): Promise<void> {
  if (group && mayModerateGroup(group))
    await addGroupEntry(app, {
      groupId: group.id,
      actorId: viewer.id,
      action: 'delete-post',
      personId: author.id,
      detail: id,
    });
  else await addAuditEntry(app, viewer.id, 'post.delete', `post ${id}`);
}

/** Deletes the viewer's share of a post without text. */
export const undoRepost = verb(
  { name: 'posts.undo-repost', who: 'member', limit: perAccount(120, minutes(5)) },
  async (app, viewer: Viewer, postId: string) => {
    const id = await findRepost(app, viewer, postId);
    if (id === undefined) throw missing(msg('Share'));
    await deletePost(app, viewer, id);
  },
);

/**
 * Throws if a question has helpful answers, whose authors would lose their work. Moderators can still delete
 * it.
 */
async function refuseDeleting(
  { db }: App,
  viewer: Viewer,
  post: Pick<PostHeader, 'id' | 'kind' | 'author'>,
): Promise<void> {
  if (post.kind !== 'question' || may(viewer, 'moderate')) return;
  const helpful = await db
    .selectFrom('social.answer as answer')
    .innerJoin('social.post as said', 'said.id', 'answer.post_id')
    .innerJoin('social.question as question', 'question.post_id', 'answer.question_id')
    .where('answer.question_id', '=', post.id)
    .where('said.author_id', '!=', post.author.id)
    .where('said.deleted_at', 'is', null)
    .where('said.held_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('question.accepted_id', '=', eb.ref('answer.post_id')),
        eb.exists(
          eb
            .selectFrom('social.vote as vote')
            .whereRef('vote.post_id', '=', 'answer.post_id')
            .where('vote.value', '=', 1)
            .select('vote.post_id'),
        ),
      ]),
    )
    .select('answer.post_id')
    .executeTakeFirst();
  if (helpful)
    throw new Problem(
      'conflict',
      msg('Questions with helpful answers cannot be deleted. You can still edit yours.'),
    );
}

/** Throws unless the post exists and the viewer can restore it. */
export async function findDeleted(app: App, viewer: Viewer, id: string): Promise<void> {
  const found = await app.db
    .selectFrom('social.post')
    .where('id', '=', id)
    .where(mayRestore(app, viewer))
    .select('id')
    .executeTakeFirst();
  if (!found) throw missing(msg('Deleted post'));
}

/** Undoes `deletePost`, within an hour and by the person who deleted it. */
export const restorePost = verb(
  { name: 'posts.restore', who: 'member' },
  async (app, viewer: Viewer, id: string) => {
    await inTransaction(app, async (app) => {
      await restoreContinuations(app, id);
      const restored = await app.db
        .updateTable('social.post')
        .set({ deleted_at: null, deleted_by: null })
        .where('id', '=', id)
        .where(mayRestore(app, viewer))
        .returning(['held_at', 'author_id'])
        .executeTakeFirst();
      if (!restored) throw missing(msg('Deleted post'));
      if (restored.author_id !== viewer.id) await addAuditEntry(app, viewer.id, 'post.restore', `post ${id}`);
      if (restored.held_at) return;
      await countPost(app, id, 1);
      await notifyShare(app, id);
    });
  },
);

const undoWithin = hours(1);

/**
 * SQL: whether the viewer can restore a post or comment: they deleted it within the last hour, and no
 * moderator removed it.
 */
export const mayRestore = ({ clock }: App, { id }: Viewer): RawBuilder<SqlBool> =>
  sql`(deleted_by = ${id} and removed_at is null and deleted_at > ${new Date(clock.now().getTime() - undoWithin)})`;

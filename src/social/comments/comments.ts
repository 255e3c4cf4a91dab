import { addGroupEntry } from '../access/group-log.ts';
import { sql } from 'kysely';
import { msg, invalid, missing, Problem } from '../../kernel/problem.ts';
import { type App, perAccount, verb, may, type Viewer, inTransaction } from '../../platform/app.ts';
import { minutes } from '../../kernel/time.ts';
import { moderate } from '../moderation/moderate.ts';
import { notifyComment, notifyMentioned } from '../notify/comments-and-mentions.ts';
import { addMentions, saveMentions } from '../posts/publishing.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { cleanText, isBlank } from '../../kernel/text.ts';
import { maxTextLength } from '../text/plain.ts';
import { tokensIn } from '../text/tokens.ts';
import { getComment } from './reading.ts';
import { refuseAbove } from '../../identity/operators/operators.ts';
import { mayRestore } from '../posts/deleting.ts';
import { announceCountersAbout } from '../notify/notify.ts';
import { type TallyChange, tally } from '../tallies/tally.ts';
import { type CommentHeader, getCommentHeader, refuseClosed, isOnTeam } from './comment.ts';

/**
 * Adds a comment to a post visible to the viewer, or a reply to one of its comments. Returns the comment's
 * id.
 */
export const addComment = verb(
  { name: 'comments.add', who: 'member', limit: perAccount(100, minutes(5)) },
  async (app, author: Viewer, postId: string, typed: string, answeredId?: string) => {
    const text = checkComment(typed);
    refuseClosed(await getPostHeader(app, author, postId));
    const answered = answeredId === undefined ? undefined : await getCommentHeader(app, author, answeredId);
    if (answered && answered.postId !== postId) throw missing(msg('Comment'));
    return moderate(app, author, { subject: 'comment', text, postId }, async (app, heldAt) => {
      const { id } = await app.db
        .insertInto('social.comment')
        .values({
          post_id: postId,
          author_id: author.id,
          text,
          ...placeBelow(answered),
          created_at: app.clock.now(),
          held_at: heldAt,
          agent_name: author.agentName ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addMentions(app, author.id, { post_id: postId, comment_id: id }, tokensIn(text));
      // Held content is counted and notified when it is approved.
      if (heldAt) return id;
      await countComment(app, id, 1);
      await notifyComment(app, id);
      return id;
    });
  },
);

/**
 * Returns the position of a reply. Nesting is limited to two levels: a reply to a level 2 comment is on level
 * 2 as well.
 */
function placeBelow(answered: CommentHeader | undefined) {
  if (!answered) return {};
  const { id, rootId, branchId } = answered;
  return { parent_id: id, root_id: rootId ?? id, branch_id: rootId === null ? null : (branchId ?? id) };
}

export function checkComment(typed: string): string {
  const text = cleanText(typed, 'text', maxTextLength);
  if (isBlank(text)) throw invalid('text', msg('Enter some text'));
  return text;
}

/** Edits the author's own comment, which is moderated again. */
export const editComment = verb(
  { name: 'comments.edit', who: 'member', limit: perAccount(100, minutes(5)) },
  async (app, author: Viewer, id: string, typed: string) => {
    const comment = await getComment(app, author, id);
    if (comment.author.id !== author.id)
      throw new Problem('forbidden', msg('Only the author can edit a comment'));
    const text = checkComment(typed);
    if (text === comment.text) return;
    const { postId } = comment;
    await moderate(app, author, { subject: 'comment', text, postId, editing: id }, async (app, heldAt) => {
      const before = await app.db
        .selectFrom('social.comment')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .select('held_at')
        .forUpdate()
        .executeTakeFirst();
      if (!before) throw missing(msg('Comment'));
      const held_at = before.held_at ?? heldAt;
      await app.db
        .updateTable('social.comment')
        .set({ text, edited_at: app.clock.now(), held_at })
        .where('id', '=', id)
        .execute();
      await saveMentions(app, author.id, { post_id: postId, comment_id: id }, tokensIn(text));
      if (!held_at) await notifyMentioned(app, author.id, { postId, commentId: id });
      if (held_at && !before.held_at) await countComment(app, id, -1);
      return id;
    });
  },
);

/**
 * Deletes a comment. Allowed for its author, the post's author, the team of the page or group, and
 * moderators. Replies stay below a placeholder. Returns the id of the post.
 */
export const deleteComment = verb(
  { name: 'comments.delete', who: 'member' },
  async (app, viewer: Viewer, id: string) => {
    const comment = await getCommentHeader(app, viewer, id);
    const post = await getPostHeader(app, viewer, comment.postId);
    const isTheirs = [comment.author.id, post.author.id].includes(viewer.id);
    if (!isTheirs && !isOnTeam(post) && !may(viewer, 'moderate'))
      throw new Problem('forbidden', msg('Only the author of the comment or post can delete a comment'));
    if (!isTheirs && !isOnTeam(post)) await refuseAbove(app, viewer, comment.author.id);
    await inTransaction(app, async (app) => {
      const taken = await app.db
        .updateTable('social.comment')
        .set({ deleted_at: app.clock.now(), deleted_by: viewer.id })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('held_at')
        .executeTakeFirst();
      if (taken && !isTheirs && post.group && isOnTeam(post))
        await addGroupEntry(app, {
          groupId: post.group.id,
          actorId: viewer.id,
          action: 'delete-comment',
          personId: comment.author.id,
          detail: id,
        });
      if (taken && !taken.held_at) await countComment(app, id, -1);
    });
    return post.id;
  },
);

/** Undoes `deleteComment`, for an hour, for the person who deleted it. Returns the id of the post. */
export const restoreComment = verb(
  { name: 'comments.restore', who: 'member' },
  (app, viewer: Viewer, id: string) =>
    inTransaction(app, async (app) => {
      const restored = await app.db
        .updateTable('social.comment')
        .set({ deleted_at: null, deleted_by: null })
        .where('id', '=', id)
        .where(mayRestore(app, viewer))
        .returning(['post_id', 'held_at'])
        .executeTakeFirst();
      if (!restored) throw missing(msg('Deleted comment'));
      if (!restored.held_at) await countComment(app, id, 1);
      return restored.post_id;
    }),
);

/**
 * Moves replies of others up one level before an account's comments are deleted, including their own replies.
 */
export async function promoteReplies({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  const theirs = sql`(select id from social.comment where author_id = ${accountId} and root_id is null)`;
  await sql`update social.comment set root_id = branch_id, branch_id = null
    where root_id in ${theirs} and branch_id is not null`.execute(db);
  await sql`update social.comment set root_id = null
    where root_id in ${theirs}`.execute(db);
}

/**
 * Adds a comment that became visible to the counters of its post and parents, or subtracts one that is no
 * longer visible. Held and deleted comments are not counted.
 */
export async function countComment(app: App, id: string, n: 1 | -1): Promise<void> {
  const comment = await app.db
    .selectFrom('social.comment')
    .where('id', '=', id)
    .select(['author_id as by', 'post_id', 'root_id', 'branch_id'])
    .executeTakeFirstOrThrow();
  const { by } = comment;
  const above = [comment.root_id, comment.branch_id].filter((each) => each !== null);
  const changes: TallyChange[] = [
    { subject: 'post', id: comment.post_id, kind: 'comments', by, n },
    ...above.map((id): TallyChange => ({ subject: 'comment', id, kind: 'replies', by, n })),
  ];
  await tally(app, changes);
  if (n === -1) await announceCountersAbout(app, { commentId: id });
}

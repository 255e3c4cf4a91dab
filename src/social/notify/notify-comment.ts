import type { App } from '../../platform/app.ts';
import { notify } from './notify.ts';
import { notifyMentioned } from './notify-mentioned.ts';

/**
 * Notifies the parent comment's author, the post's author and the mentioned people of a visible comment. No
 * one is notified twice: mentions take precedence, then replies.
 */
export async function notifyComment(app: App, commentId: string): Promise<void> {
  const row = await app.db
    .selectFrom('social.comment as comment')
    .innerJoin('social.post as post', 'post.id', 'comment.post_id')
    .leftJoin('social.comment as answered', 'answered.id', 'comment.parent_id')
    .where('comment.id', '=', commentId)
    .select(['comment.author_id as by', 'comment.post_id', 'post.author_id as owner'])
    .select(['answered.id as answered_id', 'answered.author_id as answered_author'])
    .executeTakeFirstOrThrow();
  const { by, post_id: postId, owner, answered_id, answered_author } = row;
  const named = await listNamed(app, postId, commentId);
  if (answered_author !== null && !named.has(answered_author))
    await notify(app, {
      to: answered_author,
      kind: 'reply',
      by,
      postId,
      commentId: answered_id ?? undefined,
      said: commentId,
    });
  if (owner !== answered_author && !named.has(owner))
    await notify(app, { to: owner, kind: 'comment', by, postId, said: commentId });
  await notifyMentioned(app, by, { postId, commentId });
}

async function listNamed({ db }: App, postId: string, commentId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('social.mention')
    .where('post_id', '=', postId)
    .where('comment_id', '=', commentId)
    .select('account_id')
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

import type { App } from '../../platform/app.ts';
import { notify } from './notify.ts';
import { notifyMentioned } from './notify-mentioned.ts';

/** Tells whose post it is and who is named, once a comment is there for all. Who is named is not told twice. */
export async function notifyComment(app: App, commentId: string): Promise<void> {
  const row = await app.db
    .selectFrom('social.comment as comment')
    .innerJoin('social.post as post', 'post.id', 'comment.post_id')
    .leftJoin('social.mention as mention', (join) =>
      join
        .onRef('mention.comment_id', '=', 'comment.id')
        .onRef('mention.account_id', '=', 'post.author_id')
        .onRef('mention.post_id', '=', 'post.id'),
    )
    .where('comment.id', '=', commentId)
    .select(['comment.author_id as by', 'comment.post_id', 'post.author_id as to', 'mention.id as mention'])
    .executeTakeFirstOrThrow();
  const { by, to, post_id: postId } = row;
  if (row.mention === null) await notify(app, { to, kind: 'comment', by, postId, said: commentId });
  await notifyMentioned(app, by, { postId, commentId });
}

import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { moderate } from '../moderation/moderate.ts';
import { notifyComment } from '../notifications/notify-comment.ts';
import { keepMentions } from '../posts/keep-tokens.ts';
import { readPost } from '../posts/read-posts.ts';
import { cleanText, isBlank } from '../posts/text/clean-text.ts';
import { readTokens } from '../posts/text/tokens.ts';
import { tally } from '../tallies/tally.ts';

/** Says something below a post that one may see. Returns the comment's id. */
export async function addComment(app: App, author: Viewer, postId: string, typed: string): Promise<string> {
  const text = checkComment(typed);
  await readPost(app, author, postId);
  return moderate(app, author, { subject: 'comment', text, postId }, async (app, heldAt) => {
    const { id } = await app.db
      .insertInto('social.comment')
      .values({ post_id: postId, author_id: author.id, text, created_at: app.clock.now(), held_at: heldAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    await keepMentions(app, author.id, { post_id: postId, comment_id: id }, readTokens(text));
    // What is held counts, and is told, once it is let through.
    if (heldAt) return id;
    await tally(app, [{ subject: 'post', id: postId, kind: 'comments', by: author.id, n: 1 }]);
    await notifyComment(app, id);
    return id;
  });
}

export function checkComment(typed: string): string {
  const text = cleanText(typed);
  if (isBlank(text)) throw invalid('text', 'Write something first');
  return text;
}

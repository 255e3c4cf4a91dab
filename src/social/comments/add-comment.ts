import { t } from '../../kernel/translation/translate.ts';
import { invalid, missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { moderate } from '../moderation/moderate.ts';
import { notifyComment } from '../notify/notify-comment.ts';
import { saveMentions } from '../posts/save-tokens.ts';
import { getPostHeader } from '../posts/reading/get-post-header.ts';
import { cleanText, isBlank } from '../../kernel/clean-text.ts';
import { maxTextLength } from '../text/longest-text.ts';
import { tokensIn } from '../text/tokens-in.ts';
import { countComment } from './count-comment.ts';
import { getCommentHeader, type CommentHeader } from './get-comment-header.ts';
import { refuseClosed } from './refuse-closed.ts';

/**
 * Adds a comment to a post visible to the viewer, or a reply to one of its comments. Returns the comment's
 * id.
 */
export async function addComment(
  app: App,
  author: Viewer,
  postId: string,
  typed: string,
  answeredId?: string,
): Promise<string> {
  const text = checkComment(typed);
  refuseClosed(await getPostHeader(app, author, postId));
  const answered = answeredId === undefined ? undefined : await getCommentHeader(app, author, answeredId);
  if (answered && answered.postId !== postId) throw missing(t('Comment'));
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
    await saveMentions(app, author.id, { post_id: postId, comment_id: id }, tokensIn(text));
    // Held content is counted and notified when it is approved.
    if (heldAt) return id;
    await countComment(app, id, 1);
    await notifyComment(app, id);
    return id;
  });
}

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
  if (isBlank(text)) throw invalid('text', t('Enter some text'));
  return text;
}

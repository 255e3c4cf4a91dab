import { t } from '../../kernel/translation/translate.ts';
import { missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { moderate } from '../moderation/moderate.ts';
import { notifyMentioned } from '../notify/notify-mentioned.ts';
import { saveMentions } from '../posts/save-tokens.ts';
import { tokensIn } from '../text/tokens-in.ts';
import { checkComment } from './add-comment.ts';
import { countComment } from './count-comment.ts';
import { getComment } from './get-comments.ts';

/** Edits the author's own comment, which is moderated again. */
export async function editComment(app: App, author: Viewer, id: string, typed: string): Promise<void> {
  const comment = await getComment(app, author, id);
  if (comment.author.id !== author.id)
    throw new Problem('forbidden', t('Only the author can edit a comment'));
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
    if (!before) throw missing(t('Comment'));
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
}

import { t } from '../../../kernel/translation/translate.ts';
import { missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { publishPost } from '../../posts/publishing.ts';
import { getPostHeader } from '../../posts/reading/visible.ts';
import { ensureFollowing, notifyAnswer } from '../../notifications/thread-subscriptions.ts';

/** Answers a question visible to the viewer and follows the question. Returns the answer's id. */
export async function addAnswer(app: App, author: Viewer, questionId: string, text: string): Promise<string> {
  const question = await getPostHeader(app, author, questionId);
  if (question.kind !== 'question') throw missing(t('Question'));
  return publishPost(
    app,
    author,
    { kind: 'answer', text, privacy: 'public', photos: [], parentId: questionId },
    async (app, id, heldAt) => {
      await refuseClosed(app, questionId);
      await app.db.insertInto('social.answer').values({ post_id: id, question_id: questionId }).execute();
      await ensureFollowing(app, author, questionId);
      if (!heldAt) await notifyAnswer(app, id);
    },
  );
}

/** Checks again under a lock, so that the question cannot be closed concurrently. */
async function refuseClosed({ db }: App, questionId: string): Promise<void> {
  const { locked_at, deleted_at } = await db
    .selectFrom('social.post')
    .where('id', '=', questionId)
    .select(['locked_at', 'deleted_at'])
    .forShare()
    .executeTakeFirstOrThrow();
  if (deleted_at) throw missing(t('Question'));
  if (locked_at) throw new Problem('conflict', t('This question is closed to new answers'));
}
